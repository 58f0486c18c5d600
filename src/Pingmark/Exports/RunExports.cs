using Pingmark.Model;
using Pingmark.Reports;
using Pingmark.Schema;

namespace Pingmark.Exports;

/// <summary>The forms in which a run can be exported for other programs.</summary>
public static class RunExports
{
    public static readonly IReadOnlyList<Exporter> All =
    [
        new("hlog", "a histogram log for each cell", HistogramLog.Files),
        new(
            "prometheus",
            "text for a Prometheus to scrape",
            run => [("metrics.prom", MetricsText.Render(run.Summary, isOpenMetrics: false))]
        ),
        new(
            "openmetrics",
            "with times, for promtool",
            run => [("metrics.openmetrics.txt", MetricsText.Render(run.Summary, isOpenMetrics: true))]
        ),
        new("csv", "a row for each cell", run => [("results.csv", CsvReport.Render(run.Summary, run.Name, run.Csv))]),
        new(
            "json",
            "the summary, and schemas",
            run =>
                [
                    ("summary.json", SummaryJson.Serialize(run.Summary)),
                    .. FileSchema.All.Select(schema => ($"{schema.Name}.schema.json", schema.Text())),
                ]
        ),
    ];
}

/// <summary>A form in which a run can be exported. The same run always gives the same files.</summary>
public sealed record Exporter(
    string Name,
    string Meaning,
    Func<ExportedRun, IReadOnlyList<(string Name, string Text)>> Files
);

/// <summary>What an exporter knows of a run.</summary>
/// <param name="Csv">How tables are written; null: with commas between fields.</param>
public sealed record ExportedRun(
    string Name,
    RunInfo Run,
    IReadOnlyList<TrialRecord> Trials,
    Summary Summary,
    CsvFormat? Csv = null
);
