using System.Globalization;
using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Reports;
using Pingmark.Reports.Document;
using Pingmark.Reports.Sections;

namespace Pingmark.Capacity.Reporting;

/// <summary>Makes the document of a search for capacities: how much each cell carries, then what it rests on.</summary>
public static class CapacityReport
{
    internal const string WholeFile = "report.html";

    private const string Explanation =
        "The capacity is the highest load that meets the objective, with its interval of 95 % over generations, each "
        + "of which has fresh processes. Cells of a scenario take turns at each step, so that ratios are paired.";

    private const string RoughExplanation =
        $"{ReportSentences.Rough} read from the curve between measured loads, all generations together: without an "
        + "interval of its own. Cores: CPU time a second.";

    /// <param name="folder">The folder of the files as the user would type it; null when nothing was kept.</param>
    public static ReportDocument Build(
        CapacitySummary summary,
        Media medium,
        string? folder = null,
        bool hasCharts = false
    )
    {
        var groups = CapacityGroup.All(summary);
        var answer = Answer(summary);
        var isShort = medium == Media.Terminal;
        var isTerminal = Media.Screen.HasFlag(medium);
        return new(
            summary.Suite,
            [
                .. isTerminal ? [] : new[] { answer },
                .. medium == Media.Page && hasCharts
                    ? [new Section(new ChartPlace(IsFirst: true))]
                    : Array.Empty<Section>(),
                .. groups.Select(group => Group(summary, group, isShort)),
                .. isShort ? [] : new[] { HowToRead(groups) },
                .. medium == Media.Page ? [PageSections.BuildCharts(hasCharts)] : Array.Empty<Section>(),
                .. groups.Select(group => Curves(summary, group)),
                Method(summary),
                Remarks(summary),
                .. folder is null ? [] : new[] { Files(folder) },
                .. isTerminal ? [answer] : Array.Empty<Section>(),
            ]
        )
        {
            About = summary.About,
            Facts = [Run(summary), ReportSentences.Machine(summary.Machine)],
            Cautions = Cautions(summary).ToList(),
            WholeFile = folder is null ? null : WholeFile,
        };
    }

    private static Section Answer(CapacitySummary summary) =>
        new("answer", "Answer", [new Bullets(CapacityAnswer.Sentences(summary))]);

    /// <param name="isShort">Whether the page is left to tell what is to be expected below the capacity.</param>
    private static Section Group(CapacitySummary summary, CapacityGroup group, bool isShort)
    {
        var drawing = new CapacityDrawing(summary, group);
        return new(
            "",
            group.Title,
            [
                CapacityTables.Capacities(summary, group),
                .. isShort
                    ? []
                    : new Block[]
                    {
                        new Paragraph(HasShares(group) ? "At 50, 70 and 90 % of the capacity:" : ""),
                        CapacityTables.AtShares(summary, group),
                    },
                new Paragraph(drawing.Legend) { Media = Media.Screen, IsSmall = true },
                .. drawing.Legend.Length == 0
                    ? Array.Empty<Block>()
                    : [new Drawing(drawing.Lines) { Media = Media.Screen }],
                new Paragraph(isShort ? "" : Knees(summary, group)),
            ]
        );
    }

    /// <summary>Where the curves begin to rise steeply, in words; empty where that can't be told of any.</summary>
    private static string Knees(CapacitySummary summary, CapacityGroup group)
    {
        var words = CapacityWords.For(summary.Kind);
        var knees = group
            .Cells.Where(cell => cell.Knee is not null)
            .Select(cell =>
                $"{group.Name(cell)} about {words.Short(cell.Knee!.Value)}"
                + (
                    cell is { Outcome: CapacityOutcome.Found, Capacity.Value: > 0 and var capacity }
                        ? $" ({NumberText.Percent(Math.Round(cell.Knee.Value / capacity, 2))} of its capacity)"
                        : ""
                )
            )
            .ToList();
        return knees.Count == 0 ? "" : $"Knee, from where on p99 rises steeply: {string.Join(", ", knees)}.";
    }

