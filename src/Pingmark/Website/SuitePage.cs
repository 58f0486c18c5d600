using Pingmark.Formatting;
using Pingmark.History;
using Pingmark.Model;
using Pingmark.Reports;
using Pingmark.Reports.Document;
using Pingmark.Reports.Html;
using Pingmark.Reports.Renderers;
using Pingmark.Reports.Sections;

namespace Pingmark.Website;

/// <summary>Makes the page of each suite: the newest figures on each machine, how they came about over time, and its
/// runs.</summary>
internal static class SuitePage
{
    private const string Root = "../";

    private const string Apart =
        "Of each machine and version of pingmark the newest run. Each has tables of its own: what different machines "
        + "measured is not ranked together.";

    public static IEnumerable<WebFile> Make(Content content) => content.Suites.Select(suite => Of(content, [.. suite]));

    private static WebFile Of(Content content, IReadOnlyList<PublishedRun> runs) =>
        Frame.Page(
            content,
            Address.OfSuite(runs[0].Suite),
            runs[0].Suite,
            [runs[0].Summary.About],
            page => Add(page, content, runs),
            [Frame.Script("facets")]
        );

    private static void Add(HtmlText page, Content content, IReadOnlyList<PublishedRun> runs)
    {
        var latest = Content.Latest(runs);
        var facets = new Facets(content);
        var figures = HtmlRenderer.Fragment(
            new("", [new([.. Figures(content, facets, latest), CautionDetails.Of(latest, _ => true)])])
        );
        var trend = new HtmlText();
        foreach (var machine in runs.GroupBy(run => run.Machine))
            AddTrend(trend, content, facets, [.. machine]);
        var list = new RunTable(content, facets, Root).Build(runs);

        page.OpenSection("outcome", "Outcome");
        foreach (var run in latest)
            AddOutcome(page, content, run);
        page.Close("section").OpenSection("figures", "Figures");
        if (latest.Count > 1)
            page.Element("p", Apart);
        facets.AddTo(page);
        page.Raw(figures).Close("section").OpenSection("trend", "Over time");
        page.Raw(trend.ToString()).Close("section").OpenSection("runs", "Runs");
        page.Raw(list.ToString()).Close("section");
    }

    private static void AddOutcome(HtmlText page, Content content, PublishedRun run)
    {
        page.Open("p").Link($"{Root}{Address.OfRun(run.Id)}", RunTable.Date(run));
        // The answer's heading says what its lines are, and is none of them.
        var (title, lines) =
            run.Outcome is [var first, ..] && first.EndsWith(':') ? (first, run.Outcome.Skip(1)) : ("", run.Outcome);
        page.Text($", {content.TitleOf(run.Machine)}, pingmark {run.Version}" + (title.Length > 0 ? ". " : ":"));
        page.Sentence(title).Close("p");
        foreach (var caution in run.Cautions)
            page.SentenceIn("p", caution, ("class", "caution"));
        page.Open("ul");
        foreach (var line in lines)
            page.SentenceIn("li", line);
        page.Close("ul");
    }

    private static IReadOnlyList<Block> Figures(Content content, Facets facets, IReadOnlyList<PublishedRun> latest)
    {
        var runOf = latest.ToDictionary(run => run.Source);
        return FiguresSection.Blocks(
            [.. latest.Select(run => run.Source)],
            (source, group) =>
                content.Distinction(runOf[source], latest) is { Length: > 0 } where
                    ? $"{where}: {group.Title}"
                    : group.Title,
            (source, _, cell, name) =>
                name with
                {
                    Meaning = source.About(cell),
                    Link = Root + Address.OfStack(cell.Stack),
                    Tags = facets.Tags(runOf[source], [content.FactsOf(cell)]),
                }
        );
    }

    /// <summary>Adds the figures of one machine over time.</summary>
    private static void AddTrend(HtmlText page, Content content, Facets facets, IReadOnlyList<PublishedRun> runs)
    {
        page.Element("h3", content.TitleOf(runs[0].Machine));
        if (runs.Count == 1)
        {
            page.Element("p", "One run so far.");
            return;
        }
        var asked = new FigureRequest(Stack: null, Metric: null);
        var history = RunHistory.Of(runs.Select(run => (run.Id, run.Summary)), asked);
        var cells = CellHistory.Build(history, asked);
        var factsOf = runs.SelectMany(run => run.Summary.Cells)
            .DistinctBy(cell => cell.Stack)
            .ToDictionary(cell => cell.Stack, content.FactsOf);
        if (cells.Count > 0)
            new TrendTable(page)
            {
                StackLink = cell => Root + Address.OfStack(cell.Stack),
                RunLink = id => Root + Address.OfRun(id),
                Title = $"Figures over time on {content.TitleOf(runs[0].Machine)}",
                Tags = cell => facets.Tags(runs[0], [factsOf[cell.Stack]]),
            }.Add(cells);
        page.Open("details").Element("summary", "In words, and what is left out");
        page.Raw(HtmlRenderer.Fragment(HistoryReport.Trend(history, cells))).Close("details");
    }
}
