using Pingmark.Model;

namespace Pingmark.Statistics;

/// <summary>What a machine did to all cells alike from one run to another, as a logarithm: the weighted median of the
/// cells' differences, which the few cells that changed don't move.</summary>
/// <param name="Log">The logarithm that is subtracted from the differences.</param>
/// <param name="Cells">How many cells it rests on; 0 where none shows it, so that it may be as large as machines
/// drift.</param>
/// <param name="IsTooFar">Whether the cells moved by more than machines drift: either all of them changed, or what the
/// machine was doing, and nothing tells which.</param>
public sealed record CommonDrift(double Log, double StandardError, int Cells, bool IsTooFar)
{
    /// <summary>The standard deviation of a machine's drift between runs: 3 to 9 %.</summary>
    public const double Usual = 0.06;

    /// <summary>The largest drift that is believed: three times the usual one.</summary>
    public const double Most = 0.18;

    private static readonly double Expected = Math.Log(1 + Usual);
    private static readonly double Bound = Math.Log(1 + Most);

    /// <summary>By how many times, at least 1, cells scatter more about their drift than their rounds make one
    /// expect.</summary>
    private double Noise { get; init; } = 1;

    /// <summary>Whether it is the drift of other scenarios, whose cells were measured at other times.</summary>
    private bool IsElsewhere { get; init; }

    public Estimate Estimate =>
        new LogarithmEstimate(Log, StandardError, LogarithmEstimate.MostFreedom, Cells).Estimate();

    /// <param name="differences">The differences of cells that are taken for unchanged, with their standard
    /// errors.</param>
    /// <param name="areKnown">Whether the user says that these cells are unchanged: then all that they show is drift,
    /// however much.</param>
    /// <param name="isElsewhere">Whether they are cells of other scenarios than the judged ones.</param>
    /// <param name="noise">As <see cref="EstimateNoise"/> finds it.</param>
    public static CommonDrift Fit(
        IReadOnlyList<LogarithmEstimate> differences,
        bool areKnown,
        bool isElsewhere,
        double noise
    )
    {
        if (differences.Count < (areKnown ? 1 : 2))
            return new(0, Expected, 0, false);
        var middle = WeightedMedian(differences);
        var drift = new CommonDrift(0, 0, differences.Count, false) { Noise = noise, IsElsewhere = isElsewhere };
        // Of a median that weighs each by its error: pi/2 times that of the weighted mean.
        var variance =
            Math.PI / 2 / differences.Sum(d => 1 / (Math.Pow(d.StandardError!.Value, 2) + drift.ExcessVariance(d)));
        if (areKnown)
            return drift with { Log = middle, StandardError = Math.Sqrt(variance) };
        // What is known of machines beforehand counts the more, the less the cells show.
        var share = Expected * Expected / (Expected * Expected + variance);
        return drift with
        {
            Log = share * middle,
            StandardError = Math.Sqrt(share * variance),
            IsTooFar = Math.Abs(share * middle) > Bound,
        };
    }

    /// <summary>The difference without the drift; its error includes that the drift need not hit all cells
    /// alike.</summary>
    public LogarithmEstimate Beyond(LogarithmEstimate difference)
    {
        var own = difference with { Mean = difference.Mean - Log };
        return own.StandardError is null ? own : own.Plus(ExcessVariance(difference) + StandardError * StandardError);
    }

    /// <summary>How much a cell's drift may vary about the common one, as a variance that is at most the usual
    /// drift's.</summary>
    private double ExcessVariance(LogarithmEstimate difference) =>
        IsElsewhere
            ? Expected * Expected
            : Math.Min((Noise * Noise - 1) * Math.Pow(difference.StandardError!.Value, 2), Expected * Expected);

    /// <summary>By how many times, at least 1, cells scatter more than their rounds make one expect. It is robust, so
    /// that some cells may have changed.</summary>
    /// <param name="groups">The differences of each group, which scatter about the group's own middle.</param>
    public static double EstimateNoise(IEnumerable<IReadOnlyList<LogarithmEstimate>> groups)
    {
        // How many cells the assumption counts as that cells scatter as much as their rounds say.
        const double prior = 4;
        // From the median absolute deviation to the standard deviation of a normal distribution.
        const double toDeviation = 1.4826;
        var deviations = groups.Where(group => group.Count > 1).SelectMany(Deviations).Order().ToList();
        if (deviations.Count == 0)
            return 1;
        var median = (deviations[(deviations.Count - 1) / 2] + deviations[deviations.Count / 2]) / 2;
        var ratio = Math.Pow(toDeviation * median, 2);
        return Math.Sqrt(Math.Max(1, (prior + deviations.Count * ratio) / (prior + deviations.Count)));
    }

    /// <summary>The distances from the middle in standard errors, corrected for the middle being chosen to be near
    /// them.</summary>
    private static IEnumerable<double> Deviations(IReadOnlyList<LogarithmEstimate> group)
    {
        var middle = WeightedMedian(group);
        var correction = Math.Sqrt(group.Count / (group.Count - 1.0));
        return group.Select(d => Math.Abs(d.Mean - middle) * Weight(d) * correction);
    }

    private static double WeightedMedian(IReadOnlyList<LogarithmEstimate> differences)
    {
        // Of two neither is in the middle.
        if (differences.Count == 2)
            return differences.Sum(d => d.Mean * Weight(d)) / differences.Sum(Weight);
        var half = differences.Sum(Weight) / 2;
        var below = 0.0;
        return differences.OrderBy(d => d.Mean).First(d => (below += Weight(d)) >= half).Mean;
    }

    private static double Weight(LogarithmEstimate difference) => 1 / difference.StandardError!.Value;
}
