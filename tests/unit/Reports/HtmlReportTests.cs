using System.Text.Json;
using System.Text.RegularExpressions;
using System.Xml.Linq;
using Pingmark.Model;
using Pingmark.Reports;
using Pingmark.Reports.Html;
using Pingmark.Results;
using Xunit;

namespace Pingmark.Tests.Reports;

/// <summary>report.html without its scripts' work: what it says, and that nothing that comes from elsewhere is more
/// than text. What scripts do is tested in a browser (tests/browser).</summary>
public sealed partial class HtmlReportTests
{
    private static readonly string[] HostileTexts =
    [
        "<script>alert(1)</script>",
        "</script><script>alert(1)</script>",
        "</title></style><img src=x onerror=alert(1)>",
        "\" onmouseover=\"alert(1)",
        "' style='position:fixed",
        "<!--",
        "]]>",
        "\u001b[31mred\u001b[0m \u009b2J",
        "abc\u202Edef\u2066\u200f",
        "a\u2028b\u2029c\0d",
        "\ud800 half of a character",
        new string('x', 10_000),
    ];

    [Fact]
    public void Golden_file() =>
        Golden.CheckInEveryCulture("report-body.html", () => Body(Render(MockSummary.Few())) + "\n");

    [Fact]
    public void Text_from_elsewhere_stays_text()
    {
        // What is no well-formed markup, or has an element more than usual, was let in.
        var usual = Elements(Document(Render(Everywhere(MockSummary.Build(), "harmless")))).ToList();
        Assert.All(
            HostileTexts,
            text =>
            {
                var page = Render(Everywhere(MockSummary.Build(), text));
                Assert.Equal(usual, Elements(Document(page)));
                Assert.DoesNotContain(page, c => c is '\0' or '\u001b' or '\u009b' or '\u202e' or '\u2066' or '\u2028');
            }
        );
    }

    /// <summary>How many lines an answer has depends on how long they are, and not what they are made of.</summary>
    private static IEnumerable<string> Elements(XDocument page)
    {
        bool IsAnswer(XElement e) => e.Attribute("class")?.Value == "statements";
        Assert.All(
            page.Descendants().Where(IsAnswer).Descendants(),
            e => Assert.Contains(e.Name.LocalName, (string[])["li", "strong", "code"])
        );
        return page.Descendants().Where(e => !e.Ancestors().Any(IsAnswer)).Select(e => e.Name.LocalName);
    }

    [Fact]
    public void Attributes_are_only_those_of_the_page() =>
        Assert.All(
            Document(Render(Everywhere(MockSummary.Build(), "\" onclick=\"alert(1)"))).Descendants().Attributes(),
            attribute =>
                Assert.False(
                    attribute.Name.LocalName.StartsWith("on", StringComparison.Ordinal)
                        || attribute.Name.LocalName == "style",
                    attribute.ToString()
                )
        );

    [Fact]
    public void The_policy_names_the_hash_of_every_script_and_of_the_style()
    {
        var page = Render(MockSummary.Build(), "globalThis.drawn = 1;");
        var policy = Document(page).Descendants("meta").Attributes("content").First().Value;
        Assert.StartsWith("default-src 'none'; script-src 'sha256-", policy);
        Assert.DoesNotContain("unsafe", policy);
        var inline = Inline().Matches(page).Select(m => m.Groups[1].Value).ToList();
        Assert.Equal(3, inline.Count);
        Assert.All(
            inline,
            source =>
                Assert.Contains(
                    Convert.ToBase64String(
                        System.Security.Cryptography.SHA256.HashData(System.Text.Encoding.UTF8.GetBytes(source))
                    ),
                    policy
                )
        );
    }

    [Fact]
    public void What_is_embedded_can_not_end_its_element()
    {
        Assert.DoesNotContain("</style", HtmlResources.Style);
        Assert.DoesNotContain("</script", HtmlResources.Script);
        Assert.DoesNotContain("</script", HtmlResources.Charts ?? "");
        Assert.DoesNotContain("<!--", HtmlResources.Charts ?? "");
    }

    [Fact]
    public void Nothing_is_loaded_from_elsewhere()
    {
        var document = Document(Render(MockSummary.Build()));
        Assert.DoesNotContain(document.Descendants().Attributes(), a => a.Name.LocalName is "src" or "srcset");
        Assert.All(document.Descendants().Attributes("href"), a => Assert.StartsWith("#", a.Value));
        Assert.Empty(document.Descendants("link"));
    }

