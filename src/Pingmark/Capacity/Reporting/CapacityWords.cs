using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Reports;
using Pingmark.Reports.Document;

namespace Pingmark.Capacity.Reporting;

/// <summary>Writes loads and objectives for people.</summary>
/// <param name="Unit">The unit that charts know.</param>
internal sealed record CapacityWords(string Noun, string Unit)
{
    private static readonly (string Unit, double Scale)[] RateScales =
    [
        ("/s", 1),
        ("k/s", 1e3),
        ("M/s", 1e6),
        ("G/s", 1e9),
    ];

    public static CapacityWords For(CapacityKind kind) =>
        kind switch
        {
            CapacityKind.Rate => new("messages a second", "per_s"),
            CapacityKind.Connections => new("connections", "connections"),
            _ => new("players", "players"),
        };

    private bool IsRate => Unit == "per_s";

    /// <summary>The heading of a column of loads, with their unit where figures do not have it.</summary>
    public string Titled(string heading) => IsRate ? heading : $"{heading},\n{Noun}";

    /// <summary>A load where its unit is clear: <c>212 k/s</c>, <c>1240</c>.</summary>
    public string Short(double load) => IsRate ? NumberText.Rate(load) : NumberText.Number(load);

    /// <summary>A load with its unit: <c>212 k/s</c>, <c>1240 connections</c>.</summary>
    public string Text(double load) => IsRate ? NumberText.Rate(load) : $"{NumberText.Number(load)} {Noun}";

    /// <summary>A load and its interval, whose bounds have the unit of the load: <c>212 k/s [205, 219]</c>.</summary>
    public string WithInterval(Estimate load) => $"{Text(load.Value)} {Interval(load)}".TrimEnd();

    public string ShortWithInterval(Estimate load) =>
        $"{Column.Unbroken(Short(load.Value))} {Interval(load)}".TrimEnd();

    public string Interval(Estimate load)
    {
        if (load is not { CiLow: { } low, CiHigh: { } high })
            return "";
        var text = Short(load.Value);
        var scale = RateScales.LastOrDefault(one => text.EndsWith(" " + one.Unit, StringComparison.Ordinal)).Scale;
        return $"[{Bound(low, scale)}, {Bound(high, scale)}]";
    }

    private static string Bound(double bound, double scale) => NumberText.Number(scale > 0 ? bound / scale : bound);

    /// <summary>An objective with the spaces that people would write: <c>p99 &lt; 1 ms</c>.</summary>
    public static string Text(Objective objective) =>
        $"{Quantity(objective)} {(objective.AllowsLimit ? "<=" : "<")} "
        + (
            objective.Quantity == ObjectiveQuantity.Percentile
                ? NumberText.Duration(objective.Limit)
                : NumberText.Percent(objective.Limit)
        );

    public static string Text(IEnumerable<Objective> objectives) => string.Join(" and ", objectives.Select(Text));

    private static string Quantity(Objective objective) =>
        objective.Quantity switch
        {
            ObjectiveQuantity.Percentile => $"p{NumberText.Significant(100 * objective.Percentile ?? 0, 6)}",
            ObjectiveQuantity.Late => $"late({NumberText.Duration(objective.LateAfterNs ?? 0)})",
            _ => "lost",
        };
}

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
            (cell, at) => Sentence(CapacityWords.For(summary.Kind), group, cell, at == 0 ? conditions : "")
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
