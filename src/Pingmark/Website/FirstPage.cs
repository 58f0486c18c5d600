using Pingmark.Formatting;
using Pingmark.Reports.Html;

namespace Pingmark.Website;

/// <summary>Makes the first page: what there is, and all runs, filtered and searched.</summary>
internal static class FirstPage
{
    /// <summary>The most outcomes of a suite in its card; its page has all.</summary>
    private const int MostOutcomes = 4;

    private const string HowToRead =
        "Each suite lets several networking stacks do the same work, in turns and on one machine. Find the suite that "
        + "is nearest to what you build: its card says who answers the fastest, and its page what that costs. A "
        + "stack's page tells where it was fastest, and has its source.";

    private static readonly IReadOnlyList<(string Id, string Title)> Sections =
    [
        ("suites", "Suites"),
        ("stacks", "Stacks"),
        ("runs", "Runs"),
    ];

    public static IEnumerable<WebFile> Make(Content content) =>
        [
            Frame.Page(
                content,
                Address.First,
                content.Title,
                [Count(content)],
                page => Add(page, content),
                [Frame.Script("facets"), Frame.Script("search")]
            ),
        ];

    private static string Count(Content content) =>
        $"{NumberText.Count(content.Runs.Count, "run")} of {NumberText.Count(content.Suites.Count, "suite")} with "
        + $"{NumberText.Count(content.Stacks.Count, "stack")} on {Where(content.Machines, content)}, by "
        + (
            content.Versions.Count == 1
                ? $"pingmark {content.Versions[0]}"
                : NumberText.Count(content.Versions.Count, "version") + " of pingmark"
        )
        + $", the newest of {RunTable.Date(content.Runs[0])} (UTC).";

    private static string Where(IReadOnlyList<RunMachine> machines, Content content) =>
        machines.Count == 1 ? content.TitleOf(machines[0]) : NumberText.Count(machines.Count, "machine");

    private static void Add(HtmlText page, Content content)
    {
        page.Element("p", HowToRead, ("class", "intro"));
        page.Open("nav", ("aria-label", "This page"), ("class", "links"));
        foreach (var (id, title) in Sections)
            page.Link($"#{id}-title", title);
        page.Close("nav").Open("div", ("class", "controls"), ("id", "search-controls"), ("hidden", ""));
        page.Open("label").Text("Search ").Open("input", ("type", "search"), ("id", "search")).Close("label");
        page.Element("output", "", ("id", "found-count"), ("class", "small")).Close("div");
        page.Open("ul", ("id", "found"), ("class", "found"), ("hidden", "")).Close("ul");
        Begin(page, "suites");
        page.Open("div", ("class", "cards small-cards"));
        foreach (var suite in content.Suites)
            AddSuite(page, content, [.. suite]);
        page.Close("div").Close("section");
        Begin(page, "stacks");
        page.Element("p", StackTable.HowCounted, ("class", "small"));
        StackTable.AddTo(page, content);
        page.Close("section");
        Begin(page, "runs");
        var facets = new Facets(content);
        var table = new RunTable(content, facets, "").Build(content.Runs);
        facets.AddTo(page);
        page.Raw(table.ToString()).Close("section");
    }

    private static void Begin(HtmlText page, string id) =>
        page.OpenSection(id, Sections.Single(section => section.Id == id).Title);

    private static void AddSuite(HtmlText page, Content content, IReadOnlyList<PublishedRun> runs)
    {
        var told = Content.Newest(runs);
        page.Open("article").Open("h3").Link(Address.OfSuite(told.Suite), told.Suite).Close("h3");
        page.Element("p", told.Summary.About, ("class", "about"));
        foreach (var caution in told.Cautions.Take(1))
            page.SentenceIn("p", caution, ("class", "lines severity warning"));
        AddOutcomes(page, content, told);
        var where = Where([.. runs.Select(run => run.Machine).Distinct()], content);
        page.Element(
            "p",
            $"{NumberText.Count(runs.Count, "run")}, {where}, "
                + (told == runs[0] ? "newest" : "newest usable")
                + $" {RunTable.Date(told)}",
            ("class", "small")
        );
        page.Close("article");
    }

    /// <summary>Adds who was fastest in which scenarios; where stacks were not compared one by one, the run's own
    /// sentences.</summary>
    private static void AddOutcomes(HtmlText page, Content content, PublishedRun run)
    {
        var lines = Standing.Lines(content.StandingsIn(run)).ToList();
        if (lines.Count == 0)
        {
            page.SentenceIn("p", string.Join(' ', run.Outcome.Take(2)), ("class", "lines"));
            return;
        }
        page.Open("dl", ("class", "fastest"));
        foreach (var (where, outcome) in lines.Take(MostOutcomes))
            page.Open("div").Element("dt", where.Length == 0 ? "fastest" : where).Element("dd", outcome).Close("div");
        page.Close("dl");
        if (lines.Count > MostOutcomes)
            page.Element("p", $"and {NumberText.Count(lines.Count - MostOutcomes)} more", ("class", "small"));
    }
}
