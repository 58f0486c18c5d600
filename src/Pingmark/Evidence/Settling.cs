using Pingmark.Model;
using Pingmark.Statistics;

namespace Pingmark.Evidence;

/// <summary>What shows that a cell had no one rate while it was measured.</summary>
/// <param name="Ratio">The change of the rate as a factor; 1 where none was seen.</param>
public sealed record Unsettled(UnsettledSign Sign, double Ratio = 1);

/// <summary>The most severe first: a change that was seen outweighs a possible cause of one.</summary>
public enum UnsettledSign
{
    /// <summary>The rate moved from the first half of the slices to the second.</summary>
    Moved,

    /// <summary>Slices and the continuous window, moments apart, are of two rates.</summary>
    TwoRates,

    /// <summary>The threads of a compiler worked when the longest warm-up ended, and no slices show what came of
    /// it.</summary>
    Compiling,

    /// <summary>A side worked without messages when the longest warm-up ended.</summary>
    Working,

    /// <summary>The last windows of the longest warm-up were slower than those before.</summary>
    Slowing,

    /// <summary>The warm-up ended for want of time, and there are no slices that show whether the rate still
    /// moved.</summary>
    NotSettled,
}

/// <summary>Judges whether a cell had one rate while it was measured, by all of its trials that count.</summary>
internal static class Settling
{
    /// <summary>More than this share of the trials has to show a sign, since the machine may make one in a
    /// trial.</summary>
    private const double MinShareOfTrials = 0.5;

    /// <summary>The change over all rounds, as a factor up or down, that is no sign.</summary>
    private const double AllowedFactorOverRounds = 1.05;

    /// <summary>The fewest slices whose halves tell whether the rate moved.</summary>
    private const int MinSlicesForHalves = 4;

    /// <returns>The most severe sign; null where there is none.</returns>
    public static Unsettled? SignOf(CellEvidence cell) =>
        OverRounds(cell) is { } drift ? new(UnsettledSign.Moved, drift)
        : SignsInMost(cell, Moved) is { Count: > 0 } moved ? new(UnsettledSign.Moved, Largest(moved))
        : SignsInMost(cell, TwoRates) is { Count: > 0 } two ? new(UnsettledSign.TwoRates, Largest(two))
        : SignsInMost(cell, WarmUpSign) is { Count: > 0 } signs ? new(signs.Min())
        : null;

    /// <summary>The largest change that was seen: over all rounds, or in the mean of the trials.</summary>
    public static double LogOf(CellEvidence cell) =>
        Math.Max(
            Math.Abs(Math.Log(OverRounds(cell) ?? 1)),
            cell.Ok.Select(trial =>
                    Math.Max(
                        Math.Abs(Math.Log(SecondToFirstHalf.ChangeIn(trial) ?? 1)),
                        WindowChange(cell, trial)?.BeyondNoise ?? 0
                    )
                )
                .DefaultIfEmpty(0)
                .Average()
        );

    /// <summary>What the trials show; nothing where no more than half of them do.</summary>
    private static List<T> SignsInMost<T>(CellEvidence cell, Func<CellEvidence, TrialRecord, IEnumerable<T>> signsOf)
    {
        var signs = cell.Ok.SelectMany(trial => signsOf(cell, trial)).ToList();
        return signs.Count > MinShareOfTrials * cell.Ok.Count ? signs : [];
    }

    private static IEnumerable<double> Moved(CellEvidence cell, TrialRecord trial) =>
        SecondToFirstHalf.ChangeIn(trial) is { } ratio ? [ratio] : [];

    private static IEnumerable<double> TwoRates(CellEvidence cell, TrialRecord trial) =>
        WindowChange(cell, trial) is { } change ? [change.Ratio] : [];

    /// <summary>Where slices are given up, figures come from the window, and the two may differ.</summary>
    private static (double Ratio, double BeyondNoise)? WindowChange(CellEvidence cell, TrialRecord trial) =>
        cell.SlicingMisleads ? null : SlicesToWindow.ChangeIn(trial, cell.Cell.Scenario);

    private static IEnumerable<UnsettledSign> WarmUpSign(CellEvidence cell, TrialRecord trial) =>
        trial.WarmUp?.Verdict switch
        {
            // Slices show what came of it, by their scatter and their halves.
            _ when trial.SliceRatesPerS.Count >= MinSlicesForHalves => [],
            WarmUpVerdict.Compiling => [UnsettledSign.Compiling],
            WarmUpVerdict.Working => [UnsettledSign.Working],
            WarmUpVerdict.Slowing => [UnsettledSign.Slowing],
            WarmUpVerdict.Capped => [UnsettledSign.NotSettled],
            _ => [],
        };

    private static double Largest(IEnumerable<double> ratios) => ratios.MaxBy(ratio => Math.Abs(Math.Log(ratio)));

    /// <summary>The rate of the second half of the slices relative to the first, over rounds; null where it is not
    /// known to have moved.</summary>
    private static double? OverRounds(CellEvidence cell)
    {
        var drift = ConfidenceInterval.OfGeometricMean(
            cell.Ok.Where(trial => trial.SliceRatesPerS.Count >= MinSlicesForHalves)
                .Select(trial => trial.SecondToFirstHalf)
                .OfType<double>()
                .Where(ratio => ratio > 0)
                .ToList()
        );
        return drift is { CiLow: > AllowedFactorOverRounds } or { CiHigh: < 1 / AllowedFactorOverRounds }
            ? drift.Value
            : null;
    }
}
