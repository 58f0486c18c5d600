namespace Pingmark.Observing.Kernel;

/// <summary>Decides when which source is read, so that reading all of them and waking up for it take no more than a
/// share of a core. What a reading costs depends on the machine, and on how cold it finds the caches; so each is
/// measured, and what costs more is read more rarely. Times are in ns, by any clock; costs are CPU time.</summary>
internal sealed class ReadingPace
{
    /// <summary>The time between two steps. Shorter ones would tell more exactly when something was, and take more
    /// from what is measured (docs/tail.md has the figures).</summary>
    public const long ShortestNs = 5_000_000;

    /// <summary>Waking up may take this part of the share at most: who wakes more often has less left to
    /// read.</summary>
    private const double MostForWaking = 0.5;

    /// <summary>How much a new cost counts in the mean of the earlier ones.</summary>
    private const double OfNew = 0.125;

    /// <summary>A cost counts as so many times the mean at most: one that was dear by chance, such as the first, is not
    /// held against readings of the next seconds.</summary>
    private const double MostOfMean = 4;

    private readonly double _share;
    private readonly double[] _weights;
    private readonly double[] _costNs;
    private readonly int[] _counts;
    private readonly long[] _readNs;
    private readonly long[] _intervalNs;
    private double _wakingNs;
    private int _steps;
    private long _stepNs = ShortestNs;

    /// <param name="weights">How many parts of what is left by waking up each source has.</param>
    /// <param name="mostShare">The share of a core for all together.</param>
    public ReadingPace(double[] weights, double mostShare, long nowNs)
    {
        (_weights, _share) = (weights, mostShare);
        _costNs = new double[weights.Length];
        _counts = new int[weights.Length];
        _readNs = new long[weights.Length];
        _intervalNs = new long[weights.Length];
        Array.Fill(_intervalNs, ShortestNs);
        NextNs = nowNs + ShortestNs;
    }

    /// <summary>When the next step is.</summary>
    public long NextNs { get; private set; }

    /// <summary>Whether a source is read in this step.</summary>
    public bool IsDue(int source) => NextNs >= _readNs[source] + _intervalNs[source];

    /// <summary>Takes what reading a source cost in this step.</summary>
    public void WasRead(int source, long cpuNs)
    {
        _costNs[source] = Mean(_costNs[source], cpuNs, ++_counts[source]);
        _readNs[source] = NextNs;
    }

    /// <summary>Ends a step, and plans the next ones.</summary>
    /// <param name="wakingNs">What the step cost besides its readings.</param>
    public void Ended(long wakingNs, long nowNs)
    {
        _wakingNs = Mean(_wakingNs, wakingNs, ++_steps);
        _stepNs = Math.Max(ShortestNs, (long)(_wakingNs / (MostForWaking * _share)));
        Share(_share - _wakingNs / _stepNs);
        NextNs = Math.Max(NextNs + _stepNs, nowNs);
    }

    /// <summary>Shares what is left among the sources by their weights: what needs less than its part at each step
    /// leaves the rest to the others.</summary>
    private void Share(double left)
    {
        var others = 0.0;
        foreach (var weight in _weights)
            others += weight;
        // Of those that are read at each step, what a part of the dearest costs.
        var partNs = 0.0;
        while (NextCheapest(partNs) is { } next && next * others <= left * _stepNs)
        {
            var same = WeightAt(next);
            left -= same * next / _stepNs;
            others -= same;
            partNs = next;
        }
        for (var i = 0; i < _costNs.Length; i++)
            _intervalNs[i] = PartNs(i) <= partNs ? _stepNs : Math.Max(_stepNs, (long)(PartNs(i) * others / left));
    }

    /// <summary>What a source costs for each of its parts.</summary>
    private double PartNs(int source) => _costNs[source] / _weights[source];

    private double? NextCheapest(double thanNs)
    {
        double? next = null;
        for (var i = 0; i < _costNs.Length; i++)
            if (PartNs(i) is var partNs && partNs > thanNs && (next is null || partNs < next))
                next = partNs;
        return next;
    }

    private double WeightAt(double partNs)
    {
        var weight = 0.0;
        for (var i = 0; i < _costNs.Length; i++)
            weight += PartNs(i) == partNs ? _weights[i] : 0;
        return weight;
    }

    /// <summary>The mean with a new cost; 0 where none is known. The first tells nothing: what is compiled in it is so
    /// once.</summary>
    private static double Mean(double before, double next, int count) =>
        count == 1 ? 0
        : count == 2 ? next
        : before + Math.Max(OfNew, 1.0 / (count - 1)) * (Math.Min(next, MostOfMean * before) - before);
}
