namespace Pingmark.Statistics;

/// <summary>Measures how alike drift hit cells that alternated: the middle of their differences, and how far these lie
/// from it.</summary>
internal static class DriftScatter
{
    /// <summary>The factor from the median absolute deviation to the standard deviation of a normal
    /// distribution.</summary>
    private const double OfMedianDeviation = 1.4826;

    /// <summary>How many cells the assumption counts as that cells scatter as much as their rounds say.</summary>
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

    /// <summary>By how many times, at least 1, cells scatter more than their rounds make one expect. It is robust, so
    /// that some cells may have changed.</summary>
    /// <param name="groups">The differences of each group, which scatter about the group's own middle.</param>
    public static double Estimate(IEnumerable<IReadOnlyList<LogarithmEstimate>> groups)
    {
        var deviations = groups.Where(group => group.Count > 1).SelectMany(Deviations).Order().ToList();
        if (deviations.Count == 0)
            return 1;
        var median = (deviations[(deviations.Count - 1) / 2] + deviations[deviations.Count / 2]) / 2;
        var ratio = Math.Pow(OfMedianDeviation * median, 2);
        return Math.Sqrt(Math.Max(1, (Prior + deviations.Count * ratio) / (Prior + deviations.Count)));
    }

    /// <summary>The distances from the middle in standard errors, corrected for the middle being chosen to be near
    /// them.</summary>
    private static IEnumerable<double> Deviations(IReadOnlyList<LogarithmEstimate> group)
    {
        var middle = WeightedMedian(group);
        var correction = Math.Sqrt(group.Count / (group.Count - 1.0));
        return group.Select(d => Math.Abs(d.Mean - middle) * Weight(d) * correction);
    }

    private static double Weight(LogarithmEstimate difference) => 1 / difference.StandardError!.Value;
}
