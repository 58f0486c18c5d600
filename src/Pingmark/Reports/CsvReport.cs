using System.Globalization;
using CsvHelper;
using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Schema;

namespace Pingmark.Reports;

/// <summary>Makes results.csv: one row a cell, with the names and units of summary.json, for spreadsheets and data
/// frames.</summary>
public static class CsvReport
{
    private static readonly IReadOnlyList<(string Name, Func<CellSummary, string> Of)> Columns =
    [
        Text("id", c => c.Id),
        Text("label", c => c.Label),
        Text("stack", c => c.Stack),
        Text("client", c => c.Client),
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
    ];

    /// <summary>
    /// The cells as comma-separated values with a header. A figure that is not known is an empty field. The comparison
    /// at the end of a row is the scenario's headline metric against its baseline.
    /// </summary>
    public static string Render(Summary summary)
    {
        var headlines = summary.Comparisons.ToLookup(c => (c.A, c.Metric));
        using var text = new StringWriter(CultureInfo.InvariantCulture);
        using (var csv = CsvWriter.Create(text, new CsvWriterOptions { NewLine = "\n" }, leaveOpen: true))
        {
            csv.WriteRecord([
                .. Columns.Select(c => c.Name),
                "headline_metric",
                "baseline",
                "ratio",
                "ratio_ci_low",
                "ratio_ci_high",
                "verdict",
                "needs_s",
            ]);
            foreach (var cell in summary.Cells)
            {
                var headline = headlines[(cell.Id, cell.Scenario.HeadlineMetric)].FirstOrDefault();
                csv.WriteRecord([
                    .. Columns.Select(c => c.Of(cell)),
                    cell.Scenario.HeadlineMetric,
                    Escape.Csv(headline?.B ?? ""),
                    Digits(headline?.Ratio.Value),
                    Digits(headline?.Ratio.CiLow),
                    Digits(headline?.Ratio.CiHigh),
                    Escape.Csv(headline?.Verdict.Word() ?? ""),
                    Digits(headline?.NeedsS),
                ]);
            }
        }
        return text.ToString();
    }

    private static IEnumerable<(string, Func<CellSummary, string>)> Estimate(
        string name,
        Func<CellSummary, Estimate?> of
    ) =>
        [
            Number(name, c => of(c)?.Value),
            Number(name + "_ci_low", c => of(c)?.CiLow),
            Number(name + "_ci_high", c => of(c)?.CiHigh),
        ];

    // Only text can be mistaken for a formula; figures stay bare, or a negative bound would become text.
    private static (string, Func<CellSummary, string>) Text(string name, Func<CellSummary, string> of) =>
        (name, c => Escape.Csv(of(c)));

    private static (string, Func<CellSummary, string>) Number(string name, Func<CellSummary, double?> of) =>
        (name, c => Digits(of(c)));

    private static (string, Func<CellSummary, string>) Count(string name, Func<CellSummary, long?> of) =>
        (name, c => of(c) is { } n ? NumberText.Count(n) : "");

    private static string Digits(double? value) =>
        value is { } v && double.IsFinite(v) ? v.ToString("R", CultureInfo.InvariantCulture) : "";
}
