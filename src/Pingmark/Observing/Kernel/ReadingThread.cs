using Pingmark.Host;

namespace Pingmark.Observing.Kernel;

/// <summary>A thread that reads sources in even steps, away from the cores of the sides where there are others.</summary>
internal sealed class ReadingThread
{
    /// <summary>The time between two readings. Shorter ones would tell more exactly when something was, and take more
    /// from what is measured (docs/tail.md has the figures).</summary>
    public const long IntervalNs = 5_000_000;

    /// <summary>The share of a core that a source may take: one that takes longer is read less often.</summary>
    private const double MostShare = 0.002;

    private readonly IReadOnlyList<ISource> _sources;
    private readonly IReadOnlyList<int> _cores;
    private readonly Thread _thread;
    private volatile bool _isOver;
    private long _usedNs;

    /// <param name="cores">The cores of the sides.</param>
    public ReadingThread(IReadOnlyList<ISource> sources, IReadOnlyList<int> cores)
    {
        (_sources, _cores) = (sources, cores);
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
        var every = _sources.Select(EveryReading).ToArray();
        var nextNs = Clock.NowNs + IntervalNs;
        for (var reading = 1; !_isOver; reading++)
        {
            ThreadTiming.SleepUntil(nextNs);
            for (var i = 0; i < every.Length; i++)
                if (reading % every[i] == 0)
                    _sources[i].Read(Clock.NowNs);
            nextNs = Math.Max(nextNs + IntervalNs, Clock.NowNs);
        }
        foreach (var source in _sources)
            source.Read(Clock.NowNs);
        _usedNs = CpuClock.OfThisThreadNs();
    }

    /// <summary>In how many steps a source is read once. The first reading is none: code and kernel are cold.</summary>
    private static int EveryReading(ISource source)
    {
        source.Read(Clock.NowNs);
        var beganNs = CpuClock.OfThisThreadNs();
        source.Read(Clock.NowNs);
        return (int)Math.Ceiling((CpuClock.OfThisThreadNs() - beganNs) / (MostShare * IntervalNs));
    }
}
