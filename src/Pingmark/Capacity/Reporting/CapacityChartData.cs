using System.Text.Json;
using Pingmark.Model;
using Pingmark.Reports.Html;

namespace Pingmark.Capacity.Reporting;

/// <summary>The data of the charts of a search for capacities, digit by digit as in its summary.</summary>
internal sealed record CapacityChartData(
    ChartLoad Load,
    string Latency,
    IReadOnlyList<ChartObjective> Objectives,
    IReadOnlyList<ChartCapacities> Groups,
    IReadOnlyList<ChartCapacity> Cells
)
{
    public string Kind => "capacity";

    public static CapacityChartData Build(CapacitySummary summary)
    {
        var words = CapacityWords.For(summary.Kind);
        var groups = CapacityGroup.All(summary);
        var cells = groups.SelectMany(group => group.Cells.Select(cell => (Group: group, Cell: cell))).ToList();
        var places = cells.Index().ToDictionary(cell => cell.Item.Cell, cell => cell.Index);
        return new(
            new(summary.Kind == CapacityKind.Rate ? "offered load" : words.Noun, words.Noun, words.Unit),
            summary.Kind == CapacityKind.Players ? "Lateness of snapshots" : "Round trips",
            summary.Objectives.Select(ChartObjective.From).ToList(),
            groups
                .Select(group => new ChartCapacities(
                    TerminalSafeText.Plain(group.Title),
                    group.Cells.Select(cell => places[cell]).ToList()
                ))
                .ToList(),
            cells
                .Select(cell =>
                    ChartCapacity.From(
                        cell.Cell,
                        TerminalSafeText.Plain(cell.Group.Name(cell.Cell)),
                        CapacityAnswer.Outcome(words, cell.Cell)
                    )
                )
                .ToList()
        );
    }

    public string ToJson() => JsonSerializer.Serialize(this, ChartData.Options);
}

internal sealed record ChartLoad(string Title, string Noun, string Unit);

/// <param name="Percentile">The key of a point that it limits; null where it is about something else.</param>
internal sealed record ChartObjective(string Text, string? Percentile, double? LimitNs)
{
    public static ChartObjective From(Objective objective)
    {
        var key = objective.Percentile switch
        {
            0.5 => "p50_ns",
            0.99 => "p99_ns",
            0.999 => "p999_ns",
            _ => null,
        };
        return new(CapacityWords.Text(objective), key, key is null ? null : objective.Limit);
    }
}

internal sealed record ChartCapacities(string Title, IReadOnlyList<int> Cells);

/// <param name="Capacity">The capacity and the bounds of its interval; null where there is none with an
/// interval.</param>
internal sealed record ChartCapacity(
    string Series,
    string Stack,
    bool Usable,
    IReadOnlyList<double?>? Capacity,
    string Outcome,
    IReadOnlyList<CurvePoint> Points
)
{
    public static ChartCapacity From(CellCapacity cell, string series, string outcome) =>
        new(
            series,
            TerminalSafeText.Plain(cell.Stack),
            true,
            cell is { Outcome: CapacityOutcome.Found, Capacity: { } known }
                ? [known.Value, known.CiLow, known.CiHigh]
                : null,
            outcome,
            cell.Curve
        );
}
