using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Reports.Document;
using Pingmark.Schema;

namespace Pingmark.Reports.Sections;

/// <summary>Makes tables with a row for each cell of a scenario.</summary>
internal static class CellTable
{
    public static Table Build(
        ScenarioGroup group,
        params IReadOnlyList<(Column Column, Func<CellSummary, TableCell> Text)> columns
    ) => Table.FromItems(group.Title, group.Cells, [(Column.Stack, cell => Name(group, cell)), .. columns]);

    public static TableCell Name(ScenarioGroup group, CellSummary cell) =>
        new(group.Name(cell)) { Marks = ReportSentences.Marks(cell).ToList() };

    /// <summary>The columns of all metrics of a table.</summary>
    public static IEnumerable<(Column Column, Func<CellSummary, TableCell> Text)> Metrics(MetricTable table) =>
        from metric in Metric.In(table)
        select (Column.Figure(metric.Title), (Func<CellSummary, TableCell>)(cell => Figure(metric, cell)));

    public static TableCell Figure(Metric metric, CellSummary cell) =>
        metric.EstimateOf(cell) is not { } estimate
            ? NumberText.Missing
            : new TableCell(metric.Format(estimate.Value))
            {
                Interval = EstimateText.Interval(estimate, metric.Format),
                Value = estimate.Value,
            };

    /// <summary>Whether a scenario has figures for a table.</summary>
    public static bool IsMeantIn(this MetricTable table, Scenario scenario) =>
        table switch
        {
            MetricTable.OpenLoop => scenario.RatePerS is not null,
            MetricTable.OneWay => scenario.Load.IsOneWay,
            MetricTable.Churn => scenario.Load.ConnectsForEach,
            MetricTable.Tick => scenario.Load.HasSnapshots,
            MetricTable.Network => scenario.Network is not null,
            MetricTable.Memory => scenario.CanMeasureMemory,
            _ => true,
        };
}
