using System.Globalization;
using System.Runtime.CompilerServices;
using Microsoft.VisualBasic.FileIO;
using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Reports;
using Pingmark.Reports.Document;
using Pingmark.Reports.Renderers;
using Pingmark.Reports.Sections;
using Pingmark.Results;
using Pingmark.Schema;
using Xunit;

namespace Pingmark.Tests.Reports;

/// <summary>
/// A short run for each shape of report, as it was recorded (<c>recorded/</c>): what terminals show of it, and that its
/// figures stay what they were. A new one is made of a suite with few stacks, <c>--rounds 1</c> and a short
/// <c>duration</c>; of its folder run.json and trials.jsonl are kept, and <c>UPDATE_GOLDEN=1</c> writes results.csv.
/// </summary>
public sealed class RecordedSuitesTests
{
    /// <summary>Every table has all of its columns, and every row is one line.</summary>
    private const int Endless = 2_000;

    /// <summary>Figures of the same trials agree to this wherever they are computed.</summary>
    private const double Rounding = 1e-6;

    public static TheoryData<string> Suites
    {
        get
        {
            var suites = new TheoryData<string>();
            foreach (var folder in Directory.GetDirectories(Here("recorded")).Order())
                suites.Add(Path.GetFileName(folder));
            return suites;
        }
    }

    [Theory, MemberData(nameof(Suites))]
    public void Its_figures_stay_what_they_were(string suite)
    {
        var path = Here($"recorded/{suite}/results.csv");
        var actual = CsvReport.Render(Summed(suite), suite);
        if (Environment.GetEnvironmentVariable("UPDATE_GOLDEN") == "1")
            File.WriteAllText(path, actual);
        var (before, now) = (Fields(File.ReadAllText(path)), Fields(actual));
        Assert.Equal(before.Count, now.Count);
        Assert.All(
            before.Zip(now),
            pair =>
            {
                Assert.Equal(pair.First.Column, pair.Second.Column);
                Assert.True(
                    IsAlike(pair.First.Text, pair.Second.Text),
                    $"{pair.Second.Column} is {pair.Second.Text} and was {pair.First.Text}"
                );
            }
        );
    }

    [Theory, MemberData(nameof(Suites))]
    public void Nothing_is_wider_than_the_terminal_or_broken_within_a_word(string suite)
    {
        var summary = Summed(suite);
        var leftOut = ReportSentences.LeftOut(Metric.All.Select(m => m.Title), "report.html");
        var whole = Words(
                $"{Terminal.Render(summary, Endless)} {leftOut} {ReportSentences.LeftOut(["one"], "report.html")}"
            )
            .ToHashSet();
        foreach (var width in new[] { 40, 80, 140 })
        {
            Assert.All(
                Terminal.RenderInShort(summary, width).Split('\n'),
                line => Assert.InRange(line.Length, 0, width)
            );
            var lines = Terminal.Render(summary, width).Split('\n');
            Assert.All(lines, line => Assert.InRange(line.Length, 0, width));
            Assert.DoesNotContain(lines, line => line.Trim() == "…");
            // 40 columns may be too few for a name beside its verdict, and for an address.
            var breakable = whole
                .Where(word => word.Length > width)
                .Concat(ScenarioGroup.GroupCells(summary).SelectMany(g => g.Cells.Select(g.Name)))
                .ToList();
            Assert.All(
                Words(string.Join('\n', lines)),
                word => Assert.True(whole.Contains(word) || width < 80 && breakable.Any(w => w.Contains(word)), word)
            );
        }
    }

    /// <summary>None has a part that its medium can't show.</summary>
    [Theory, MemberData(nameof(Suites))]
    public void Every_section_is_in_the_media_that_it_is_for(string suite)
    {
        var run = new RunSource(Summed(suite)) { Folder = suite };
        AssertWhole(Media.Terminal, document => Terminal.Render(document, Endless));
        AssertWhole(Media.Verbose, document => Terminal.Render(document, Endless));
        AssertWhole(Media.Markdown, MarkdownRenderer.Render);
        AssertWhole(Media.Page, HtmlRenderer.Body);

        void AssertWhole(Media medium, Func<ReportDocument, string> render)
        {
            var document = RunReport.Build(run, medium);
            var shown = render(document);
            Assert.All(document.SectionsIn(medium), section => Assert.Contains(section.TitleIn(medium), shown));
        }
    }

