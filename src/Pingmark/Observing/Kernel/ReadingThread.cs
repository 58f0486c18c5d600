using Pingmark.Host;

namespace Pingmark.Observing.Kernel;

/// <summary>A thread that reads sources in even steps, away from the cores of the sides where there are
/// others.</summary>
internal sealed class ReadingThread
{
    private readonly ISource[] _sources;
    private readonly IReadOnlyList<int> _cores;
    private readonly double _mostShare;
    private readonly Thread _thread;
    private volatile bool _isOver;
    private long _usedNs;

    /// <param name="cores">The cores of the sides.</param>
    /// <param name="mostShare">The share of a core that all sources together may take.</param>
    public ReadingThread(IReadOnlyList<ISource> sources, IReadOnlyList<int> cores, double mostShare)
    {
        (_sources, _cores, _mostShare) = ([.. sources], cores, mostShare);
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
        Libc.AvoidCores(_cores);
        ReadAll();
        var pace = new ReadingPace(_sources.Length, _mostShare, Clock.NowNs);
        while (!_isOver)
        {
            var cpuNs = CpuClock.ReadThisThreadNs();
            Libc.SleepUntil(pace.NextNs);
            ReadDue(pace, cpuNs);
        }
        ReadAll();
        _usedNs = CpuClock.ReadThisThreadNs();
    }

    private void ReadAll()
    {
        foreach (var source in _sources)
            source.Read(Clock.NowNs);
    }

    /// <param name="beganNs">The thread's CPU time before it slept.</param>
    private void ReadDue(ReadingPace pace, long beganNs)
    {
        var wokeNs = CpuClock.ReadThisThreadNs();
        var cpuNs = wokeNs;
        for (var i = 0; i < _sources.Length; i++)
        {
            if (!pace.IsDue(i))
                continue;
            _sources[i].Read(Clock.NowNs);
            var usedNs = CpuClock.ReadThisThreadNs() - cpuNs;
            cpuNs += usedNs;
            pace.AddReading(i, usedNs);
        }
        pace.EndStep(wokeNs - beganNs, Clock.NowNs);
    }
}
