using System.Text.Json;
using Pingmark.Exports;
using Pingmark.Reports;
using Pingmark.Reports.Document;
using Pingmark.Reports.Html;
using Pingmark.Reports.Renderers;
using Pingmark.Schema;

namespace Pingmark.Capacity.Reporting;

/// <summary>The files that follow from the steps of a search for capacities.</summary>
public static class CapacityFiles
{
    public const string Summary = "capacity-summary.json",
        Page = "report.html";

    /// <exception cref="PingmarkException">The disk is full or the folder can't be written; the steps are not
    /// touched.</exception>
    public static void Write(CapacityFolder folder, CapacitySummary summary, IReadOnlyList<CapacityStep> steps)
    {
        try
        {
            foreach (var (name, text) in Reports(summary, steps, folder.Name))
                PlainFile.Write(folder[name], text);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new PingmarkException(
                $"{e.Message}; the steps are kept, `pingmark report {folder.Path}` shows them, and writes the reports "
                    + "when it can",
                ExitCode.CellFailed,
                e
            );
        }
    }

    public static IReadOnlyList<(string Name, string Text)> Reports(
        CapacitySummary summary,
        IEnumerable<CapacityStep> steps,
        string run
    ) =>
        [
            (Summary, CapacityJson.Serialize(summary)),
            ("report.md", MarkdownRenderer.Render(CapacityReport.Build(summary, Media.Markdown))),
            (Page, CapacityPage.Render(summary)),
            .. Csv(summary, steps, run),
        ];

    public static IReadOnlyList<(string Name, string Text)> Csv(
        CapacitySummary summary,
        IEnumerable<CapacityStep> steps,
        string run,
        CsvFormat? format = null
    ) =>
        [
            ("capacities.csv", CapacityCsv.Cells(summary, run, format)),
            ("curves.csv", CapacityCsv.Curves(summary, run, format)),
            ("steps.csv", CapacityCsv.Steps(steps, run, format)),
        ];

    /// <summary>The forms for other programs, by their words of <c>--format</c>.</summary>
    public static readonly IReadOnlyList<(
        string Name,
        Func<
            CapacitySummary,
            IReadOnlyList<CapacityStep>,
            string,
            CsvFormat?,
            IReadOnlyList<(string Name, string Text)>
        > Files
    )> Exporters =
    [
        ("csv", Csv),
        (
            "json",
            (summary, _, _, _) =>
                [
                    (Summary, CapacityJson.Serialize(summary)),
                    .. CapacityJson.Schemas.Select(schema => ($"{schema.Name}.schema.json", schema.Text())),
                ]
        ),
    ];
}

public static class CapacityJson
{
    public static readonly IReadOnlyList<FileSchema> Schemas =
    [
        new(
            "capacity-summary",
            typeof(CapacitySummary),
            CapacitySummary.CurrentSchema,
            "capacity-summary.json: how much each cell carries within the objective"
        ),
        new(
            "capacity",
            typeof(CapacityPlan),
            CapacityPlan.CurrentSchema,
            "capacity.json: what was searched for, and where it ran"
        ),
        new("capacity-step", typeof(CapacityStep), null, "a line of steps.jsonl: one window of a search"),
    ];

    public static string Serialize(CapacitySummary summary) =>
        JsonSerializer.Serialize(summary, SummaryJson.Options) + "\n";
}

/// <summary>Makes report.html of a search for capacities, in one file that needs nothing else.</summary>
public static class CapacityPage
{
    public static string Render(CapacitySummary summary) => Render(summary, HtmlResources.Charts);

    /// <exception cref="PingmarkException">Node is missing, was missing when this program was built, or
    /// failed.</exception>
    public static Task<IReadOnlyList<(string Name, string Text)>> DrawAsync(
        CapacitySummary summary,
        CancellationToken cancel
    ) => ChartFiles.DrawAsync(CapacityChartData.Build(summary).ToJson(), cancel);

    /// <param name="charts">The script that draws the charts; null where there is none.</param>
    internal static string Render(CapacitySummary summary, string? charts) =>
        HtmlPage.Render(
            $"{summary.Suite} - Pingmark",
            HtmlRenderer.Body(CapacityReport.Build(summary, Media.Page, hasCharts: charts is not null)),
            CapacityChartData.Build(summary).ToJson(),
            HtmlReport.Scripts(charts),
            PageOrigin.File
        );
}
