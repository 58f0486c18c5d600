using System.Globalization;
using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Reports.Html;

namespace Pingmark.Website;

/// <summary>Lists runs, the newest first, with their outcome.</summary>
/// <param name="root">What leads to the website's folder.</param>
internal sealed class RunTable(Content content, Facets facets, string root)
{
    private const int OutcomesShown = 3,
        LongestOutcome = 170;

    /// <summary>What would be the same in each row is left out.</summary>
    private readonly IReadOnlyList<(string Title, Func<PublishedRun, string> Of)> _differing =
    [
        .. new (string Title, int Values, Func<PublishedRun, string> Of)[]
        {
            ("Machine", content.Machines.Count, run => content.TitleOf(run.Machine)),
            ("Pingmark", content.Versions.Count, run => run.Version),
        }
            .Where(column => column.Values > 1)
            .Select(column => (column.Title, column.Of)),
    ];

    public HtmlText Build(IReadOnlyList<PublishedRun> runs)
    {
        var page = new HtmlText().OpenTable("All runs", "plain runs").Open("thead").Open("tr");
        foreach (var header in new[] { "Run (UTC)", "Suite", "Outcome" }.Concat(_differing.Select(one => one.Title)))
            page.Element("th", header, ("scope", "col"));
        page.Element("th", "Cells", ("scope", "col"), ("class", "figure")).Close("tr").Close("thead").Open("tbody");
        foreach (var run in runs)
            Add(page, run);
        return page.Close("tbody").CloseTable();
    }

    private void Add(HtmlText page, PublishedRun run)
    {
        var cells = run.Summary.Cells;
        page.Open("tr", ("data-in", facets.Tags(run, cells.Select(content.FactsOf))));
        page.Open("th", ("scope", "row")).Link($"{root}{Address.OfRun(run.Id)}", Date(run)).Close("th");
        page.Open("td").Link($"{root}{Address.OfSuite(run.Suite)}", run.Suite).Close("td");
        page.Open("td", ("class", "outcome"));
        foreach (var caution in run.Cautions.Take(1))
            page.SentenceIn("span", Cut(caution), ("class", "name severity warning"));
        foreach (var line in run.Outcome.Take(OutcomesShown))
            page.SentenceIn("span", Cut(line), ("class", "name"));
        page.Close("td");
        foreach (var (_, of) in _differing)
            page.Element("td", of(run));
        page.Element("td", NumberText.Count(cells.Count), ("class", "figure")).Close("tr");
    }

    /// <summary>When it began, in UTC.</summary>
    public static string Date(PublishedRun run) =>
        run.Summary.StartedAt.UtcDateTime.ToString("yyyy-MM-dd HH:mm", CultureInfo.InvariantCulture);

    /// <summary>The beginning of a sentence; the run's page has the whole.</summary>
    private static string Cut(string text) =>
        text.Length <= LongestOutcome ? text : text[..text.LastIndexOf(' ', LongestOutcome)] + " …";
}
