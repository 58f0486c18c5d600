namespace Pingmark.Statistics;

/// <summary>How alike a drift hit cells that took turns: the middle of their differences, and how far these lie from
/// it.</summary>
internal static class DriftScatter
{
    /// <summary>Median absolute deviation to standard deviation, of a normal distribution.</summary>
    private const double OfMedianDeviation = 1.4826;

    /// <summary>That cells scatter as their rounds say is as good as known from so many cells.</summary>
    private const double Prior = 4;

    public static double WeightedMedian(IReadOnlyList<LogarithmEstimate> differences)
    {
        // Of two neither is in the middle.
        if (differences.Count == 2)
            return differences.Sum(d => d.Mean * Weight(d)) / differences.Sum(Weight);
        var half = differences.Sum(Weight) / 2;
        var below = 0.0;
        return differences.OrderBy(d => d.Mean).First(d => (below += Weight(d)) >= half).Mean;
    }

    /// <summary>By how many times cells scatter more than their rounds make one expect, at least 1: robust, so that
    /// some of them may have changed.</summary>
    /// <param name="groups">Each about its own middle.</param>
    public static double Of(IEnumerable<IReadOnlyList<LogarithmEstimate>> groups)
    {
        var deviations = groups.Where(group => group.Count > 1).SelectMany(Deviations).Order().ToList();
        if (deviations.Count == 0)
            return 1;
        var median = (deviations[(deviations.Count - 1) / 2] + deviations[deviations.Count / 2]) / 2;
        var ratio = Math.Pow(OfMedianDeviation * median, 2);
        return Math.Sqrt(Math.Max(1, (Prior + deviations.Count * ratio) / (Prior + deviations.Count)));
    }

    /// <summary>In standard errors; the middle was chosen to be near them.</summary>
    private static IEnumerable<double> Deviations(IReadOnlyList<LogarithmEstimate> group)
    {
        var middle = WeightedMedian(group);
        var correction = Math.Sqrt(group.Count / (group.Count - 1.0));
        return group.Select(d => Math.Abs(d.Mean - middle) * Weight(d) * correction);
    }

    private static double Weight(LogarithmEstimate difference) => 1 / difference.StandardError!.Value;
}
