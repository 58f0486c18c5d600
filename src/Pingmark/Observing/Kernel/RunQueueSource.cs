using Pingmark.Host;
using Pingmark.Model;

namespace Pingmark.Observing.Kernel;

/// <summary>How long the threads of a process were ready and waited for a core, by the kernel's account of each
/// (schedstat). Of a reading the thread counts that waited longest.</summary>
internal sealed class RunQueueSource : ISource
{
    /// <summary>How many threads each reading looks at, those that had used most CPU time, and how many of the others,
    /// which take turns.</summary>
    private const int Always = 4,
        InTurn = 4;

    /// <summary>The most threads that are watched, those that used most CPU time.</summary>
    private const int Most = 256;

    private const int MostBytes = 64;

    private readonly WatchedSide _side;
    private readonly List<Watched> _threads = [];
    private readonly Readings _readings = new();
    private int _turn;

    public RunQueueSource(WatchedSide side)
    {
        _side = side;
        var threads = ThreadTimes
            .Read(side.Pid)
            .Where(one => !side.CompilerThreads.Any(name => one.Value.Name.StartsWith(name, StringComparison.Ordinal)))
            .OrderByDescending(one => one.Value.CpuNs)
            .Take(Most);
        foreach (var (id, time) in threads)
            if (OpenKernelFile.Open($"/proc/{side.Pid}/task/{id}/schedstat", MostBytes) is { } file)
                _threads.Add(new(file, time.Name));
    }

    public void Read(long nowNs)
    {
        var longest = default(Step);
        for (var i = 0; i < Math.Min(Always + InTurn, _threads.Count); i++)
        {
            var number = i < Always ? i : Always + _turn++ % (_threads.Count - Always);
            var thread = _threads[number];
            var waitedNs = KernelNumbers.Word(thread.File.Read(), 1);
            var grownNs = thread.ReadNs == 0 || waitedNs == 0 ? 0 : waitedNs - thread.WaitedNs;
            if (grownNs > longest.Grown)
                longest = new(thread.ReadNs, nowNs, grownNs, number);
            if (waitedNs > 0)
                (thread.WaitedNs, thread.ReadNs) = (waitedNs, nowNs);
        }
        _readings.Add(longest);
    }

    public IEnumerable<WatchedEvent> Events() =>
        ReadingEvents.OfWaits(_readings, _side.Name, who => _threads[who].Name);

    public void Dispose() => _threads.ForEach(thread => thread.File.Dispose());

    private sealed class Watched(OpenKernelFile file, string name)
    {
        public OpenKernelFile File => file;
        public string Name => name;
        public long WaitedNs { get; set; }

        /// <summary>When it was read last; 0 where it was not yet.</summary>
        public long ReadNs { get; set; }
    }
}
