using System.Text.Json;
using Pingmark.Model;
using Pingmark.Reports.Html;

namespace Pingmark.Website;

/// <summary>Makes what the first page is searched by: titles, addresses and words of suites, stacks and runs.</summary>
internal static class SearchIndex
{
    public static IEnumerable<WebFile> Make(Content content) =>
        [new(Address.Search, $"pingmarkIndex({JsonSerializer.Serialize(Entries(content), ChartData.Options)});\n")];

    /// <summary>Of each what it is, its title, its address, and more words by which it is found.</summary>
    private static IEnumerable<string[]> Entries(Content content)
    {
        foreach (var suite in content.Suites)
            yield return Entry("suite", suite.Key, Address.OfSuite(suite.Key), suite.First().Summary.About);
        foreach (var stack in content.Stacks)
            yield return Entry("stack", stack, Address.OfStack(stack), content.AboutOf(stack));
        foreach (var run in content.Runs)
            yield return Entry(
                "run",
                $"{run.Suite}, {RunTable.Date(run)}",
                Address.OfRun(run.Id),
                string.Join(' ', Words(content, run).Distinct())
            );
    }

    private static IEnumerable<string> Words(Content content, PublishedRun run) =>
        [
            content.TitleOf(run.Machine),
            run.Version,
            .. run.Summary.Cells.Select(cell => StackVersion.Plain(cell.Stack)),
            .. run.Summary.Cells.SelectMany(cell => cell.Versions.Values),
        ];

    private static string[] Entry(string kind, string title, string address, string words) =>
        [kind, TerminalSafeText.Plain(title), address, TerminalSafeText.Plain(words)];
}
