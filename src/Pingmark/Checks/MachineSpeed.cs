using MathNet.Numerics.Statistics;
using Pingmark.Evidence;
using Pingmark.Model;

namespace Pingmark.Checks;

/// <summary>Checks that the machine kept its speed: what all cells of a pass do alike, moments apart, is the machine's
/// doing. A slower machine does not slow blocking and spinning stacks by the same factor.</summary>
internal sealed class MachineSpeed()
    : RunCheck(
        "machine-speed",
        "The machine's speed changed: in some passes all cells were slower.",
        "Measure again before you rely on small differences, best on a dedicated machine.",
        inAnswer: "the machine's speed changed during the run"
    )
{
    /// <summary>The factor between the slowest tenth of the passes and the fastest that is no change; quiet runs stay
    /// below 1.08.</summary>
    private const double AllowedFactor = 1.1;

    /// <summary>The fewest cells in a pass: the middle one of fewer shows its own changes.</summary>
    private const int MinCells = 4;
    private const int MinPasses = 20;

    /// <summary>The quantiles of the passes' speeds that are compared.</summary>
    private const double SlowQuantile = 0.1,
        FastQuantile = 0.9;

    /// <summary>The distance between these two quantiles of a normal distribution, in standard deviations.</summary>
    private const double DeviationsBetweenQuantiles = 2.56;

    /// <summary>The standard deviation of a median, relative to that of a mean.</summary>
    private const double MedianToMeanDeviation = 1.25;

    /// <summary>How many times the distance that chance makes must be exceeded.</summary>
    private const double BeyondChance = 2;

    protected override Finding? FindOne(MeasuredRun run)
    {
        var passes = Passes(run.Evidence);
        if (passes.Count < MinPasses)
            return null;
        var speeds = passes.Select(pass => pass.Median()).ToList();
        var (slow, fast) = (speeds.Quantile(SlowQuantile), speeds.Quantile(FastQuantile));
        var ofOneCell = Math.Sqrt(
            passes.Zip(speeds, (pass, speed) => pass.Average(log => (log - speed) * (log - speed))).Median()
        );
        var byChance =
            DeviationsBetweenQuantiles
            * MedianToMeanDeviation
            * ofOneCell
            / Math.Sqrt(passes.Average(pass => (double)pass.Count));
        return fast - slow > Math.Max(Math.Log(AllowedFactor), BeyondChance * byChance)
            ? Warning(
                "the machine changed its speed: in a tenth of the passes all cells together ran at {slow} of their "
                    + "usual rates or less, in another at {fast} or more; blocking and spinning stacks react "
                    + "differently to this, so that another run may show another ratio",
                Factor("slow", Math.Exp(slow)),
                Factor("fast", Math.Exp(fast))
            )
            : null;
    }

    /// <summary>For each pass the logarithms of its cells' rates, each relative to the cell's median in the
    /// run.</summary>
    private static List<List<double>> Passes(IReadOnlyList<CellEvidence> cells) =>
        cells
            .SelectMany(OfCell)
            .GroupBy(trial => trial.Block, trial => trial.Logs)
            .Where(block => block.Count() >= MinCells)
            .SelectMany(block =>
                Enumerable
                    .Range(0, block.Min(logs => logs.Count))
                    .Select(pass => block.Select(logs => logs[pass]).ToList())
            )
            .ToList();

    private static IEnumerable<(int Block, IReadOnlyList<double> Logs)> OfCell(CellEvidence cell)
    {
        var trials = cell
            .Ok.Select(trial => (trial.Block, Rates: trial.AveragePerPass(trial.SliceRatesPerS)))
            .Where(trial => trial.Rates.Count > 0 && trial.Rates.All(rate => rate > 0))
            .ToList();
        if (trials.Count == 0)
            return [];
        var usual = trials.SelectMany(trial => trial.Rates).Median();
        return trials.Select(trial =>
            (trial.Block, (IReadOnlyList<double>)trial.Rates.Select(rate => Math.Log(rate / usual)).ToList())
        );
    }
}
