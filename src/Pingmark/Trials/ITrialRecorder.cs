using Pingmark.Model;
using Pingmark.Statistics;

namespace Pingmark.Trials;

/// <summary>Receives a run's trials and progress while it measures.</summary>
public interface ITrialRecorder
{
    /// <summary>Called before a block is measured.</summary>
    void Begin(BlockStart start);

    /// <summary>Called between measurements; the argument computes the block's first figures.</summary>
    void ShowFigures(Func<PartialFigures> compute);

    /// <summary>Stores finished trials durably.</summary>
    void Keep(IReadOnlyList<TrialRecord> trials);

    /// <summary>Deletes the trials of a block that is measured again because some of them are missing.</summary>
    void Forget(Block block);

    /// <summary>Judges all trials so far, after each round.</summary>
    RoundReview Review(IReadOnlyList<TrialRecord> trials);
}

/// <summary>A block that is about to be measured.</summary>
/// <param name="Number">The block's number in its round, from 1.</param>
/// <param name="RemainingNs">The expected wall time until the run ends.</param>
public sealed record BlockStart(Block Block, int Rounds, int Number, int Blocks, long RemainingNs)
{
    /// <summary>For people: <c>round 1/5, block 2/4</c>.</summary>
    public string Position => $"round {Block.Round}/{Rounds}, block {Number}/{Blocks}";
}

/// <summary>What is known of a cell while its block is measured.</summary>
/// <param name="RatePerS">The rate of its slices, or of the last warm-up windows; null before there are any.</param>
/// <param name="RatioToBaseline">The ratio of the slices' rates; null before there are slices.</param>
public sealed record PartialFigure(Cell Cell, double? RatePerS, Estimate? RatioToBaseline);

/// <summary>The first figures of a block while it is measured.</summary>
/// <param name="Activity">What is done at this moment: <c>warming up</c>.</param>
public sealed record PartialFigures(string Activity, IReadOnlyList<PartialFigure> Cells)
{
    public const string WarmingUp = "warming up",
        Measuring = "measuring";

    /// <summary>Fewer slices give a ratio without an interval.</summary>
    private const int MinSlicesForInterval = 4;

    internal static PartialFigures Create(string activity, IReadOnlyList<CellTrial> trials) =>
        new(
            activity,
            trials
                .Where(trial => trial.IsAlive)
                .Select(trial => new PartialFigure(
                    trial.Cell,
                    trial.RateSoFarPerS,
                    trial == trials[0] ? null : EstimateRatio(trial.Slices.RatesPerS, trials[0].Slices.RatesPerS)
                ))
                .ToList()
        );

    /// <summary>The interval covers the scatter of slices only, not that from one start of the processes to the
    /// next.</summary>
    private static Estimate? EstimateRatio(IReadOnlyList<double> ratesPerS, IReadOnlyList<double> baselinePerS)
    {
        var ratios = ratesPerS
            .Zip(baselinePerS, (rate, baseline) => rate / baseline)
            .Where(ratio => ratio > 0 && double.IsFinite(ratio))
            .ToList();
        var estimate = ConfidenceInterval.OfGeometricMean(ratios);
        return ratios.Count >= MinSlicesForInterval || estimate is null
            ? estimate
            : new(estimate.Value, CiLow: null, CiHigh: null);
    }
}
