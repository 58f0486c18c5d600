using System.Text.RegularExpressions;
using Pingmark.Tests.Reports;
using Pingmark.Website;
using Xunit;

namespace Pingmark.Tests.Website;

public sealed partial class PagesTests
{
    private static readonly Content Small = Sites.Of(Sites.Run(), Sites.Run(1), Sites.Run(2, Sites.OnAnotherMachine));

    public static TheoryData<string> Cultures => Reports.Cultures.Names;

    [Theory, MemberData(nameof(Cultures))]
    public void Golden_first_page(string culture) =>
        Golden.Check("first-page.html", Reports.Cultures.Under(culture, () => Page("index.html")));

    [Theory, MemberData(nameof(Cultures))]
    public void Golden_page_of_a_stack(string culture) =>
        Golden.Check("stack-page.html", Reports.Cultures.Under(culture, () => Page("stacks/cpp--tcp-epoll.html")));

    [Fact]
    public void Figures_of_different_machines_are_in_tables_of_their_own()
    {
        var page = Page("suites/mock.html");
        Assert.Contains("what different machines measured is not ranked together", page);
        var groups = Group().Matches(page).Select(group => group.Groups[1].Value).ToList();
        Assert.Equal(groups.Count, groups.Distinct().Count());
        Assert.All(groups, group => Assert.Matches("^(Another CPU, 8 cores|Example CPU @ 2.80GHz, 2 cores): ", group));
        Assert.Equal(2, groups.Select(group => group.Split(':')[0]).Distinct().Count());
    }

    [Fact]
    public void A_machine_of_several_runs_has_figures_over_time_and_one_of_one_run_has_none()
    {
        var page = Page("suites/mock.html");
        Assert.Contains("aria-label=\"Figures over time on Example CPU @ 2.80GHz, 2 cores\"", page);
        Assert.Matches("<h3>Another CPU, 8 cores</h3>\\s*<p>One run so far.</p>", page);
    }

    [Fact]
    public void A_withheld_figure_and_a_cell_that_can_not_be_used_have_their_reasons()
    {
        var run = Sites.Run();
        foreach (var address in new[] { "suites/mock.html", Address.OfRun(run.Id) })
        {
            var page = Sites.Body(Sites.Files(Sites.Of(run)).Single(file => file.Path == address));
            Assert.All(
                run.Summary.Cells.SelectMany(cell => cell.Withheld),
                withheld => Assert.Contains(Pingmark.Reports.Escape.Html(withheld.Reason), page)
            );
            Assert.All(
                run.Summary.Cells.SelectMany(cell => cell.Reasons),
                reason => Assert.Contains(Pingmark.Reports.Escape.Html(reason.Split('`')[0]), page)
            );
        }
    }

    [Fact]
    public void Every_link_leads_to_a_file()
    {
        var files = Sites.Files(Small);
        var known = files.Select(file => file.Path).ToHashSet();
        Assert.Equal(known.Count, files.Count);
        foreach (var file in files.Where(file => file.Path.EndsWith(".html", StringComparison.Ordinal)))
        foreach (var link in Link().Matches(file.Text).Select(link => link.Groups[1].Value.Split('#')[0]))
            if (link.Length > 0)
                Assert.Contains(link.Replace("../", "", StringComparison.Ordinal), known);
    }

    /// <summary>Scripts of its own have hashes, and these alone may load the website's data.</summary>
    [Fact]
    public void No_page_asks_anybody_for_anything()
    {
        foreach (var page in Sites.Files(Small).Where(file => file.Path.EndsWith(".html", StringComparison.Ordinal)))
        {
            Assert.Contains("default-src &#39;none&#39;; script-src &#39;sha256-", page.Text);
            Assert.DoesNotContain("unsafe", page.Text.Split("</head>")[0].Split("<style>")[0]);
            Assert.DoesNotMatch("(src|href)=\"[a-z]+:", page.Text);
            Assert.DoesNotContain("fetch(", page.Text);
        }
    }

    [Fact]
    public void Text_from_elsewhere_stays_text()
    {
        const string hostile = "</script><script>alert(1)</script>\u202e\u001b[31m\"";
        var run = Sites.Run(changed: summary =>
            summary with
            {
                Suite = hostile,
                About = hostile,
                Machine = summary.Machine with { Cpu = hostile, PingmarkVersion = hostile },
                Cells = [.. summary.Cells.Select(cell => cell with { Stack = hostile, Label = hostile })],
            }
        );
        foreach (var file in Sites.Files(Sites.Of(run)))
        {
            Assert.DoesNotContain("<script>alert", file.Text);
            Assert.DoesNotContain(file.Text, c => c is '\u202e' or '\u001b');
            Assert.Matches(@"\A([a-z]+/)?[a-z0-9._-]+\z", file.Path);
        }
    }

    [Fact]
    public void The_page_of_a_stack_leads_to_who_is_fastest_where_it_is_not()
    {
        var page = Page("stacks/java--tcp-nio.html");
        Assert.Contains("Fastest, as fast, or may be: 2 of 4 scenarios", page);
        var elsewhere = page[page.IndexOf("Who is fastest elsewhere", StringComparison.Ordinal)..];
        Assert.Matches("<th scope=\"row\"><a href=\"../suites/mock.html\">mock</a></th>", elsewhere);
        Assert.Contains("<td>cpp/tcp-epoll so far</td>", elsewhere);
    }

    [Fact]
    public void A_source_is_of_the_run_or_said_to_be_of_another_version()
    {
        var content = new Content([Sites.Run()])
        {
            Title = "Results",
            SourcesOf = stack => stack == "cpp/tcp-epoll" ? [new("workers/epoll.cpp", "int main() {}\n")] : [],
            SourcesVersion = "0.2.0",
        };
        var page = Sites.Files(content).Single(file => file.Path == "stacks/cpp--tcp-epoll.html").Text;
        Assert.Contains("No run here kept its source. This is that of pingmark 0.2.0.", page);
        Assert.Contains("workers/epoll.cpp, 1 line", page);
        Assert.Contains("an event loop in one thread", page);
    }

    private static string Page(string path) => Sites.Body(Sites.Files(Small).Single(file => file.Path == path));

    [GeneratedRegex("scope=\"rowgroup\"><span>(.*?)</span>")]
    private static partial Regex Group();

    [GeneratedRegex("<a href=\"([^\"]*)\"")]
    private static partial Regex Link();
}
