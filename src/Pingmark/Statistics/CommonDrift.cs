using Pingmark.Model;

namespace Pingmark.Statistics;

/// <summary>
/// What a machine did to all cells alike from one run to another, as a logarithm. Most cells did not change, so that
/// the weighted median of their differences is the machine's; a few that did change don't move it.
/// </summary>
/// <param name="Log">The logarithm that is subtracted from the differences.</param>
/// <param name="StandardError">The standard error of that logarithm.</param>
/// <param name="Cells">How many cells it rests on; 0 where none tells it, so that it may be as large as machines
/// drift.</param>
/// <param name="IsTooFar">Whether the cells moved by more than machines drift: either all of them changed, or what the
/// machine was doing did, and nothing tells which.</param>
public sealed record CommonDrift(double Log, double StandardError, int Cells, bool IsTooFar)
{
    /// <summary>How far absolute figures of one machine drifted from one run to another, all stacks together: by 3 to 9
    /// % (docs/statistics.md). It is their root mean square, the standard deviation of what is expected.</summary>
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

    /// <param name="differences">The differences of cells that are taken for unchanged.</param>
    /// <param name="areKnown">Whether the user says that these cells are unchanged: then all that they tell is drift,
    /// however much.</param>
    /// <param name="isElsewhere">Whether they are cells of other scenarios than the judged ones.</param>
    /// <param name="noise">The noise that <see cref="DriftScatter"/> finds.</param>
    public static CommonDrift Fit(
        IReadOnlyList<LogarithmEstimate> differences,
        bool areKnown,
        bool isElsewhere,
        double noise
    )
    {
        var told = differences.Where(d => d.StandardError is > 0).ToList();
        if (told.Count == 0 || told.Count < 2 && !areKnown)
            return new(0, Expected, 0, false);
        var middle = DriftScatter.WeightedMedian(told);
        var unsure = new CommonDrift(0, 0, told.Count, false) { Noise = noise, IsElsewhere = isElsewhere };
        // Of a median that weighs each by its error: pi/2 times that of the weighted mean.
        var variance =
            Math.PI / 2 / told.Sum(d => 1 / (Math.Pow(d.StandardError!.Value, 2) + unsure.ExcessVariance(d)));
        if (areKnown)
            return unsure with { Log = middle, StandardError = Math.Sqrt(variance) };
        // What is known of machines beforehand counts the more, the less the cells tell.
        var share = Expected * Expected / (Expected * Expected + variance);
        var drift = share * middle;
        return unsure with
        {
            Log = drift,
            StandardError = Math.Sqrt(share * variance),
            IsTooFar = Math.Abs(drift) > Bound,
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
}
