namespace Pingmark.Statistics;

/// <summary>
/// Where answers cross the limit: the load at which as many values are beyond the limit as the objective leaves out.
/// The logarithm of that excess rises with the logarithm of the load, over a narrow range as a line. All generations
/// have the slope in common, and each has its own crossing. Shares and not percentiles are averaged: near saturation a
/// queue has few long bursts, so that percentiles of short windows are biased and shares are not.
/// </summary>
/// <param name="Log">The logarithm of the load at which all generations together cross the limit.</param>
/// <param name="Slope">How much the excess rises for a step of the load, both as logarithms.</param>
/// <param name="Crossings">The logarithm of each generation's own crossing; null where it has no window near
/// it.</param>
/// <param name="Width">How far from the crossing windows count, as a logarithm.</param>
/// <param name="Unseen">The mean of what the windows that count can't see.</param>
public sealed record CapacityFit(
    double Log,
    double Slope,
    IReadOnlyList<double?> Crossings,
    double Width,
    double Unseen
)
{
    /// <summary>How far from the crossing windows count, as a logarithm; wider where fewer than
    /// <see cref="MinNear"/> do, or where generations differ.</summary>
    private const double NearLog = 0.16,
        WidestLog = 0.7,
        ScattersWide = 2;
    private const int MinNear = 3;

    /// <summary>The excess of an M/D/1 queue rises with a power of about 2 x limit / service time: 13 at a limit of 5
    /// service times, 40 at 20. The usual slope counts until windows differ in load.</summary>
    private const double UsualSlope = 15,
        ScatterOfSlope = 0.7,
        LeastSlope = 0.7,
        MostSlope = 150;

    /// <summary>How many windows at the common crossing each generation has beside its own: where none of its windows
    /// had any excess it would have no crossing.</summary>
    private const double WindowsOfAll = 0.1;

    /// <summary>The variance of the excess of a window at the limit: values beyond it come in bursts.</summary>
    private const double BurstVariance = 1.5;
    private const int Refinements = 4;

    /// <param name="generations">The answers of each generation.</param>
    /// <returns>The fit; null where the answers do not cross the limit.</returns>
    public static CapacityFit? Fit(IReadOnlyList<IReadOnlyList<LoadAnswer>> generations)
    {
        var answers = generations.Select(one => one.Where(answer => !answer.IsClientBound).ToList()).ToList();
        var all = answers.SelectMany(one => one).ToList();
        if (LoadAnswer.FindThreshold(all) is not { } threshold || double.IsInfinity(threshold))
            return null;
        var (center, slope, scatter) = (threshold, UsualSlope, 0.0);
        for (var step = 1; ; step++)
        {
            var near = WidthOf(answers, center, scatter);
            var line = new Line(center, near);
            var points = answers.Select(one => line.Near(one)).ToList();
            if (points.TrueForAll(one => one.Count == 0))
                return null;
            slope = SlopeOf(line, points);
            IReadOnlyList<double?> crossings =
            [
                .. points.Select(one =>
                    one.Count == 0 ? (double?)null
                    : step < Refinements ? line.Crossing(one, slope)
                    : line.CrossingWithoutBias(one, slope)
                ),
            ];
            var known = crossings.OfType<double>().ToList();
            scatter = known.Count > 1 ? ConfidenceInterval.StandardDeviation(known) : 0;
            // No further than windows have been.
            center = Math.Clamp(known.Average(), center - near, center + near);
            if (step == Refinements)
                return new(center, slope, crossings, near, points.SelectMany(one => one).Average(p => p.Unseen));
        }
    }

    private static double WidthOf(List<List<LoadAnswer>> generations, double center, double scatter)
    {
        var near = Math.Clamp(ScattersWide * scatter, NearLog, WidestLog);
        while (near < WidestLog && (Count(near) < MinNear || generations.Exists(one => IsApart(one, center, near))))
            near *= 1.3;
        return near;

        int Count(double width) => generations.Sum(one => one.Count(answer => Math.Abs(answer.Log - center) < width));
    }

    /// <summary>Whether a generation crosses the limit where none of its windows counts.</summary>
    private static bool IsApart(List<LoadAnswer> answers, double center, double near) =>
        answers.Count > MinNear
        && LoadAnswer.FindThreshold(answers) is { } own
        && double.IsFinite(own)
        && !answers.Exists(answer => Math.Abs(answer.Log - center) < near);

    /// <summary>The common slope: the most likely one within generations.</summary>
    private static double SlopeOf(Line line, List<List<Point>> generations)
    {
        return Math.Exp(Bisection.Find(Math.Log(LeastSlope), Math.Log(MostSlope), IsSteeper));

        bool IsSteeper(double log)
        {
            var slope = Math.Exp(log);
            var score = generations
                .Where(one => one.Count > 0)
                .Select(one => (Points: one, Crossing: line.Crossing(one, slope)))
                .Sum(one => one.Points.Sum(p => p.Residual(one.Crossing, slope) * (p.Log - one.Crossing)));
            return slope * score / BurstVariance + (Math.Log(UsualSlope) - log) / (ScatterOfSlope * ScatterOfSlope) > 0;
        }
    }

    /// <summary>The windows near a crossing, and a line through them.</summary>
    private sealed record Line(double Center, double Width)
    {
        public List<Point> Near(IEnumerable<LoadAnswer> answers) =>
            [
                .. answers
                    .Select(answer => new Point(answer.Log, answer.Excess, Weight(answer), answer.Unseen))
                    .Where(point => point.Weight > 0),
            ];

        /// <summary>Less the farther it is: the line is only one near the crossing.</summary>
        private double Weight(LoadAnswer answer)
        {
            var distance = Math.Abs(answer.Log - Center) / Width;
            return distance < 1 ? 1 - distance * distance : 0;
        }

        /// <summary>Where the excess that a line foretells is as much as there was.</summary>
        public double Crossing(IEnumerable<Point> points, double slope)
        {
            List<Point> all = [.. points, new(Center, 1, WindowsOfAll, 0)];
            return Bisection.Find(
                Center - 2 * Width,
                Center + 2 * Width,
                crossing => all.Sum(point => point.Residual(crossing, slope)) < 0
            );
        }

        /// <summary>The logarithm of a mean of few is too low: what leaving out each window tells of it is taken off
        /// (M. H. Quenouille, <em>Notes on bias in estimation</em>, Biometrika 43, 1956).</summary>
        public double CrossingWithoutBias(List<Point> points, double slope)
        {
            var all = Crossing(points, slope);
            if (points.Count < MinNear)
                return all;
            var without = points.Index().Average(one => Crossing(points.Where((_, i) => i != one.Index), slope));
            return Math.Clamp(
                points.Count * all - (points.Count - 1) * without,
                Center - 2 * Width,
                Center + 2 * Width
            );
        }
    }

    private readonly record struct Point(double Log, double Excess, double Weight, double Unseen)
    {
        /// <summary>How much more excess there was than a line foretells. The more it foretells the more it
        /// scatters.</summary>
        public double Residual(double crossing, double slope)
        {
            var expected = Math.Min(LoadAnswer.MostExcess, Math.Exp(slope * (Log - crossing)));
            return Weight * (Excess - expected) / (1 + expected);
        }
    }
}