    /// <summary>A map says it in its own way.</summary>
    [Theory, MemberData(nameof(Suites))]
    public void Eighty_columns_show_each_stack_with_its_rate_and_verdict(string suite)
    {
        foreach (var group in ScenarioGroup.GroupCells(Summed(suite)).Where(g => !ServerClientGrid.HaveAll(g)))
        {
            var table = Terminal
                .Render(console => TerminalRenderer.Fit(ShortTable.Build(group), 80).Write(console), 80)
                .Split('\n');
            foreach (var cell in group.Cells)
            {
                var row = Assert.Single(table, line => line.StartsWith($" {group.Name(cell)} "));
                var rate = Metric.Find(
                    group.Scenario.Load.HasSnapshots ? "snapshots_per_s"
                    : group.Scenario.RatePerS is null ? Metric.Throughput.Key
                    : "achieved_rate"
                )!;
                Assert.Contains($" {(rate.IsRough(cell) ? "~" : "")}{rate.Text(cell)} ", row);
            }
            var said = Words(string.Join('\n', table.SkipWhile(line => !line.StartsWith('─')))).ToList();
            foreach (
                var verdicts in group.Cells.GroupBy(cell => Verdict(group, cell)).Where(_ => group.Cells.Count > 1)
            )
                Assert.Equal(verdicts.Count(), said.Count(word => word == verdicts.Key));
        }
    }

    /// <summary>A ratio alone is no figure.</summary>
    [Theory, MemberData(nameof(Suites))]
    public void Forty_columns_have_the_figure_that_is_compared(string suite) =>
        Assert.All(
            ScenarioGroup.GroupCells(Summed(suite)),
            group =>
                Assert.DoesNotContain(
                    Metric.Find(group.Scenario.HeadlineMetric)!.Terminal!.Header(group.Scenario),
                    TerminalRenderer.Fit(ShortTable.Build(group), 40).LeftOut(40)
                )
        );

    /// <summary>Whatever else has no room is told.</summary>
    [Theory, MemberData(nameof(Suites))]
    public void Forty_columns_have_p50_and_p99_and_name_what_is_left_out(string suite)
    {
        var groups = ScenarioGroup
            .GroupCells(Summed(suite))
            .Where(group => !ServerClientGrid.HaveAll(group))
            .GroupBy(group => group.Class)
            .Where(ofClass => ofClass.Count() < 3)
            .SelectMany(ofClass => ofClass);
        var shown = Terminal.RenderInShort(Summed(suite), 40);
        var (tables, all) = (Words(shown.Split("Left out")[0]).ToList(), Words(shown).ToList());
        foreach (var group in groups)
        foreach (var metric in ShortTable.Metrics(group).Where(metric => metric.Terminal!.Rank <= 5))
        {
            var isLast = metric == Metric.P50 || metric.Key == "rtt_p99_ns";
            foreach (var word in Words(metric.Terminal!.ShortHeader(group.Scenario)))
                Assert.Contains(word, isLast ? tables : all);
        }
    }

    /// <summary>A screen has the answer last, whatever was measured.</summary>
    [Theory, MemberData(nameof(Suites))]
    public void A_screen_ends_with_the_answer_and_the_page(string suite)
    {
        var summary = Summed(suite);
        var shown = Terminal.RenderInShort(summary, Endless).TrimEnd().Split('\n');
        var answer = RunReport.Outcome(summary);
        Assert.Equal([.. answer, "", "All figures and charts: results/mock/report.html"], shown[^(answer.Count + 2)..]);
        Assert.InRange(shown.Count(line => line.StartsWith("Trust: ") || line.StartsWith("For more: ")), 1, 2);
        var lines = Terminal.RenderInShort(summary, 80).TrimEnd().Split('\n');
        Assert.True(lines.Length <= Math.Max(40, 60), string.Join('\n', lines));
    }

    [Fact]
    public void What_says_nothing_is_not_shown()
    {
        Assert.DoesNotContain("not set", Terminal.Render(Summed("game-profiles"), 80));
        Assert.DoesNotContain("uncorr.", Terminal.Render(Summed("game-profiles"), 140));
        Assert.DoesNotContain("to baseline", Terminal.Render(Summed("nbn-performance"), 80));
        Assert.DoesNotContain("Ratios are to the baseline", Terminal.Render(Summed("cross-matrix"), 80));
        Assert.DoesNotContain("measured (published)", Terminal.Render(Summed("quick"), 80));
        Assert.Contains("measured (published)", Terminal.Render(Summed("csharp-vs-java"), 80));
    }

