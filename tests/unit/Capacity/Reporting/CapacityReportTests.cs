using System.Text.Json;
using System.Text.Json.Nodes;
using Pingmark.Capacity;
using Pingmark.Capacity.Reporting;
using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Reports.Document;
using Pingmark.Reports.Renderers;
using Pingmark.Schema;
using Pingmark.Tests.Exports;
using Pingmark.Tests.Reports;
using Xunit;

namespace Pingmark.Tests.Capacity.Reporting;

/// <summary>Every form of a capacity's report is, in every culture, the file in <c>golden/</c>.</summary>
public sealed class CapacityReportTests
{
    [Fact]
    public void Every_form_is_that_of_its_file()
    {
        Check("terminal-80.txt", summary => Terminal(summary, 80));
        Check("report.md", summary => MarkdownRenderer.Render(CapacityReport.Build(summary, Media.Markdown)));
        Check("report-body.html", summary => Body(CapacityPage.Render(Few(summary), "drawn = 1")));
        Check("capacity-summary.json", summary => CapacityJson.Serialize(Few(summary)));
        Check("capacities.csv", summary => CapacityCsv.Cells(summary, "run"));
        Check("curves.csv", summary => CapacityCsv.Curves(summary, "run"));
        Check("steps.csv", _ => CapacityCsv.Steps(MockCapacity.Steps(), "run"));
        Check("verbose-80.txt", summary => Terminal(summary, 80, Media.Verbose));
        Golden.Check("terminal-players-80.txt", Terminal(MockCapacity.Players(), 80));
    }

    /// <summary>Two cells with a capacity, their comparison, the first steps of their curves, and a cell that
    /// failed.</summary>
    private static CapacitySummary Few(CapacitySummary summary) =>
        summary with
        {
            Cells =
            [
                .. summary.Cells.Take(2).Select(cell => cell with { Curve = [.. cell.Curve.Take(2)] }),
                summary.Cells[^1],
            ],
            Comparisons = [summary.Comparisons[0]],
        };

    private static void Check(string file, Func<CapacitySummary, string> render) =>
        Golden.CheckInEveryCulture(file, () => render(MockCapacity.Build()));

    private static string Terminal(CapacitySummary summary, int width, Media medium = Media.Terminal) =>
        Tests.Reports.Terminal.Render(CapacityReport.Build(summary, medium, "runs/capacity"), width);

    private static string Body(string page) =>
        page[page.IndexOf("<body>", StringComparison.Ordinal)..page.IndexOf("<script", StringComparison.Ordinal)];

    [Fact]
    public void No_line_is_wider_than_the_terminal() =>
        Assert.All(
            [40, 80, 120],
            width =>
                Assert.All(
                    Terminal(MockCapacity.Build(), width).Split('\n'),
                    line => Assert.True(WrappedText.Width(line) <= width, line)
                )
        );

    [Fact]
    public void The_answer_names_capacity_objective_and_ratio_with_their_intervals()
    {
        Assert.Contains(
            "cpp/tcp-epoll carries 212 k/s [205, 219], 1.31x [1.25, 1.38] of java/tcp-nio (faster).",
            CapacityAnswer.Sentences(MockCapacity.Build())
        );
        Assert.StartsWith(
            "cpp/tcp-spin carries at least 240 k/s at p99 < 1 ms with 16 connections: beyond 240 k/s",
            CapacityAnswer.Sentences(MockCapacity.Build())[0]
        );
        Assert.Equal(
            "java/netty-tcp carries 7300 connections [7020, 7610] at p99 < 1 ms with 10 /s on each connection.",
            Assert.Single(CapacityAnswer.Sentences(MockCapacity.Connections()))
        );
    }

    [Fact]
    public void A_capacity_without_an_interval_is_withheld()
    {
        var summary = MockCapacity.Build();
        var terminal = Terminal(summary, 200);
        var page = CapacityPage.Render(summary, null);
        Assert.DoesNotContain("88 k/s", terminal);
        Assert.DoesNotContain("88 k/s", page);
        Assert.Contains("withheld: too few generations", terminal);
    }

