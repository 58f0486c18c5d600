using Pingmark.Reports.Document;
using Pingmark.Reports.Renderers;

namespace Pingmark.Capacity.Reporting;

/// <summary>The files that follow from the steps of a search for capacities.</summary>
public static class CapacityFiles
{
    public const string Summary = "capacity-summary.json",
        Page = "report.html";

    /// <summary>Writes the reports beside the steps.</summary>
    /// <exception cref="PingmarkException">The disk is full or the folder can't be written; the steps are not
    /// touched.</exception>
    public static void Write(CapacityFolder folder, CapacitySummary summary, IReadOnlyList<CapacityStep> steps)
    {
        try
        {
            foreach (var (name, text) in Reports(summary, steps, folder.Name))
                folder.Write(name, text);
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

    /// <summary>The forms for other programs, by their words of <c>--format</c>.</summary>
    public static readonly IReadOnlyList<(
        string Name,
        Func<CapacitySummary, IReadOnlyList<CapacityStep>, string, IReadOnlyList<(string Name, string Text)>> Files
    )> Exporters =
    [
        ("csv", Csv),
        (
            "json",
            (summary, _, _) =>
                [
                    (Summary, CapacityJson.Serialize(summary)),
                    .. CapacityJson.Schemas.Select(schema => ($"{schema.Name}.schema.json", schema.Text())),
                ]
        ),
    ];
}
