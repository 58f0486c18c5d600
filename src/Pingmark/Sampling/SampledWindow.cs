using Pingmark.Host;
using Pingmark.Model;

namespace Pingmark.Sampling;

/// <summary>The time of a recording that counts. Recorders begin before it and end after it, and their own start and
/// end would look like the worker's work.</summary>
internal sealed record SampledWindow(DateTime FromUtc, DateTime ToUtc, IReadOnlyDictionary<int, ThreadTime> Threads)
{
    public long DurationNs => (long)(ToUtc - FromUtc).TotalNanoseconds;

    public bool Holds(DateTime utc) => utc >= FromUtc && utc < ToUtc;

    public static Beginning Begin(int pid) => new(pid, DateTime.UtcNow, ThreadTimes.Read(pid));

    internal sealed record Beginning(int Pid, DateTime FromUtc, IReadOnlyDictionary<int, ThreadTime> Threads)
    {
        public SampledWindow End() =>
            new(FromUtc, DateTime.UtcNow, ThreadTime.Difference(Threads, ThreadTimes.Read(Pid)));
    }
}