    /// <summary>How much others used is said of the run, and not of each cell once more; names of all of a
    /// stack's cells are one.</summary>
    [Fact]
    public void Nothing_is_said_twice()
    {
        var quick = string.Join(' ', Words(Terminal.Render(Summed("quick"), 80)));
        Assert.Equal(2, quick.Split("other processes had").Length);
        Assert.Contains("every dotnet/kcp2k", string.Join(' ', Words(Terminal.Render(Summed("game-profiles"), 80))));
    }

    [Fact]
    public void What_has_no_room_is_told_with_where_it_is()
    {
        var shown = string.Join(' ', Words(Terminal.Render(Summed("game-profiles"), 80)));
        Assert.Contains("Left out for the terminal is too narrow", shown);
        Assert.Contains("wire/msg report.html has it.", shown);
        Assert.DoesNotContain("Left out", Terminal.Render(Summed("game-profiles"), 200));
    }

    /// <summary>Of two processes each has its own column, the server's where there is room for one alone.</summary>
    [Fact]
    public void A_cost_says_whose_it_is()
    {
        Assert.Contains("CPU/msg", Terminal.Render(Summed("quick"), 80));
        Assert.Contains(" server ", Header("quick", 80));
        Assert.DoesNotContain(" client ", Header("quick", 80));
        Assert.Contains(" client ", Header("quick", 140));
        Assert.Contains(" of both ", Header("java-sockets", 80));
        Assert.DoesNotContain(" server ", Header("java-sockets", 80));
        Assert.Contains(ReportSentences.OneProcess, MarkdownReport.Render(Summed("java-sockets")));
        Assert.DoesNotContain(ReportSentences.OneProcess, MarkdownReport.Render(Summed("quick")));
    }

    /// <summary>The words above the first table's rule.</summary>
    private static string Header(string suite, int width)
    {
        var lines = Terminal.Render(Summed(suite), width).Split('\n');
        var rule = Array.FindIndex(lines, line => line.StartsWith('─'));
        return string.Join(' ', lines[(rule - 2)..rule]) + ' ';
    }

    private static string Verdict(ScenarioGroup group, CellSummary cell) =>
        cell.Status != CellStatus.Ok ? cell.Status.Word()
        // Likely faster is in two words.
        : group.Headline(cell) is { } comparison ? comparison.Verdict.Word().Split('_')[0]
        : cell == group.Baseline && group.Cells.Count > 1 ? "baseline"
        : NumberText.Missing;

    private static IEnumerable<string> Words(string text) =>
        text.Split((char[])[' ', '\n'], StringSplitOptions.RemoveEmptyEntries)
            .Where(word => !word.StartsWith('─'))
            .Select(word => word.TrimEnd(',', ';', ':'));

    /// <summary>Each field of a table but its sentences, which may be said in other words without a figure becoming
    /// another.</summary>
    private static List<(string Column, string Text)> Fields(string csv)
    {
        using var parser = new TextFieldParser(new StringReader(csv)) { Delimiters = [","] };
        var columns = parser.ReadFields()!;
        var fields = new List<(string Column, string Text)>();
        while (!parser.EndOfData)
            fields.AddRange(columns.Zip(parser.ReadFields()!).Where(field => field.First != "reasons"));
        return fields;
    }

    private static bool IsAlike(string a, string b) =>
        double.TryParse(a, CultureInfo.InvariantCulture, out var one)
        && double.TryParse(b, CultureInfo.InvariantCulture, out var other)
            ? Math.Abs(one - other) <= Rounding * Math.Max(Math.Abs(one), Math.Abs(other))
            : a == b;

    private static Summary Summed(string suite)
    {
        using var folder = RunFolder.Open(Here($"recorded/{suite}"));
        return SummedRun.Read(folder).Summary;
    }

    private static string Here(string path, [CallerFilePath] string caller = "") =>
        Path.GetFullPath(Path.Combine(Path.GetDirectoryName(caller)!, path));
}
