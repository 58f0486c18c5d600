using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Reports;
using Pingmark.Reports.Document;
using Pingmark.Reports.Html;
using Pingmark.Reports.Renderers;
using Pingmark.Reports.Sections;

namespace Pingmark.Website;

/// <summary>Makes the page of each stack: what it is, its source, its versions, and its newest figures in each suite on
/// each machine.</summary>
internal static class StackPage
{
    private const string Root = "../";

    private const string Apart =
        "Of each suite, machine and version of pingmark the newest run. Ratios are to the baseline of that run, and "
        + "figures of different runs and machines are not ranked.";

    /// <summary>A cell that the stack serves, and its run.</summary>
    private sealed record Served(PublishedRun Run, CellSummary Cell);

    public static IEnumerable<WebFile> Make(Content content)
    {
        var served = content
            .Runs.SelectMany(run => run.Summary.Cells.Select(cell => new Served(run, cell)))
            .ToLookup(one => StackVersion.Plain(one.Cell.Stack));
        return content.Stacks.Select(stack => Of(content, stack, [.. served[stack]]));
    }

    private static WebFile Of(Content content, string stack, IReadOnlyList<Served> served)
    {
        var facts = served.Select(one => content.FactsOf(one.Cell)).First();
        return Frame.Page(
            content,
            Address.OfStack(stack),
            stack,
            [
                content.AboutOf(stack) is { Length: > 0 } about ? about : $"No run here has a description of {stack}.",
                $"Language {facts.Language}, transport {facts.Transport}, "
                    + (facts.Waits == Unknown.NotTold ? "no run tells how it waits" : facts.Waits),
            ],
            page => Add(page, content, stack, served),
            [Frame.Script("facets")]
        );
    }

    private static void Add(HtmlText page, Content content, string stack, IReadOnlyList<Served> served)
    {
        var facets = new Facets(content);
        var figures = HtmlRenderer.Fragment(new("", [new(Figures(content, facets, stack, served))]));
        AddStanding(page, content, stack, served);
        page.OpenSection("figures", "Figures", "by-scenario").Element("p", Apart, ("class", "small"));
        facets.AddTo(page);
        page.Raw(figures).Close("section");
        page.Raw(HtmlRenderer.Fragment(new("", [Versions(served), Sources(content, stack, served)])));
    }

    /// <summary>Adds where it was fastest, and who was elsewhere.</summary>
    private static void AddStanding(HtmlText page, Content content, string stack, IReadOnlyList<Served> served)
    {
        var standings = content.StandingsOf(stack);
        var newest = served.FirstOrDefault(one => one.Cell.Status == CellStatus.Ok) ?? served[0];
        page.OpenSection("fastest", "Where it is fastest").Element("p", Said(standings, stack));
        page.Open("ul");
        foreach (var run in standings.GroupBy(one => one.Run).Where(run => run.Any(one => one.IsAhead(stack))))
        {
            page.Open("li").Link(Root + Address.OfSuite(run.Key.Suite), run.Key.Suite);
            if (content.Distinction(run.Key, content.Runs) is { Length: > 0 } where)
                page.Text($" ({where})");
            page.Text($": {string.Join(", ", Standing.LinesFor([.. run], stack).Select(Line))}").Close("li");
        }
        page.Close("ul").Raw(HtmlRenderer.Fragment(new("", [new([Elsewhere(content, standings, stack)])])));
        page.Open("p").Link($"{Root}{Address.Comparison}#{CompareQuery(newest)}", $"Compare {stack} with another");
        page.Close("p").Close("section");
    }

    private static string Said(IReadOnlyList<Standing> standings, string stack) =>
        StackTable.Counted(standings, stack) is var counted && counted == NumberText.Missing
            ? "No run here could tell who is fastest among it and others."
            : $"Fastest, as fast, or may be: {counted} scenarios in which a run could tell who is.";

    /// <summary>A scenario, and who else is fast there.</summary>
    private static string Line((string Where, string Outcome) line) =>
        (line.Where, line.Outcome) switch
        {
            ({ Length: 0 }, { Length: 0 }) => "in all of it",
            (var where, { Length: 0 }) => where,
            ({ Length: 0 }, var outcome) => outcome,
            var (where, outcome) => $"{where} ({outcome})",
        };

