namespace Pingmark.Impairment;

/// <summary>Counts the numbered probes of one direction: how long each took, and which came twice, overtaken, or
/// never.</summary>
internal sealed class ProbeTally(int most)
{
    private readonly bool[] _seen = new bool[most];
    private readonly List<long> _delaysNs = new(most);
    private int _latest = -1;

    public int Sent { get; set; }
    public int Distinct { get; private set; }
    public int Twice { get; private set; }
    public int Overtaken { get; private set; }

    public void RecordArrival(int number, long tookNs)
    {
        if (number < 0 || number >= most)
            return;
        if (_seen[number])
        {
            Twice++;
            return;
        }
        _seen[number] = true;
        Distinct++;
        _delaysNs.Add(tookNs);
        if (number < _latest)
            Overtaken++;
        _latest = Math.Max(_latest, number);
    }

    /// <summary>A figure of which probes were lost, in the order in which they were sent.</summary>
    public double Measure(BurstFigure figure) => figure.Measure([.. _seen.Take(Sent).Select(seen => !seen)]);

    public double Duplicate => (double)Twice / Math.Max(1, Distinct);
    public double Reorder => (double)Overtaken / Math.Max(1, Distinct);

    /// <summary>The median delay, which a machine that is busy now and then does not change.</summary>
    public double DelayNs => Quantile(0.5);

    /// <summary>The amplitude of the jitter, as it follows from the first and the ninth decile of the delays.</summary>
    public double JitterNs => (Quantile(0.9) - Quantile(0.1)) / 2 / Jitter.HalfDecileDistance;

    private double Quantile(double q)
    {
        if (_delaysNs.Count == 0)
            return 0;
        var sorted = _delaysNs.Order().ToList();
        return sorted[(int)(q * (sorted.Count - 1))];
    }
}
