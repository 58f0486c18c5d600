namespace Pingmark.Statistics;

/// <summary>Finds where a series of logarithms changed its level: the segments with the least squares about their own
/// means, each of which costs a penalty (R. Killick, P. Fearnhead, I. A. Eckley, JASA 107, 2012: optimal partitioning
/// without pruning). Squares are in units of the long-run variance (M. Lavielle, E. Moulines, Journal of Time Series
/// Analysis 21, 2000).</summary>
internal static class ChangePoints
{
    /// <summary>The fewest values that tell the noise.</summary>
    public const int FewestValues = 6;

    /// <summary>The shortest segment: one value that is out of line is not a new level.</summary>
    public const int ShortestSegment = 2;

    /// <summary>The longest series; of a longer one only the end is judged.</summary>
    public const int MostValues = 2000;

    /// <summary>How far a value may be beyond its neighbours, in units of the noise.</summary>
    private const double MaxSpikeNoises = 3;

    /// <param name="noise">The noise of a value about its level.</param>
    /// <param name="penalty">What a segment more must save of the squares, in units of the long-run variance.</param>
    /// <returns>The indices at which a new level begins, ascending.</returns>
    public static IReadOnlyList<int> Find(IReadOnlyList<double> values, NoiseOfRuns noise, double penalty)
    {
        var skipped = Math.Max(0, values.Count - MostValues);
        var last = values.Skip(skipped).ToList();
        return last.Count < FewestValues ? [] : Partition(last, noise, penalty).Select(at => at + skipped).ToList();
    }

    /// <summary>The values with each one that stands out from both its neighbours moved towards the nearer
    /// one.</summary>
    private static List<double> WithoutSpikes(List<double> values, double noise) =>
        values
            .Select(
                (value, i) =>
                    i == 0 || i == values.Count - 1
                        ? value
                        : Math.Clamp(
                            value,
                            Math.Min(values[i - 1], values[i + 1]) - MaxSpikeNoises * noise,
                            Math.Max(values[i - 1], values[i + 1]) + MaxSpikeNoises * noise
                        )
            )
            .ToList();

    private static List<int> Partition(List<double> measured, NoiseOfRuns noise, double penalty)
    {
        var count = measured.Count;
        var values = WithoutSpikes(measured, noise.Deviation);
        var unit = Math.Sqrt(noise.LongRunVariance);
        var (sums, squares) = (new double[count + 1], new double[count + 1]);
        for (var i = 0; i < count; i++)
        {
            var value = (values[i] - values[0]) / unit;
            (sums[i + 1], squares[i + 1]) = (sums[i] + value, squares[i] + value * value);
        }
        double Cost(int from, int to)
        {
            var sum = sums[to] - sums[from];
            return squares[to] - squares[from] - sum * sum / (to - from);
        }

        var least = Enumerable.Repeat(double.PositiveInfinity, count + 1).ToArray();
        var before = new int[count + 1];
        least[0] = 0;
        for (var to = ShortestSegment; to <= count; to++)
        for (var from = 0; from <= to - ShortestSegment; from++)
            if (least[from] + Cost(from, to) + penalty is var cost && cost < least[to])
                (least[to], before[to]) = (cost, from);

        var found = new List<int>();
        for (var at = before[count]; at > 0; at = before[at])
            found.Insert(0, at);
        return found;
    }
}