    private static Details Elsewhere(Content content, IReadOnlyList<Standing> standings, string stack) =>
        new(
            "Who is fastest elsewhere",
            [
                Table.FromItems(
                    "Who is fastest elsewhere",
                    standings.Where(one => !one.IsAhead(stack)),
                    ("Suite", one => new TableCell(one.Run.Suite) { Link = Root + Address.OfSuite(one.Run.Suite) }),
                    ("Run", one => RunTable.Date(one.Run)),
                    ("Machine", one => content.TitleOf(one.Run.Machine)),
                    ("Scenario", one => one.Scenario),
                    ("Fastest", one => one.Outcome)
                ),
            ]
        );

    private static string CompareQuery(Served served) =>
        $"a={served.Run.Id}&a-cell={Uri.EscapeDataString(served.Run.Source.Names.Find(served.Cell.Id))}";

    private static IReadOnlyList<Block> Figures(
        Content content,
        Facets facets,
        string stack,
        IReadOnlyList<Served> served
    )
    {
        bool IsShown(CellSummary cell) => StackVersion.Plain(cell.Stack) == stack;
        var latest = served
            .Select(one => one.Run)
            .Distinct()
            .GroupBy(run => run.Suite)
            .SelectMany(Content.Latest)
            .ToList();
        var runOf = latest.ToDictionary(run => run.Source);
        var blocks = FiguresSection.Blocks(
            [.. runOf.Keys],
            (source, _) => TitleOf(content, runOf[source]),
            (source, group, cell, name) =>
                name with
                {
                    Text = cell.Label == stack ? group.Title : $"{cell.Label}: {group.Title}",
                    Link = Root + Address.OfRun(runOf[source].Id),
                    Tags = facets.Tags(runOf[source], [content.FactsOf(cell)]),
                },
            IsShown
        );
        return
        [
            .. blocks.Select(block => block is SortedTable table ? ByRun(table) : block),
            CautionDetails.Of(latest, IsShown),
        ];
    }

    private static string TitleOf(Content content, PublishedRun run) =>
        $"{run.Suite}, {RunTable.Date(run)}" + (content.Machines.Count > 1 ? $", {content.TitleOf(run.Machine)}" : "");

    /// <summary>The table with a group for each run, and a row for each scenario.</summary>
    private static SortedTable ByRun(SortedTable table) =>
        table with
        {
            Groups =
            [
                .. table
                    .Groups.GroupBy(group => group.Title)
                    .Select(run =>
                        run.First() with
                        {
                            Columns = [new("Scenario"), .. run.First().Columns.Skip(1)],
                            Rows = [.. run.SelectMany(group => group.Rows)],
                        }
                    ),
            ],
        };

    /// <summary>The versions of its runtime and library that were measured.</summary>
    private static Section Versions(IReadOnlyList<Served> served) =>
        new(
            "versions",
            "Versions",
            [
                Table.FromItems(
                    "Measured versions",
                    served
                        .GroupBy(one => one.Cell.Versions.GetValueOrDefault("server", ""))
                        .Where(version => version.Key.Length > 0),
                    ("Version", version => version.Key),
                    (Column.Figure("Runs"), version => NumberText.Count(version.DistinctBy(one => one.Run).Count())),
                    ("First", version => RunTable.Date(version.Last().Run)),
                    ("Newest", version => RunTable.Date(version.First().Run))
                ),
            ]
        );

    /// <summary>The files of its server, as the newest run kept them; else those of this program, which says
    /// so.</summary>
    private static Section Sources(Content content, string stack, IReadOnlyList<Served> served)
    {
        var kept = served
            .Select(one => (one.Run, Files: one.Run.Info.Sources.GetValueOrDefault(one.Cell.Stack, [])))
            .FirstOrDefault(one => one.Files.Count > 0);
        var files = kept.Files ?? content.SourcesOf(stack);
        var origin =
            kept.Files is not null ? $"As it was measured on {RunTable.Date(kept.Run)}."
            : files.Count > 0 ? $"No run here kept its source. This is that of pingmark {content.SourcesVersion}."
            : "No run here kept its source.";
        return new(
            "source",
            "Source",
            [
                new Paragraph(origin),
                .. files.Select(file => new Details(
                    $"{file.File}, {NumberText.Count(file.Lines, "line")}",
                    [new Code(file.Text)]
                )),
            ]
        );
    }
}
