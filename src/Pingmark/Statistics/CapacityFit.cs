namespace Pingmark.Statistics;

/// <summary>
/// Where answers cross the limit: an inverse regression near the crossing. The logarithm of (quantile / limit) rises
/// with the logarithm of the load, steeply near saturation, and over a narrow range as a line. All generations have
/// the slope in common, which has to be learnt from few windows, and each has a crossing of its own: the mean over its
/// windows of load^ = load / exp(margin / slope). Windows far from the crossing tell its curve and not its place.
/// </summary>
/// <param name="Log">The logarithm of the load at which all generations together cross the limit.</param>
/// <param name="Slope">How much the margin rises for a step of the load, both as logarithms.</param>
/// <param name="Crossings">The logarithm of each generation's own crossing; null where it has no window near
/// it.</param>
public sealed record CapacityFit(double Log, double Slope, IReadOnlyList<double?> Crossings)
{
    /// <summary>How far from the crossing windows count, as a logarithm; wider where fewer than
    /// <see cref="FewestNear"/> do.</summary>
    internal const double Near = 0.16;
    private const double Widest = 0.7;
    internal const int FewestNear = 3;

    /// <summary>A slope is about 1 for a queue at half of its limit, 4 at 80 % and 9 at 90 %. The usual one counts
    /// until windows differ in load: with too steep a slope all generations would find what their windows were placed
    /// at.</summary>
    private const double UsualSlope = 3,
        WeightOfUsual = 0.001,
        LeastSlope = 0.7,
        MostSlope = 25;
    private const int Refinements = 4;

    /// <param name="generations">The answers of each generation.</param>
    /// <returns>The fit; null where the answers do not cross the limit.</returns>
    public static CapacityFit? Of(IReadOnlyList<IReadOnlyList<LoadAnswer>> generations)
    {
        var answers = generations.Select(one => one.Where(answer => !answer.IsClientBound).ToList()).ToList();
        var all = answers.SelectMany(one => one).ToList();
        if (LoadThreshold.Find(all) is not { } threshold || double.IsInfinity(threshold.Log))
            return null;
        var (center, slope) = (threshold.Log, UsualSlope);
        var crossings = new double?[answers.Count];
        for (var step = 0; step < Refinements; step++)
        {
            var near = Width(all, center);
            slope = SlopeOf(answers, center, near);
            for (var g = 0; g < answers.Count; g++)
                crossings[g] = Crossing(answers[g], center, near, slope);
            if (!crossings.Any(crossing => crossing is not null))
                return null;
            // No further than windows have been.
            center = Math.Clamp(crossings.OfType<double>().Average(), center - near, center + near);
        }
        return new(center, slope, crossings);
    }

    private static double Width(List<LoadAnswer> all, double center)
    {
        var near = Near;
        while (near < Widest && all.Count(answer => Math.Abs(answer.Log - center) < near) < FewestNear)
            near *= 1.3;
        return near;
    }

    /// <summary>The common slope, by least squares within generations.</summary>
    private static double SlopeOf(List<List<LoadAnswer>> generations, double center, double near)
    {
        var (ofX, ofXy) = (WeightOfUsual, WeightOfUsual * UsualSlope);
        foreach (var answers in generations)
        {
            var weighted = answers.Select(a => (a.Log, a.Clipped, Weight: Weight(a, center, near))).ToList();
            var weight = weighted.Sum(a => a.Weight);
            if (weight <= 0)
                continue;
            var x = weighted.Sum(a => a.Weight * a.Log) / weight;
            var y = weighted.Sum(a => a.Weight * a.Clipped) / weight;
            ofX += weighted.Sum(a => a.Weight * (a.Log - x) * (a.Log - x));
            ofXy += weighted.Sum(a => a.Weight * (a.Log - x) * (a.Clipped - y));
        }
        return Math.Clamp(ofXy / ofX, LeastSlope, MostSlope);
    }

    private static double? Crossing(List<LoadAnswer> answers, double center, double near, double slope)
    {
        var weight = answers.Sum(a => Weight(a, center, near));
        return weight > 0 ? answers.Sum(a => Weight(a, center, near) * (a.Log - a.Clipped / slope)) / weight : null;
    }

    /// <summary>Less the farther it is: the line is only one near the crossing.</summary>
    private static double Weight(LoadAnswer answer, double center, double near)
    {
        var distance = Math.Abs(answer.Log - center) / near;
        return distance < 1 ? 1 - distance * distance : 0;
    }
}