    private static Section HowToRead(IReadOnlyList<CapacityGroup> groups) =>
        new(
            new Paragraph(Explanation) { IsSmall = true },
            new Paragraph(OneCore(groups)) { IsSmall = true },
            new Paragraph(groups.Any(HasShares) ? RoughExplanation : "") { IsSmall = true }
        );

    private static bool HasShares(CapacityGroup group) => group.Cells.Any(cell => cell.At.Count > 0);

    private static string OneCore(IReadOnlyList<CapacityGroup> groups) =>
        groups.SelectMany(group => group.Cells).Where(cell => cell.Capacity is not null).ToList()
            is { Count: > 0 } cells
        && cells.All(cell => cell.ServerCores == 1)
            ? "Each server is pinned to one core, so that its capacity is also one per core."
            : "";

    private static Section Curves(CapacitySummary summary, CapacityGroup group) =>
        new("", $"Curves, {group.Title}", [CapacityTables.Curves(summary, group) with { Media = Media.Files }]);

    private static Section Method(CapacitySummary summary) =>
        new(
            "method",
            "How it was measured",
            [
                new Bullets([
                    $"objective: {CapacityWords.Text(summary.Objectives)}",
                    $"capacity in: {CapacityWords.For(summary.Kind).Noun}",
                    .. summary
                        .Cells.Where(cell => cell.ServerCores is not null)
                        .GroupBy(cell => cell.ServerCores)
                        .Select(cells => $"the server is pinned to {NumberText.Count(cells.Key!.Value, "core")}"),
                    .. summary
                        .Cells.SelectMany(cell =>
                            cell.Versions.Select(version => $"{version.Key} of {cell.Label}: {version.Value}")
                        )
                        .Distinct(),
                ])
                {
                    Media = Media.Files,
                },
                .. summary.Command.Count == 0
                    ? Array.Empty<Block>()
                    : [new Code(Repeat(summary)) { Media = Media.Page }],
                new Paragraph(summary.Command.Count == 0 ? "" : $"To repeat it: {Repeat(summary)}")
                {
                    Media = Media.Markdown,
                },
            ]
        );

    private static string Repeat(CapacitySummary summary) =>
        string.Join(' ', ["./pingmark", .. summary.Command.Select(RepeatCommand.Quoted)]);

    private static Section Remarks(CapacitySummary summary) =>
        new(
            "remarks",
            "To know beside the figures",
            [
                new Findings([
                    .. summary
                        .Notes.Where(note => note.Verdict is not (AuditVerdict.Ok or AuditVerdict.Invalid))
                        .Select(note => new FindingLine(note.Verdict.Word(), "", note.Text)),
                ]),
            ]
        );

    private static Section Files(string folder) =>
        new(new Paragraph($"All figures and charts: {Path.Combine(folder, WholeFile)}") { Media = Media.Screen });

    private static IEnumerable<string> Cautions(CapacitySummary summary) =>
        ReportSentences.Cautions(summary.Interrupted, summary.Notes);

    private static string Run(CapacitySummary summary)
    {
        var started = summary.StartedAt.ToString("yyyy-MM-dd HH:mm:ss zzz", CultureInfo.InvariantCulture);
        var windows = summary.Cells.Sum(cell => cell.Windows);
        var generations = summary.Cells.Select(cell => cell.Generations.Count).DefaultIfEmpty(0).Max();
        var version =
            summary.Machine.PingmarkVersion.Length == 0 ? "" : $", pingmark {summary.Machine.PingmarkVersion}";
        return $"{started}, took {NumberText.Elapsed(summary.DurationS)}, "
            + $"{NumberText.Count(generations, "generation")}, {NumberText.Count(windows, "window")}, "
            + $"seed {NumberText.Count(summary.Seed)}{version}";
    }
}
