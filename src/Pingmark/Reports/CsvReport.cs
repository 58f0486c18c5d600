using System.Globalization;
using CsvHelper;
using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Schema;

namespace Pingmark.Reports;

/// <summary>Makes results.csv: one row a cell, with the names and units of summary.json, for spreadsheets and data
/// frames. Each row tells its run, so that the rows of several runs can stand in one table.</summary>
public static class CsvReport
{
    /// <summary>A cell of the table's run.</summary>
    /// <param name="Run">The name of the run's folder.</param>
    /// <param name="Headline">The comparison by the scenario's headline metric; null for a baseline.</param>
    private sealed record Row(string Run, Summary Summary, CellSummary Cell, Comparison? Headline);

    private sealed record Column(string Name, Func<Row, string> Of);

    private static readonly IReadOnlyList<Column> Columns =
    [
        new("run", row => Escape.Csv(row.Run)),
        new("suite", row => Escape.Csv(row.Summary.Suite)),
        new("started_at", row => Time(row.Summary.StartedAt)),
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
            .Select(key => Text(key.Column!, c => key.ColumnText(c.Scenario) ?? "")),
        Text("crowded", c => c.Crowded ? "true" : "false"),
        Count("rounds", c => c.Rounds),
        Count("messages", c => c.Messages),
        Number("measured_s", c => c.MeasuredS),
        .. Metric.All.SelectMany(m => Estimate(m.Key, m.EstimateOf)),
        Number("lap_stddev_ms", c => c.LapStddevMs),
        Count("laps", c => c.Laps),
        .. Counter.Shown.Select(counter => Count(counter.Key, c => c.Reported(counter))),
        Text("headline_metric", c => c.Scenario.HeadlineMetric),
        new("baseline", row => Escape.Csv(row.Headline?.B ?? "")),
        new("ratio", row => Digits(row.Headline?.Ratio.Value)),
        new("ratio_ci_low", row => Digits(row.Headline?.Ratio.CiLow)),
        new("ratio_ci_high", row => Digits(row.Headline?.Ratio.CiHigh)),
        new("verdict", row => Escape.Csv(row.Headline?.Verdict.Word() ?? "")),
        new("needs_s", row => Digits(row.Headline?.NeedsS)),
    ];

    /// <summary>The names of all columns that a table may have.</summary>
    internal static IEnumerable<string> Names => Columns.Select(column => column.Name);

    /// <summary>
    /// The cells as comma-separated values with a header. A figure that is not known is an empty field, and a column in
    /// which all are empty is left out. The comparison at the end of a row is the scenario's headline metric against
    /// its baseline.
    /// </summary>
    /// <param name="run">The name of the run's folder.</param>
    public static string Render(Summary summary, string run)
    {
        var headlines = summary.Comparisons.ToLookup(c => (c.A, c.Metric));
        var rows = summary
            .Cells.Select(cell => new Row(
                run,
                summary,
                cell,
                headlines[(cell.Id, cell.Scenario.HeadlineMetric)].FirstOrDefault()
            ))
            .Select(row => Columns.Select(column => column.Of(row)).ToList())
            .ToList();
        var used = Enumerable.Range(0, Columns.Count).Where(at => rows.Any(row => row[at].Length > 0)).ToList();
        using var text = new StringWriter(CultureInfo.InvariantCulture);
        using (var csv = CsvWriter.Create(text, new CsvWriterOptions { NewLine = "\n" }, leaveOpen: true))
        {
            csv.WriteRecord([.. used.Select(at => Columns[at].Name)]);
            foreach (var row in rows)
                csv.WriteRecord([.. used.Select(at => row[at])]);
        }
        return text.ToString();
    }

    private static IEnumerable<Column> Estimate(string name, Func<CellSummary, Estimate?> of) =>
        [
            Number(name, c => of(c)?.Value),
            Number(name + "_ci_low", c => of(c)?.CiLow),
            Number(name + "_ci_high", c => of(c)?.CiHigh),
        ];

    // Only text can be mistaken for a formula; figures stay bare, or a negative bound would become text.
    private static Column Text(string name, Func<CellSummary, string> of) => new(name, row => Escape.Csv(of(row.Cell)));

    private static Column Number(string name, Func<CellSummary, double?> of) => new(name, row => Digits(of(row.Cell)));

    private static Column Count(string name, Func<CellSummary, long?> of) =>
        new(name, row => of(row.Cell) is { } n ? NumberText.Count(n) : "");

    /// <summary>A time as summary.json has it.</summary>
    private static string Time(DateTimeOffset time) =>
        time.ToString("yyyy-MM-ddTHH:mm:ss.FFFFFFFzzz", CultureInfo.InvariantCulture);

    private static string Digits(double? value) =>
        value is { } v && double.IsFinite(v) ? v.ToString("R", CultureInfo.InvariantCulture) : "";
}
