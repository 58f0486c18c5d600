using Pingmark.Model;
using Pingmark.Statistics;

namespace Pingmark.Trials;

/// <summary>What is known of a cell while its block is measured.</summary>
/// <param name="RatePerS">The rate of its slices, or while it warms up that of the last windows; null: none
/// yet.</param>
/// <param name="ToBaseline">The rate relative to the baseline's, over the slices; null before these.</param>
public sealed record PartialFigure(Cell Cell, double? RatePerS, Estimate? ToBaseline);

/// <summary>The first figures of a block while it is measured.</summary>
/// <param name="Doing">What is done at this moment: <c>warming up</c>.</param>
public sealed record PartialFigures(string Doing, IReadOnlyList<PartialFigure> Cells)
{
    public const string WarmingUp = "warming up",
        Measuring = "measuring";

    internal static PartialFigures Of(string doing, IReadOnlyList<CellTrial> trials)
    {
        var baseline = trials[0];
        return new(
            doing,
            trials
                .Where(trial => trial.IsAlive)
                .Select(trial => new PartialFigure(trial.Cell, trial.RateSoFarPerS, ToBaseline(trial, baseline)))
                .ToList()
        );
    }

    /// <summary>The intervals are of slices alone: what differs from start to start is not in them. Of fewer slices
    /// than tell how these scatter the ratio is told alone.</summary>
    private static Estimate? ToBaseline(CellTrial trial, CellTrial baseline)
    {
        if (trial == baseline)
            return null;
        var ratios = trial
            .Slices.RatesPerS.Zip(baseline.Slices.RatesPerS, (rate, other) => rate / other)
            .Where(ratio => ratio > 0 && double.IsFinite(ratio))
            .ToList();
        var estimate = ConfidenceInterval.OfGeometricMean(ratios);
        return ratios.Count >= BlockSettings.FewestSlices || estimate is null
            ? estimate
            : new(estimate.Value, CiLow: null, CiHigh: null);
    }
}
