using Pingmark.Host;
using Pingmark.Model;

namespace Pingmark.Observing.Kernel;

/// <summary>The run queue delays of a process's threads (schedstat), and when they slept. Of the waits of a reading the
/// longest counts.</summary>
internal sealed class ThreadSource : ISource
{
    /// <summary>How many threads each reading looks at, those that had used most CPU time, and how many of the others,
    /// which take turns.</summary>
    private const int ReadAlways = 4,
        ReadInTurn = 4;

    /// <summary>The most threads that are watched, those that used most CPU time.</summary>
    private const int MostThreads = 256;

    private readonly WatchedSide _side;
    private readonly List<WatchedThread> _threads;
    private readonly Readings _readings = new();
    private int _turn;

    public ThreadSource(WatchedSide side)
    {
        _side = side;
        _threads =
        [
            .. ThreadTimes
                .Read(side.Pid)
                .Where(one => !side.IsCompiler(one.Value.Name))
                .OrderByDescending(one => one.Value.CpuNs)
                .Take(MostThreads)
                .Select(one => WatchedThread.Open(side.Pid, one.Key, one.Value.Name))
                .OfType<WatchedThread>(),
        ];
        NotObserved =
            _threads.Count == 0 || _threads.Exists(thread => thread.HasCall)
                ? []
                : [$"sleeps of the {side.Name}: the kernel does not permit to read where its threads stand"];
    }

    public IReadOnlyList<string> NotObserved { get; }

    public void Read(long nowNs)
    {
        var longest = default(Step);
        for (var i = 0; i < Math.Min(ReadAlways + ReadInTurn, _threads.Count); i++)
        {
            var number = i < ReadAlways ? i : ReadAlways + _turn++ % (_threads.Count - ReadAlways);
            var thread = _threads[number];
            var fromNs = thread.ReadNs;
            var waitedNs = thread.Read(nowNs);
            if (waitedNs > longest.Grown)
                longest = new(fromNs, nowNs, waitedNs, number);
        }
        _readings.Add(longest);
    }

    public IEnumerable<WatchedEvent> Events() =>
        ReadingEvents
            .FromWaits(_readings, _side.Name, number => _threads[number].Name)
            .Concat(_threads.SelectMany(thread => thread.Sleeps(_side.Name)));

    public void Dispose() => _threads.ForEach(thread => thread.Dispose());
}
