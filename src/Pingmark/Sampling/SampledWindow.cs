using Pingmark.Host;
using Pingmark.Model;

namespace Pingmark.Sampling;

/// <summary>The time of a recording that counts, without the recorder's own start and end.</summary>
internal sealed record SampledWindow(DateTime FromUtc, DateTime ToUtc, IReadOnlyDictionary<int, ThreadTime> Threads)
{
    public long DurationNs => (long)(ToUtc - FromUtc).TotalNanoseconds;

    public bool Holds(DateTime utc) => utc >= FromUtc && utc < ToUtc;

    /// <summary>Begins a window of a process.</summary>
    /// <returns>Ends it.</returns>
    public static Func<SampledWindow> Begin(int pid)
    {
        var (fromUtc, before) = (DateTime.UtcNow, ThreadTimes.Read(pid));
        return () => new(fromUtc, DateTime.UtcNow, ThreadTime.Difference(before, ThreadTimes.Read(pid)));
    }
}

internal static class SampledProcess
{
    /// <summary>The file that a process runs; null when it has ended, even if nobody has reaped it yet.</summary>
    public static string? Executable(int pid) => new FileInfo($"/proc/{pid}/exe").LinkTarget;

    /// <summary>Makes the exception for a recording that failed: that the process has ended explains any
    /// problem.</summary>
    public static Exception Explain(int pid, string problem, Func<string, Exception> fault) =>
        fault(Executable(pid) is null ? "ended while it was sampled" : problem);
}