    [Fact]
    public void The_charts_get_the_figures_of_the_summary_digit_by_digit()
    {
        var summary = MockSummary.Build();
        var data = JsonDocument.Parse(Data(Render(summary))).RootElement;
        var cells = data.GetProperty("cells").EnumerateArray().ToList();
        Assert.Equal(summary.Cells.Select(c => c.Id), cells.Select(c => c.GetProperty("id").GetString()));
        var p50 = cells[1].GetProperty("figures").GetProperty("rtt_p50_ns");
        var expected = summary.Cells[1].Figure("rtt_p50_ns")!;
        Assert.Equal(
            [expected.Value, expected.CiLow, expected.CiHigh],
            p50.EnumerateArray().Select(e => (double?)e.GetDouble())
        );
        Assert.False(cells[2].GetProperty("figures").TryGetProperty("rtt_p99_ns", out _));
    }

    [Fact]
    public void Cells_that_differ_in_one_number_are_a_sweep()
    {
        var data = JsonDocument.Parse(Data(Render(MockSummary.Build()))).RootElement;
        var sweep = Assert.Single(data.GetProperty("sweeps").EnumerateArray());
        Assert.Equal("connections", sweep.GetProperty("dimension").GetString());
        Assert.Equal("in flight 1, message bytes 32", sweep.GetProperty("title").GetString());
        Assert.Equal([1, 16], sweep.GetProperty("values").EnumerateArray().Select(v => v.GetInt32()));
        var series = sweep.GetProperty("series").EnumerateArray().ToList();
        Assert.Equal("java/tcp-nio", series[1].GetProperty("name").GetString());
        Assert.Equal([1, 5], series[1].GetProperty("cells").EnumerateArray().Select(v => v.GetInt32()));
        Assert.Equal(JsonValueKind.Null, series[3].GetProperty("cells")[1].ValueKind);
    }

    [Fact]
    public void Samples_are_told_where_they_were_taken()
    {
        var mock = MockSummary.Build();
        var samples = new SamplingSummary
        {
            File = "a.jfr",
            TopMethods = [new("Nio.select<T>", 0.25, 0.5)],
            Notes = ["few samples"],
        };
        var page = Render(
            mock with
            {
                Cells =
                [
                    mock.Cells[0] with
                    {
                        Samples = [new("server", "java/tcp-nio", 10, samples)],
                    },
                    .. mock.Cells.Skip(1),
                ],
            }
        );
        Assert.Contains("Nio.select&lt;T&gt;", page);
        Assert.Contains("25.0 %", page);
        Assert.Contains("few samples", page);
        Assert.DoesNotContain("id=\"samples\"", Render(mock));
    }

    [Fact]
    public void The_answer_stands_beside_a_chart_and_the_rest_can_be_folded()
    {
        var page = Document(Render(MockSummary.Build(), "globalThis.drawn = 1;"));
        var first = page.Descendants("div").Single(one => one.Attribute("class")?.Value == "first");
        Assert.Contains(first.Descendants("section"), one => one.Attribute("id")?.Value == "answer");
        Assert.Contains(first.Elements(), one => one.Attribute("id")?.Value == "first-chart");
        Assert.All(
            page.Descendants("main").Single().Elements("section"),
            section => Assert.Equal("fold", section.Element("details")?.Attribute("class")?.Value)
        );
    }

    [Fact]
    public void What_can_not_be_used_yet_is_being_measured()
    {
        Assert.Contains(">invalid<", HtmlReport.Fragment(MockSummary.Build(), isMeasuring: false));
        var page = HtmlReport.Fragment(MockSummary.Build(), isMeasuring: true);
        Assert.DoesNotContain(">invalid<", page);
        Assert.Contains("verdict measuring", page);
        Assert.Contains(">failed<", page);
    }

    [Fact]
    public void Without_charts_it_says_how_to_get_them() => Assert.Contains("nodejs npm", Render(MockSummary.Build()));

    [Fact]
    public void A_run_without_a_single_cell_has_a_page() =>
        Assert.Contains(
            "<h1>",
            Render(MockSummary.Build() with { Cells = [], Comparisons = [], Published = null, Notes = [] })
        );

