using Pingmark.Host;

namespace Pingmark.Observing.Kernel;

/// <summary>A thread that reads sources in even steps, away from the cores of the sides where there are others.</summary>
internal sealed class ReadingThread
{
    /// <summary>The time between two readings. Shorter ones would tell more exactly when something was, and take more
    /// from what is measured (docs/tail.md has the figures).</summary>
    public const long IntervalNs = 5_000_000;

    /// <summary>The share of a core that a source may take: one that takes longer is read less often.</summary>
    private const double MostShare = 0.001;

    private const int ColdReadings = 3;

    private readonly ISource[] _sources;
    private readonly int[] _every;
    private readonly IReadOnlyList<int> _cores;
    private readonly Thread _thread;
    private volatile bool _isOver;
    private long _usedNs;

    /// <param name="cores">The cores of the sides.</param>
    /// <param name="every">In how many steps each source is read once, as an earlier thread found it; null where
    /// nobody knows.</param>
    public ReadingThread(IReadOnlyList<ISource> sources, IReadOnlyList<int> cores, IReadOnlyList<int>? every = null)
    {
        (_sources, _cores) = ([.. sources], cores);
        _every = every?.Count == sources.Count ? [.. every] : new int[sources.Count];
        _thread = new(Run) { IsBackground = true, Name = "Observer" };
        _thread.Start();
    }

    /// <summary>In how many steps each source is read once; known when the thread has ended.</summary>
    public IReadOnlyList<int> Every => _every;

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
        for (var i = 0; i < _sources.Length; i++)
            if (_every[i] == 0)
                _every[i] = EveryReading(_sources[i]);
            else
                _sources[i].Read(Clock.NowNs);
        var nextNs = Clock.NowNs + IntervalNs;
        for (var reading = 1; !_isOver; reading++)
        {
            ThreadTiming.SleepUntil(nextNs);
            for (var i = 0; i < _sources.Length; i++)
                if (reading % _every[i] == 0)
                    _sources[i].Read(Clock.NowNs);
            nextNs = Math.Max(nextNs + IntervalNs, Clock.NowNs);
        }
        foreach (var source in _sources)
            source.Read(Clock.NowNs);
        _usedNs = CpuClock.OfThisThreadNs();
    }

    /// <summary>Measures in how many steps a source may be read once. The first readings tell nothing: code and kernel
    /// are cold.</summary>
    private static int EveryReading(ISource source)
    {
        for (var cold = 0; cold < ColdReadings; cold++)
            source.Read(Clock.NowNs);
        var beganNs = CpuClock.OfThisThreadNs();
        source.Read(Clock.NowNs);
        return (int)Math.Ceiling((CpuClock.OfThisThreadNs() - beganNs) / (MostShare * IntervalNs));
    }
}
