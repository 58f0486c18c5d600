using Pingmark.Reports.Document;
using Pingmark.Reports.Renderers;

namespace Pingmark.Capacity.Reporting;

/// <summary>The files that follow from the steps of a search for capacities.</summary>
public static class CapacityFiles
{
    public const string Summary = "capacity-summary.json",
        Page = "report.html";

    /// <summary>The reports, each with its name in the folder.</summary>
    /// <param name="run">The name of the run's folder.</param>
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

    /// <summary>The tables for spreadsheets.</summary>
    public static IReadOnlyList<(string Name, string Text)> Csv(
        CapacitySummary summary,
        IEnumerable<CapacityStep> steps,
        string run
    ) =>
        [
            ("capacities.csv", CapacityCsv.Cells(summary, run)),
            ("curves.csv", CapacityCsv.Curves(summary, run)),
            ("steps.csv", CapacityCsv.Steps(steps, run)),
        ];

    /// <summary>The summary with the JSON Schemas of all that programs read.</summary>
    public static IReadOnlyList<(string Name, string Text)> Json(CapacitySummary summary) =>
        [
            (Summary, CapacityJson.Serialize(summary)),
            .. CapacityJson.Schemas.Select(schema => ($"{schema.Name}.schema.json", schema.Text())),
        ];
}