    /// <summary>Such a page is whole: who gets it needs no tree to see what was measured.</summary>
    [Fact]
    public void Where_servers_alone_differ_their_sources_are_on_the_page()
    {
        var mock = MockSummary.Build();
        var run = MockRun.Of(mock) with
        {
            Sources = new Dictionary<string, IReadOnlyList<StackSource>>
            {
                ["java/tcp-nio"] =
                [
                    new("workers/java/Nio.java", "<b>one</b>\ntwo\n"),
                    new("Loop.java", "three\nfour\n"),
                ],
            },
        };
        var page = Document(HtmlReport.Render(mock, run, MockRun.Sources(mock), null));
        var shown = page.Descendants("section").Single(section => section.Attribute("id")?.Value == "sources");
        Assert.Equal(
            "java/tcp-nio: workers/java/Nio.java, 2 lines, Loop.java, 2 lines",
            shown.Descendants("summary").Last().Value
        );
        Assert.Equal(["<b>one</b>\ntwo\n", "three\nfour\n"], shown.Descendants("code").Select(code => code.Value));
        var link = page.Descendants("a").First(a => a.Value == "java/tcp-nio").Attribute("href")!.Value;
        Assert.Equal(link, $"#{shown.Descendants("pre").First().Attribute("id")!.Value}");
        Assert.DoesNotContain("id=\"sources\"", Render(mock));
    }

    /// <summary>What the one client costs is nothing that servers differ by.</summary>
    [Fact]
    public void Where_servers_alone_differ_their_memory_is_shown_at_first_and_not_the_clients_cost()
    {
        var mock = MockSummary.Build();
        var ofOne = mock with { Cells = [.. mock.Cells.Select(cell => cell with { Client = "cpp/udp" })] };
        Assert.NotEqual(KindOf(mock, "Client CPU"), KindOf(ofOne, "Client CPU"));
        Assert.NotEqual(KindOf(mock, "Server memory"), KindOf(ofOne, "Server memory"));
    }

    private static string KindOf(Summary summary, string column) =>
        Document(Render(summary)).Descendants("th").First(th => th.Value.StartsWith(column)).Attribute("class")!.Value;

    private static string Render(Summary summary, string? charts = null) =>
        HtmlReport.Render(summary, MockRun.Of(summary), MockRun.Sources(summary), charts);

    /// <summary>In every text that may come from a suite, a folder or a worker.</summary>
    private static Summary Everywhere(Summary s, string text) =>
        s with
        {
            Suite = text,
            About = text,
            Notes = [.. s.Notes.Select(n => n with { Text = text + n.Text })],
            Machine = s.Machine with { Cpu = text, Os = text, Kernel = text, CongestionControl = text },
            Cells =
            [
                .. s.Cells.Select(
                    (c, i) =>
                        c with
                        {
                            Label = text + i,
                            Client = i == 0 ? text : c.Client,
                            Reasons = [.. c.Reasons.Select(r => text + r)],
                            Audits = [.. c.Audits.Select(a => a with { Id = a.Id + text, Text = text + a.Text })],
                            Withheld = [.. c.Withheld.Select(w => w with { Reason = text + w.Reason })],
                            Versions = c.Versions.ToDictionary(v => v.Key + text, v => v.Value + text),
                            EffectiveOptions = c.EffectiveOptions.ToDictionary(v => v.Key + text, v => text),
                        }
                ),
            ],
            Published = s.Published! with { Source = text, Finding = text },
        };

    private static string Body(string page) =>
        Regex.Match(page, "<body>.*?<script type", RegexOptions.Singleline).Value;

    private static string Data(string page) =>
        Regex.Match(page, "id=\"data\">(.*?)</script>", RegexOptions.Singleline).Groups[1].Value;

    /// <summary>The page as a strict reader sees it: a script or a style that markup could end is in nobody's
    /// way.</summary>
    private static XDocument Document(string page) =>
        XDocument.Parse(Void().Replace(Inline().Replace(page, ""), "$0</$1>").Replace("<!DOCTYPE html>", ""));

    [GeneratedRegex("<(?:script|style)>(.*?)</(?:script|style)>", RegexOptions.Singleline)]
    private static partial Regex Inline();

    [GeneratedRegex("<(meta|input)[^>]*>")]
    private static partial Regex Void();
}
