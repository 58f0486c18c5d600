namespace Pingmark.Statistics;

/// <summary>Finds where a series of logarithms changed its level: the segments with the least squares about their own
/// means, each of which costs a penalty (R. Killick, P. Fearnhead, I. A. Eckley, <em>Optimal detection of changepoints
/// with a linear computational cost</em>, JASA 107, 2012: the optimal partitioning, without its pruning). Squares are
/// in units of the noise, which comes from the differences of neighbours, so that a step doesn't count for
/// it.</summary>
public static class ChangePoints
{
    /// <summary>The fewest values that tell the noise.</summary>
    public const int FewestValues = 6;

    /// <summary>The shortest segment: one value that is out of line is not a new level.</summary>
    private const int ShortestSegment = 2;

    /// <summary>The longest series; of a longer one only the end is judged.</summary>
    public const int MostValues = 2000;

    // By simulation: of series without a change at most 3 in 100 have one found (docs/statistics.md). The noise of few
    // values is itself not known well.
    private const double Penalty = 12,
        PenaltyOfFew = 6;

    /// <summary>The least noise: figures are written with three digits, so they do not scatter less.</summary>
    private const double LeastNoise = 0.005;

    /// <summary>How far a value may be beyond its neighbours, in units of the noise.</summary>
    private const double Spike = 3;

    private const double OfMedianDeviation = 1.4826;

    /// <returns>The indices at which a new level begins, ascending.</returns>
    public static IReadOnlyList<int> Find(IReadOnlyList<double> values)
    {
        var skipped = Math.Max(0, values.Count - MostValues);
        var last = values.Skip(skipped).ToList();
        return last.Count < FewestValues ? [] : Partition(last).Select(at => at + skipped).ToList();
    }

    /// <summary>The standard deviation of a value about its level.</summary>
    public static double Noise(IReadOnlyList<double> values)
    {
        var steps = values.Zip(values.Skip(1), (a, b) => Math.Abs(b - a)).Order().ToList();
        if (steps.Count == 0)
            return LeastNoise;
        var median = (steps[(steps.Count - 1) / 2] + steps[steps.Count / 2]) / 2;
        return Math.Max(LeastNoise, OfMedianDeviation * median / Math.Sqrt(2));
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
                            Math.Min(values[i - 1], values[i + 1]) - Spike * noise,
                            Math.Max(values[i - 1], values[i + 1]) + Spike * noise
                        )
            )
            .ToList();

    private static List<int> Partition(List<double> measured)
    {
        var (count, noise) = (measured.Count, Noise(measured));
        var values = WithoutSpikes(measured, noise);
        var penalty = Penalty * (1 + PenaltyOfFew / count);
        var (sums, squares) = (new double[count + 1], new double[count + 1]);
        for (var i = 0; i < count; i++)
        {
            var value = (values[i] - values[0]) / noise;
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
