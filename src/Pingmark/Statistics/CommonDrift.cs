using Pingmark.Model;

namespace Pingmark.Statistics;

/// <summary>
/// What a machine did to all cells alike from one run to another, as a logarithm. Most cells did not change, so that
/// the weighted median of their differences is the machine's; a few that did change don't move it.
/// </summary>
/// <param name="Log">What is taken off the differences.</param>
/// <param name="StandardError">How far that may be off.</param>
/// <param name="Cells">That it rests on; 0: nothing tells it, and it may be as large as machines drift.</param>
/// <param name="IsTooFar">The cells moved by more than machines drift: either all of them changed, or what the machine
/// was doing did, and nothing tells which.</param>
public sealed record CommonDrift(double Log, double StandardError, int Cells, bool IsTooFar)
{
    /// <summary>Absolute figures of one machine drifted by 3 to 9 % from one run to another, all stacks together
    /// (docs/statistics.md): their root mean square, the standard deviation of what is expected.</summary>
    public const double Usual = 0.06;

    /// <summary>Three times that.</summary>
    public const double Most = 0.18;

    private static readonly double Expected = Math.Log(1 + Usual);
    private static readonly double Bound = Math.Log(1 + Most);

    /// <summary>Student's t of more is the normal distribution.</summary>
    private const double MostFreedom = 1000;

    /// <summary>Cells that scatter about their drift more than their rounds make one expect: by so many times, at least
    /// 1.</summary>
    private double Noise { get; init; } = 1;

    /// <summary>It is that of other scenarios, whose cells had their turn at other times.</summary>
    private bool IsElsewhere { get; init; }

    public Estimate Estimate => new LogarithmEstimate(Log, StandardError, MostFreedom, Cells).Estimate();

    /// <param name="differences">Of cells that are taken for unchanged.</param>
    /// <param name="areKnown">Somebody says that they are: then all that they tell is drift, however much.</param>
    /// <param name="isElsewhere">They are of other scenarios than the cells that are judged.</param>
    /// <param name="noise">Of <see cref="DriftScatter"/>.</param>
    public static CommonDrift Of(
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

    /// <summary>The difference beyond the drift, which need not hit all cells alike.</summary>
    public LogarithmEstimate Beyond(LogarithmEstimate difference)
    {
        var mean = difference.Mean - Log;
        if (difference.StandardError is not { } error)
            return difference with { Mean = mean };
        var own = error * error;
        var all = own + ExcessVariance(difference) + StandardError * StandardError;
        // Welch and Satterthwaite; what was not estimated from rounds has no degrees of freedom to count.
        var freedom = Math.Min(MostFreedom, difference.Freedom * Math.Pow(all / own, 2));
        return difference with { Mean = mean, StandardError = Math.Sqrt(all), Freedom = freedom };
    }

    /// <summary>By how much a cell's drift may differ from the common one: no more than drifts are.</summary>
    private double ExcessVariance(LogarithmEstimate difference) =>
        IsElsewhere
            ? Expected * Expected
            : Math.Min((Noise * Noise - 1) * Math.Pow(difference.StandardError!.Value, 2), Expected * Expected);
}
