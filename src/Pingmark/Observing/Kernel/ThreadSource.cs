using Pingmark.Host;
using Pingmark.Model;

namespace Pingmark.Observing.Kernel;

/// <summary>How long the threads of a process were ready and waited for a core, by the kernel's account of each
/// (schedstat), and when they slept. Of the waits of a reading the longest counts.</summary>
internal sealed class ThreadSource : ISource
{
    /// <summary>How many threads each reading looks at, those that had used most CPU time, and how many of the others,
    /// which take turns. Where all others are at rest one is enough.</summary>
    private const int Always = 4,
        InTurn = 4,
        InTurnAtRest = 1;

    /// <summary>Who used less than this part of the busiest thread's CPU time is at rest.</summary>
    private const double AtRest = 0.01;

    /// <summary>Where readings are further apart in the mean it is not known well enough what was between: of sleeps of
    /// 20 ms half are found by readings that are as far apart.</summary>
    private const long FarApartNs = 10_000_000;

    /// <summary>The most threads that are watched, those that used most CPU time.</summary>
    private const int Most = 256;

    private readonly WatchedSide _side;
    private readonly List<WatchedThread> _threads;
    private readonly Readings _readings = new();
    private readonly int _inTurn;
    private readonly List<string> _notObserved = [];
    private int _turn;
    private long _beganNs,
        _endedNs;

    public ThreadSource(WatchedSide side)
    {
        _side = side;
        var times = ThreadTimes
            .Read(side.Pid)
            .Where(one => !side.IsOfCompilers(one.Value.Name))
            .OrderByDescending(one => one.Value.CpuNs)
            .Take(Most)
            .ToList();
        _inTurn =
            times.Count > Always && times[Always].Value.CpuNs >= AtRest * times[0].Value.CpuNs ? InTurn : InTurnAtRest;
        _threads =
        [
            .. times.Select(one => WatchedThread.Open(side.Pid, one.Key, one.Value.Name)).OfType<WatchedThread>(),
        ];
        if (_threads.Count > 0 && !_threads.Exists(thread => thread.TellsItsCall))
            _notObserved.Add($"sleeps of the {side.Name}: the kernel does not permit to read where its threads stand");
    }

    /// <summary>Waits and sleeps are what is asked for most, and their lengths are known to the ns.</summary>
    public double Weight => 4;

    public IReadOnlyList<string> NotObserved =>
        _readings.Count > 0 && (_endedNs - _beganNs) / _readings.Count > FarApartNs
            ? [.. _notObserved, $"most waits and sleeps of the {_side.Name}: its threads were read too rarely"]
            : _notObserved;

    public void Read(long nowNs)
    {
        _beganNs = _beganNs == 0 ? nowNs : _beganNs;
        _endedNs = nowNs;
        var longest = default(Step);
        for (var i = 0; i < Math.Min(Always + _inTurn, _threads.Count); i++)
        {
            var number = i < Always ? i : Always + _turn++ % (_threads.Count - Always);
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
            .OfWaits(_readings, _side.Name, who => _threads[who].Name)
            .Concat(_threads.SelectMany(thread => thread.Sleeps(_side.Name)));

    public void Dispose() => _threads.ForEach(thread => thread.Dispose());
}
