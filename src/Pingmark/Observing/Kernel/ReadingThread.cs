using Pingmark.Host;

namespace Pingmark.Observing.Kernel;

/// <summary>A thread that reads sources in even steps, away from the cores of the sides where there are
/// others.</summary>
internal sealed class ReadingThread
{
    /// <summary>The time between two readings. Shorter ones would tell more exactly when something was, and take more
    /// from what is measured (docs/tail.md has the figures).</summary>
    public const long IntervalNs = 5_000_000;

    /// <summary>The share of a core that a source may take: one that takes longer is read more rarely. What a reading
    /// takes depends on how cold it finds the caches, so each is measured.</summary>
    private const double MostShare = 0.002;

    /// <summary>The longest time until a source is read again, whatever a reading took.</summary>
    private const long LongestNs = 100_000_000;

    private readonly ISource[] _sources;
    private readonly IReadOnlyList<int> _cores;
    private readonly long[] _dueNs;
    private readonly Thread _thread;
    private volatile bool _isOver;
    private long _usedNs;

    /// <param name="cores">The cores of the sides.</param>
    public ReadingThread(IReadOnlyList<ISource> sources, IReadOnlyList<int> cores)
    {
        (_sources, _cores, _dueNs) = ([.. sources], cores, new long[sources.Count]);
        _thread = new(Run) { IsBackground = true, Name = "Observer" };
        _thread.Start();
    }

    /// <summary>Ends the thread; the last reading is of after this was called.</summary>
    /// <returns>The CPU time that it used, in ns.</returns>
    public long End()
    {
        _isOver = true;
        _thread.Join();
        return _usedNs;
    }

    private void Run()
    {
        ThreadTiming.Avoid(_cores);
        ReadAll();
        for (var nextNs = Clock.NowNs + IntervalNs; !_isOver; nextNs = Math.Max(nextNs + IntervalNs, Clock.NowNs))
        {
            ThreadTiming.SleepUntil(nextNs);
            ReadDue();
        }
        ReadAll();
        _usedNs = CpuClock.OfThisThreadNs();
    }

    private void ReadAll()
    {
        foreach (var source in _sources)
            source.Read(Clock.NowNs);
    }

    private void ReadDue()
    {
        var cpuNs = CpuClock.OfThisThreadNs();
        for (var i = 0; i < _sources.Length; i++)
        {
            var nowNs = Clock.NowNs;
            if (nowNs < _dueNs[i])
                continue;
            _sources[i].Read(nowNs);
            var usedNs = CpuClock.OfThisThreadNs() - cpuNs;
            cpuNs += usedNs;
            // Readings come in steps, so the half of one is no reason to wait for the next.
            _dueNs[i] = nowNs + Math.Min(LongestNs, (long)(usedNs / MostShare)) - IntervalNs / 2;
        }
    }
}
