using System.Globalization;
using MathNet.Numerics.Statistics;
using Pingmark.Evidence;
using Pingmark.Model;

namespace Pingmark.Audits;

/// <summary>
/// Whether the machine kept its speed: what happens to all cells of a pass alike, which are different stacks moments
/// apart, is the machine's doing. A shared machine may have two speeds, each for seconds, and waking a core, a system
/// call and a spinning loop are not slower by the same factor.
/// </summary>
internal static class MachineSpeed
{
    public const string Id = "machine-speed";

    /// <summary>Quiet runs stay below 1.08.</summary>
    private const double Tolerated = 1.1;

    /// <summary>In a pass; of fewer the middle one tells of itself.</summary>
    private const int FewestCells = 4;
    private const int FewestPasses = 20;

    /// <summary>A tenth of the passes is slower, and one is faster.</summary>
    private const double Slow = 0.1,
        Fast = 0.9;

    /// <summary>Between these two, in standard deviations of what is normally distributed.</summary>
    private const double BetweenDeviations = 2.56;

    /// <summary>Standard deviation of a median, relative to that of a mean.</summary>
    private const double OfMedian = 1.25;

    /// <summary>As far as that it may be chance.</summary>
    private const double BeyondChance = 2;

    public static IEnumerable<Note> Judge(IReadOnlyList<CellEvidence> cells)
    {
        var passes = Passes(cells);
        if (passes.Count < FewestPasses)
            yield break;
        var speeds = passes.Select(pass => pass.Median()).ToList();
        var (slow, fast) = (speeds.Quantile(Slow), speeds.Quantile(Fast));
        var ofOneCell = Math.Sqrt(
            passes.Zip(speeds, (pass, speed) => pass.Average(log => (log - speed) * (log - speed))).Median()
        );
        var byChance = BetweenDeviations * OfMedian * ofOneCell / Math.Sqrt(passes.Average(pass => (double)pass.Count));
        if (fast - slow > Math.Max(Math.Log(Tolerated), BeyondChance * byChance))
            yield return new(
                Id,
                AuditVerdict.Warning,
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"the machine changed its speed while it measured: in a tenth of the passes all cells together "
                        + $"ran at {Math.Exp(slow):0.00}x of their usual rates or less, in another at "
                        + $"{Math.Exp(fast):0.00}x or more; stacks that wait and stacks that spin follow it unlike, so "
                        + $"that on another day their ratio may lie outside of these intervals"
                )
            );
    }

    /// <summary>Of each pass the logarithms of its cells' rates, relative to what each had in the median of the
    /// run.</summary>
    private static List<List<double>> Passes(IReadOnlyList<CellEvidence> cells) =>
        cells
            .SelectMany(OfCell)
            .GroupBy(trial => trial.Block, trial => trial.Logs)
            .Where(block => block.Count() >= FewestCells)
            .SelectMany(block =>
                Enumerable
                    .Range(0, block.Min(logs => logs.Count))
                    .Select(pass => block.Select(logs => logs[pass]).ToList())
            )
            .ToList();

    private static IEnumerable<(int Block, IReadOnlyList<double> Logs)> OfCell(CellEvidence cell)
    {
        var trials = cell
            .Ok.Select(trial => (trial.Block, Rates: trial.PassRatesPerS))
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
