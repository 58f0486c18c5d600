using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Schema;

namespace Pingmark.Reports;

/// <summary>Makes results.csv: one row a cell, with the names and units of summary.json, for spreadsheets and data
/// frames. Each row tells its run, so that the rows of several runs can stand in one table.</summary>
public static class CsvReport
{
    /// <param name="Run">The name of the run's folder.</param>
    /// <param name="Headline">The comparison by the scenario's headline metric; null for a baseline.</param>
    private sealed record Row(string Run, Summary Summary, CellSummary Cell, Comparison? Headline);

    private static readonly IReadOnlyList<CsvColumn<Row>> Columns =
    [
        CsvColumn<Row>.Text("run", row => row.Run),
        CsvColumn<Row>.Text("suite", row => row.Summary.Suite),
        CsvColumn<Row>.Time("started_at", row => row.Summary.StartedAt),
        Text("id", c => c.Id),
        Text("label", c => c.Label),
        Text("stack", c => c.Stack),
        Text("client", c => c.Client),
        Text("class", c => c.Class?.Title ?? ""),
        Text("design", c => c.Design.Word()),
        Text("status", c => c.Status.Word()),
        Text("reasons", c => string.Join("; ", c.Reasons)),
        .. ScenarioKeys
            .All.Where(key => key.Column is not null)
            .Select(key => Text(key.Column!, c => key.ColumnText(c.Scenario) ?? "") with { HasFigures = true }),
        Text("crowded", c => c.Crowded ? "true" : "false"),
        Count("rounds", c => c.Rounds),
        Count("messages", c => c.Messages),
        Number("measured_s", c => c.MeasuredS),
        .. from metric in Metric.All
        from column in new[]
        {
            Number(metric.Key, c => metric.EstimateOf(c)?.Value),
            Number(metric.Key + "_ci_low", c => metric.EstimateOf(c)?.CiLow),
            Number(metric.Key + "_ci_high", c => metric.EstimateOf(c)?.CiHigh),
        }
        select column,
        Number("lap_stddev_ms", c => c.LapStddevMs),
        Count("laps", c => c.Laps),
        .. Counter.Shown.Select(counter => Count(counter.Key, c => c.ReportedValue(counter))),
        Text("headline_metric", c => c.Scenario.HeadlineMetric),
        CsvColumn<Row>.Text("baseline", row => row.Headline?.B),
        CsvColumn<Row>.Number("ratio", row => row.Headline?.Ratio.Value),
        CsvColumn<Row>.Number("ratio_ci_low", row => row.Headline?.Ratio.CiLow),
        CsvColumn<Row>.Number("ratio_ci_high", row => row.Headline?.Ratio.CiHigh),
        CsvColumn<Row>.Text("verdict", row => row.Headline?.Verdict.Word()),
        CsvColumn<Row>.Number("needs_s", row => row.Headline?.NeedsS),
    ];

    internal static IEnumerable<string> ColumnNames => Columns.Select(column => column.Name);

    /// <summary>The cells as comma-separated values with a header. A figure that is not known is an empty field, and a
    /// column in which all are empty is left out.</summary>
    /// <param name="run">The name of the run's folder.</param>
    public static string Render(Summary summary, string run, CsvFormat? format = null)
    {
        var headlines = summary.Comparisons.ToLookup(c => (c.A, c.Metric));
        return CsvTable.Render(
            Columns,
            summary.Cells.Select(cell => new Row(
                run,
                summary,
                cell,
                headlines[(cell.Id, cell.Scenario.HeadlineMetric)].FirstOrDefault()
            )),
            format
        );
    }

    private static CsvColumn<Row> Text(string name, Func<CellSummary, string> text) =>
        CsvColumn<Row>.Text(name, row => text(row.Cell));

    private static CsvColumn<Row> Number(string name, Func<CellSummary, double?> number) =>
        CsvColumn<Row>.Number(name, row => number(row.Cell));

    private static CsvColumn<Row> Count(string name, Func<CellSummary, long?> count) =>
        CsvColumn<Row>.Count(name, row => count(row.Cell));
}
