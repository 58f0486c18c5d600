using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Model.Loads;
using Pingmark.Reports;

namespace Pingmark.Capacity.Reporting;

/// <summary>The cells of one scenario, which make one table.</summary>
internal sealed class CapacityGroup
{
    private readonly CapacitySummary _summary;

    private CapacityGroup(CapacitySummary summary, Scenario scenario, IReadOnlyList<CellCapacity> cells)
    {
        _summary = summary;
        Scenario = scenario;
        Cells = cells;
        var scenarios = summary.Cells.Select(cell => cell.Scenario).Distinct().ToList();
        var others = ScenarioText
            .Details.Where(detail => scenarios.Select(detail.Text).Distinct().Count() > 1)
            .Where(detail => detail.Text(scenario) != ScenarioText.NotSet)
            .Select(detail => $"{detail.Name} {detail.Text(scenario)}");
        Title = string.Join(", ", [Conditions, $"{NumberText.Count(scenario.MessageBytes)} B", .. others]);
    }

    public static IReadOnlyList<CapacityGroup> All(CapacitySummary summary) =>
        summary
            .Cells.GroupBy(cell => cell.Scenario)
            .Select(cells => new CapacityGroup(summary, cells.Key, [.. cells]))
            .ToList();

    public Scenario Scenario { get; }
    public IReadOnlyList<CellCapacity> Cells { get; }

    /// <summary>The scenario in words, without the load that is looked for: <c>16 connections, 32 B</c>.</summary>
    public string Title { get; }

    /// <summary>What a capacity is with: <c>16 connections</c>.</summary>
    public string Conditions =>
        _summary.Kind switch
        {
            CapacityKind.Rate => NumberText.Count(Scenario.Connections, "connection"),
            CapacityKind.Connections => $"{NumberText.Rate(_summary.RateEachPerS ?? 0)} on each connection",
            _ => $"{NumberText.Count(Scenario[TickLoad.RateHz] ?? 0)} snapshots a second",
        };

    /// <summary>The label of a cell, with its client where that tells it from others.</summary>
    public string Name(CellCapacity cell) =>
        Cells.Count(other => other.Label == cell.Label) > 1 ? $"{cell.Label} (client {cell.Client})" : cell.Label;

    /// <summary>How a cell compares with its baseline; null for a baseline, and where either has no capacity.</summary>
    public CapacityComparison? Comparison(CellCapacity cell) =>
        _summary.Comparisons.FirstOrDefault(comparison => comparison.A == cell.Id);

    public bool IsBaseline(CellCapacity cell) => _summary.Comparisons.Any(comparison => comparison.B == cell.Id);

    public string BaselineOf(CapacityComparison comparison) =>
        Cells.FirstOrDefault(cell => cell.Id == comparison.B) is { } baseline ? Name(baseline) : comparison.B;
}
