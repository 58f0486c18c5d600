using System.Text.Json;
using Pingmark.Reports.Html;
using Pingmark.Schema;

namespace Pingmark.Website;

/// <summary>Makes the page on which any two cells are compared. Its script loads the data of both runs.</summary>
internal static class ComparePage
{
    private const string HowToRead =
        "Choose two. Where one run measured both in turns, its own comparison is shown: paired, with a verdict. "
        + "Otherwise the ratio is the quotient of both figures, and its range goes from end to end of their 95 % "
        + "intervals: apart where that leaves 1 out. What the machine did in between is in such a ratio, too; for "
        + "two runs of the same suite `pingmark compare` takes it out.";

    public static IEnumerable<WebFile> Make(Content content) =>
        [Frame.Page(content, Address.Comparison, "Compare any two", [], Add, [Frame.Script("compare")], Data(content))];

    /// <summary>What is chosen from: all runs by their names, and all metrics.</summary>
    private static string Data(Content content) =>
        JsonSerializer.Serialize(
            new
            {
                Runs = content.Runs.Select(run => new[] { run.Id, Name(content, run) }),
                Metrics = Metric.All.Select(metric => new object[] { metric.Key, metric.Title, metric.HigherIsFaster }),
            },
            ChartData.Options
        );

    private static string Name(Content content, PublishedRun run)
    {
        var where = content.Distinction(run, content.Runs);
        return TerminalSafeText.Plain($"{run.Suite}, {RunTable.Date(run)}" + (where.Length > 0 ? $", {where}" : ""));
    }

    private static void Add(HtmlText page)
    {
        page.Open("p").Sentence(HowToRead).Close("p");
        page.Element("noscript", "Comparing needs JavaScript; the pages of runs and suites don't.");
        page.Open("div", ("id", "choice"), ("hidden", ""));
        foreach (var side in new[] { "A", "B" })
        {
            page.Open("div", ("class", "controls"), ("role", "group"), ("aria-label", side));
            page.Element("strong", side);
            AddSelect(page, $"Run of {side}", $"run-{side}");
            AddSelect(page, $"Cell of {side}", $"cell-{side}");
            page.Close("div");
        }
        page.Close("div").Open("div", ("id", "compared"), ("aria-live", "polite")).Close("div");
    }

    private static void AddSelect(HtmlText page, string title, string id) =>
        page.Open("label").Text($"{title} ").Open("select", ("id", id)).Close("select").Close("label");
}
