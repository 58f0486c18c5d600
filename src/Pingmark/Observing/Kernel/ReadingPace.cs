namespace Pingmark.Observing.Kernel;

/// <summary>Decides when which source is read, so that reading all of them and waking up for it take no more than a
/// share of a core. What a reading costs depends on the machine, and on how cold it finds the caches; so each is
/// measured, and what costs more is read more rarely. Times are in ns, by any clock; costs are CPU time.</summary>
internal sealed class ReadingPace
{
    /// <summary>The time between two steps. Shorter ones would tell more exactly when something was, and take more
    /// from what is measured.</summary>
    public const long ShortestNs = 5_000_000;

    /// <summary>Waking up may take this part of the share at most: who wakes more often has less left to
    /// read.</summary>
    private const double MostForWaking = 0.5;

    /// <summary>How much a new cost counts in the mean of the earlier ones.</summary>
    private const double OfNew = 0.125;

    private readonly double _share;
    private readonly double[] _costNs;
    private readonly long[] _dueNs;
    private readonly long[] _intervalNs;
    private double _wakingNs;
    private long _stepNs = ShortestNs;

    /// <param name="mostShare">The share of a core for all together.</param>
    public ReadingPace(int sources, double mostShare, long nowNs)
    {
        (_share, _costNs, _dueNs, _intervalNs) = (mostShare, new double[sources], new long[sources], new long[sources]);
        Array.Fill(_intervalNs, ShortestNs);
        NextNs = nowNs + ShortestNs;
    }

    /// <summary>When the next step is.</summary>
    public long NextNs { get; private set; }

    /// <summary>Whether a source is read in this step.</summary>
    public bool IsDue(int source) => NextNs >= _dueNs[source];

    /// <summary>Takes what reading a source cost in this step.</summary>
    public void WasRead(int source, long cpuNs)
    {
        _costNs[source] = Mean(_costNs[source], cpuNs);
        _dueNs[source] = NextNs + _intervalNs[source];
    }

    /// <summary>Ends a step, and plans the next ones.</summary>
    /// <param name="wakingNs">What the step cost besides its readings.</param>
    public void Ended(long wakingNs, long nowNs)
    {
        _wakingNs = Mean(_wakingNs, wakingNs);
        _stepNs = Math.Max(ShortestNs, (long)(_wakingNs / (MostForWaking * _share)));
        Share(_share - _wakingNs / _stepNs);
        NextNs = Math.Max(NextNs + _stepNs, nowNs);
    }

    /// <summary>Shares what is left among the sources: what needs less than its part at each step leaves the rest to
    /// the others.</summary>
    private void Share(double left)
    {
        var others = _costNs.Length;
        var costNs = 0.0;
        while (NextCheapest(costNs) is { } next && Count(next) is var same && next * others <= left * _stepNs)
        {
            left -= same * next / _stepNs;
            others -= same;
            costNs = next;
        }
        for (var i = 0; i < _costNs.Length; i++)
            _intervalNs[i] = _costNs[i] <= costNs ? _stepNs : Math.Max(_stepNs, (long)(_costNs[i] * others / left));
    }

    private double? NextCheapest(double thanNs)
    {
        double? next = null;
        foreach (var cost in _costNs)
            if (cost > thanNs && (next is null || cost < next))
                next = cost;
        return next;
    }

    private int Count(double costNs)
    {
        var count = 0;
        foreach (var cost in _costNs)
            count += cost == costNs ? 1 : 0;
        return count;
    }

    private static double Mean(double before, double next) => before == 0 ? next : before + OfNew * (next - before);
}