    [Fact]
    public void Each_outcome_has_its_own_words()
    {
        var words = CapacityWords.For(CapacityKind.Rate);
        string Of(CapacityOutcome outcome, double? met) =>
            CapacityAnswer.Outcome(words, MockCapacity.Build().Cells[0] with { Outcome = outcome, HighestMet = met });
        var texts = Enum.GetValues<CapacityOutcome>().Select(outcome => Of(outcome, met: null)).ToList();
        Assert.Equal(texts.Distinct(), texts);
        Assert.Equal("at least 154 k/s", Of(CapacityOutcome.BeyondClient, met: 154_000));
        Assert.Equal("at least 154 k/s", Of(CapacityOutcome.NoLoadMisses, met: 154_000));
        Assert.Equal("failed", Of(CapacityOutcome.Failed, met: 154_000));
    }

    [Fact]
    public void An_objective_is_written_with_spaces()
    {
        static string Text(ObjectiveQuantity quantity, double limit, double? percentile = null, long? lateNs = null) =>
            CapacityWords.Text(new Objective("", quantity, limit) { Percentile = percentile, LateAfterNs = lateNs });
        Assert.Equal("p99.9 < 250 µs", Text(ObjectiveQuantity.Percentile, 250_000, percentile: 0.999));
        Assert.Equal("lost < 0.1 %", Text(ObjectiveQuantity.Lost, 0.001));
        Assert.Equal("late(50 ms) < 1 %", Text(ObjectiveQuantity.Late, 0.01, lateNs: 50_000_000));
        Assert.Equal(
            "p50 <= 1 ms",
            CapacityWords.Text(
                new Objective("", ObjectiveQuantity.Percentile, 1_000_000) { Percentile = 0.5, AllowsLimit = true }
            )
        );
    }

    [Fact]
    public void Bounds_have_the_unit_of_the_load()
    {
        Assert.Equal(
            "999 k/s [960, 1030]",
            CapacityWords.For(CapacityKind.Rate).WithInterval(new(999_000, 960_000, 1_030_000))
        );
        Assert.Equal(
            "1240 players [1180, 1291]",
            CapacityWords.For(CapacityKind.Players).WithInterval(new(1240, 1180, 1291))
        );
    }

    [Fact]
    public void The_charts_get_the_figures_of_the_summary_digit_by_digit()
    {
        var summary = MockCapacity.Build();
        var data = JsonNode.Parse(CapacityChartData.Build(summary).ToJson())!;
        Assert.Equal("capacity", (string?)data["kind"]);
        var cell = data["cells"]![1]!;
        Assert.Equal("cpp/tcp-epoll", (string?)cell["series"]);
        Assert.Equal([212_300.0, 205_000, 219_400], cell["capacity"]!.AsArray().Select(value => (double)value!));
        Assert.Equal(
            summary.Cells[1].Curve.Select(point => point.P99Ns),
            cell["points"]!.AsArray().Select(point => (double?)point!["p99_ns"])
        );
        Assert.Equal("p99_ns", (string?)data["objectives"]![0]!["percentile"]);
        Assert.Null(data["cells"]![3]!["capacity"]);
    }

    [Fact]
    public void What_is_written_is_read_again()
    {
        var json = CapacityJson.Serialize(MockCapacity.Build());
        var again = JsonSerializer.Deserialize<CapacitySummary>(json, SummaryJson.Options)!;
        Assert.Equal(json, CapacityJson.Serialize(again));
    }

    [Fact]
    public void Every_key_and_column_is_explained()
    {
        ResultsFormatTests.AssertExplained(CapacityJson.Serialize(MockCapacity.Build()));
        ResultsFormatTests.AssertExplained(CapacityJson.Serialize(MockCapacity.Connections()));
        Assert.All(MockCapacity.Steps(), step => ResultsFormatTests.AssertExplained(Line(step with { Window = null })));
        ResultsFormatTests.AssertExplained(Line(MockCapacity.Plan()));
        Assert.All(
            CapacityCsv.Names.Select(column => column.Replace("_ci_low", "").Replace("_ci_high", "")),
            ResultsFormatTests.IsExplained
        );
    }

    private static string Line<T>(T value) => JsonSerializer.Serialize(value, SummaryJson.LineOptions);
}
