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

/// <summary>Decides when which source is read, so that reading all of them and waking up for it take no more than a
/// share of a core. The cost of each reading is measured, and what costs more is read more rarely. Times are in ns, by
/// any clock; costs are CPU time.</summary>
internal sealed class ReadingPace
{
    /// <summary>The time between two steps. Shorter ones would tell more exactly when something was, and take more from
    /// what is measured.</summary>
    public const long ShortestNs = 5_000_000;

    /// <summary>The largest part of the share for waking up: the rest is for reading.</summary>
    private const double MaxShareForWaking = 0.5;

    /// <summary>The weight of a new cost in the moving mean.</summary>
    private const double WeightOfNew = 0.125;

    private readonly double _share;
    private readonly double[] _costNs,
        _sortedCostNs;
    private readonly int[] _order;
    private readonly long[] _dueNs,
        _intervalNs;
    private double _wakingNs;
    private long _stepNs = ShortestNs;

    /// <param name="mostShare">The share of a core for all together.</param>
    public ReadingPace(int sources, double mostShare, long nowNs)
    {
        (_share, _costNs, _sortedCostNs) = (mostShare, new double[sources], new double[sources]);
        (_order, _dueNs, _intervalNs) = (new int[sources], new long[sources], new long[sources]);
        Array.Fill(_intervalNs, ShortestNs);
        NextNs = nowNs + ShortestNs;
    }

    /// <summary>When the next step is.</summary>
    public long NextNs { get; private set; }

    /// <summary>Whether a source is read in this step.</summary>
    public bool IsDue(int source) => NextNs >= _dueNs[source];

    /// <summary>Records what reading a source cost in this step.</summary>
    public void AddReading(int source, long cpuNs)
    {
        _costNs[source] = Mean(_costNs[source], cpuNs);
        _dueNs[source] = NextNs + _intervalNs[source];
    }

    /// <summary>Ends a step, and plans the next ones.</summary>
    /// <param name="wakingNs">What the step cost besides its readings.</param>
    public void EndStep(long wakingNs, long nowNs)
    {
        _wakingNs = Mean(_wakingNs, wakingNs);
        _stepNs = Math.Max(ShortestNs, (long)(_wakingNs / (MaxShareForWaking * _share)));
        ShareAmongSources(_share - _wakingNs / _stepNs);
        NextNs = Math.Max(NextNs + _stepNs, nowNs);
    }

    /// <summary>Shares what is left among the sources, the cheapest first: what a source does not need of its part at
    /// each step is left to the others.</summary>
    private void ShareAmongSources(double left)
    {
        _costNs.CopyTo(_sortedCostNs, 0);
        for (var i = 0; i < _order.Length; i++)
            _order[i] = i;
        Array.Sort(_sortedCostNs, _order);
        for (var i = 0; i < _order.Length; i++)
        {
            var part = left / (_order.Length - i);
            _intervalNs[_order[i]] = Math.Max(_stepNs, (long)(_sortedCostNs[i] / part));
            left -= _sortedCostNs[i] / _intervalNs[_order[i]];
        }
    }

    private static double Mean(double before, double next) =>
        before == 0 ? next : before + WeightOfNew * (next - before);
}
