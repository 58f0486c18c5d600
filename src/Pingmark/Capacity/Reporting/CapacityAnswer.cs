using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Reports;

namespace Pingmark.Capacity.Reporting;

/// <summary>Answers in sentences how much each cell carries.</summary>
internal static class CapacityAnswer
{
    public static IReadOnlyList<string> Sentences(CapacitySummary summary) =>
        CapacityGroup.All(summary).SelectMany(group => Sentences(summary, group)).ToList();

    /// <summary>A sentence a cell, those that carry most first; what they have in common is said once.</summary>
    private static IEnumerable<string> Sentences(CapacitySummary summary, CapacityGroup group)
    {
        var ordered = group.Cells.OrderByDescending(cell =>
            (cell.Outcome == CapacityOutcome.Found ? cell.Capacity?.Value : cell.AtLeast()) ?? 0
        );
        var conditions = $" at {CapacityWords.Text(summary.Objectives)} with {group.Conditions}";
        return ordered.Select(
            (cell, at) => Sentence(CapacityWords.Of(summary.Kind), group, cell, at == 0 ? conditions : "")
        );
    }

    private static string Sentence(CapacityWords words, CapacityGroup group, CellCapacity cell, string conditions) =>
        cell is { Outcome: CapacityOutcome.Found, Capacity: { } capacity }
            ? $"{group.Name(cell)} carries {words.WithInterval(capacity)}{conditions}{Ratio(group, cell)}."
        : cell.AtLeast() is { } least
            ? $"{group.Name(cell)} carries at least {words.Text(least)}{conditions}: {Reason(words, cell)}"
        : conditions.Length == 0 ? $"{group.Name(cell)}: {Reason(words, cell)}"
        : $"{group.Name(cell)},{conditions}: {Reason(words, cell)}";

    private static string Ratio(CapacityGroup group, CellCapacity cell) =>
        group.Comparison(cell) is { } comparison
            ? $", {EstimateText.RatioWithBounds(comparison.Ratio)} of {group.BaselineOf(comparison)} "
                + $"({comparison.Verdict.Word()})"
            : "";

    /// <summary>Why a cell has no capacity with an interval, as a sentence.</summary>
    private static string Reason(CapacityWords words, CellCapacity cell) =>
        cell.Reason.Length > 0 ? $"{cell.Reason.TrimEnd('.')}." : $"{Outcome(words, cell)}.";

    /// <summary>A capacity for a table, or in few words why there is none.</summary>
    public static string Outcome(CapacityWords words, CellCapacity cell) =>
        cell.Outcome switch
        {
            CapacityOutcome.Found when cell.Capacity is { } capacity => words.ShortWithInterval(capacity),
            _ when cell.AtLeast() is { } least => $"at least {words.Short(least)}",
            CapacityOutcome.IdleMisses => "none: missed at the least load",
            CapacityOutcome.NoLoadMisses => "none: no load missed it",
            CapacityOutcome.BeyondClient => "none: client-bound",
            CapacityOutcome.TooFewGenerations => "withheld: too few generations",
            _ => "failed",
        };
}
