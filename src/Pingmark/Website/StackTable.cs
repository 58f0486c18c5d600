using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Reports.Html;

namespace Pingmark.Website;

/// <summary>Lists all stacks by what they transport messages with: what each is, how it waits, and where it was
/// fastest.</summary>
internal static class StackTable
{
    public const string HowCounted =
        "Fastest in: of the scenarios in which a run could tell who was fastest, those in which the stack was, was as "
        + "fast, or may be. Each suite counts with its newest usable run on each machine. Suites ask different things, "
        + "so this is no ranking: choose the scenario that is yours.";

    public static void AddTo(HtmlText page, Content content)
    {
        var facts = content
            .Runs.SelectMany(run => run.Summary.Cells)
            .DistinctBy(cell => StackVersion.Plain(cell.Stack))
            .ToDictionary(cell => StackVersion.Plain(cell.Stack), content.FactsOf);
        foreach (
            var alike in content
                .Stacks.GroupBy(stack => facts[stack].Transport)
                .OrderByDescending(group => group.Count())
        )
        {
            page.Element("h3", alike.Key).OpenTable($"Stacks of {alike.Key}", "plain stacks");
            page.Open("thead").Open("tr");
            foreach (var header in new[] { "Stack", "Fastest in", "Waits", "What it is" })
                page.Element("th", header, ("scope", "col"));
            page.Close("tr").Close("thead").Open("tbody");
            foreach (var stack in alike)
                Add(page, content, stack, facts[stack]);
            page.Close("tbody").CloseTable();
        }
    }

    private static void Add(HtmlText page, Content content, string stack, StackFacts facts)
    {
        page.Open("tr").Open("th", ("scope", "row")).Link(Address.OfStack(stack), stack).Close("th");
        page.Element("td", Counted(content.StandingsOf(stack), stack)).Element("td", facts.Waits);
        page.Element("td", content.AboutOf(stack)).Close("tr");
    }

    /// <summary>In how many of the scenarios that are decided it was ahead: <c>3 of 7</c>.</summary>
    public static string Counted(IReadOnlyList<Standing> standings, string stack)
    {
        var decided = standings.Where(one => one.Ahead.Count > 0).ToList();
        return decided.Count == 0
            ? NumberText.Missing
            : $"{NumberText.Count(decided.Count(one => one.IsAhead(stack)))} of {NumberText.Count(decided.Count)}";
    }
}
