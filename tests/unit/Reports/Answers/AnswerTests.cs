using Pingmark.Model;
using Pingmark.Reports;
using Pingmark.Reports.Document;
using Pingmark.Reports.Renderers;
using Xunit;
using static Pingmark.Model.ComparisonVerdict;
using static Pingmark.Tests.Reports.Answers.AnsweredRun;

namespace Pingmark.Tests.Reports.Answers;

/// <summary>What a run answers: a sentence for each class and scenario, and how sure it is.</summary>
public class AnswerTests
{
    private const string Sure = " is fastest (over 99 % sure, server CPU 4 µs/msg)";

    [Fact]
    public void The_fastest_is_told_with_how_far_it_is_ahead() =>
        Assert.Equal(
            [$"Result: a{Sure}: 1.1 times b, 4 times c."],
            Lines([new("a"), new("b", 0.9, Slower), new("c", 0.25, Slower)])
        );

    [Fact]
    public void Another_than_the_baseline_may_be_fastest() =>
        Assert.Equal(
            $"Result: c{Sure}: 2 times a, 2.2 times b.",
            Lines([new("a"), new("b", 0.9), new("c", 2, Faster)])[0]
        );

    [Fact]
    public void Of_whom_nobody_can_tell_which_is_fastest_are_told_as_a_tie() =>
        Assert.Equal(
            "Result: b (50 %, CPU 4 µs/msg) or c (50 %, CPU 4 µs/msg) is fastest, at most 3 % apart: 1.8 times d, "
                + "2 times a.",
            Lines([new("a"), new("b", 2, Faster), new("c", 2, Faster), new("d", 1.1, Faster)])[0]
        );

    [Fact]
    public void What_is_the_same_says_within_what() =>
        Assert.Equal(
            $"Result: a{Sure}: 2 times c; b is as fast, within 7 %.",
            Lines([new("a"), new("b", 0.95, Same, HalfWidth: 0.01), new("c", 0.5, Slower)])[0]
        );

    /// <summary>What is told of a ratio is what its interval and its verdict allow.</summary>
    [Fact]
    public void A_ratio_is_told_as_it_is_known() =>
        Assert.All<(One Other, string Said)>(
            [
                (new("b", 0.5, Slower), ": 2 times b."),
                (new("b", 0.9, LikelySlower, HalfWidth: 0.04), ": 1.1 times b (likely)."),
                (new("b", 0.2, Slower, HalfWidth: 0.3), ": at least 3.6 times b."),
                (new("b", 0.91, Slower, HalfWidth: 0.07), ": up to 18 % ahead of b."),
                (new("b", 0.9, Undecided, HalfWidth: 0.12), "; b may be as fast."),
            ],
            row =>
                Assert.EndsWith(
                    row.Said,
                    Lines([new("a"), row.Other, new("c", 0.01, Slower)])[0].Replace(", 100 times c", "")
                )
        );

    /// <summary>At a rate all do the same work, and whoever answers sooner is faster.</summary>
    [Fact]
    public void At_a_fixed_rate_the_lowest_round_trip_is_fastest()
    {
        One At(string stack, double? ratio = null, ComparisonVerdict verdict = Undecided) =>
            new(stack, ratio, verdict, RatePerS: 1_000);
        Assert.Equal(
            "Result: c is fastest by RTT p50 (over 99 % sure, server CPU 4 µs/msg): b takes 1.8 times as long, a takes "
                + "2 times as long.",
            Lines([At("a"), At("b", 0.9, Faster), At("c", 0.5, Faster)])[0]
        );
    }

    [Fact]
    public void Each_class_and_scenario_has_its_sentence() =>
        Assert.Equal(
            [
                $"TCP, 1 connection: a{Sure}: 1.1 times b.",
                $"TCP, 16 connections: b{Sure}: 1.5 times a.",
                "UDP, 1 connection: u alone has figures (server CPU 4 µs/msg).",
                "UDP, 16 connections: no figures.",
            ],
            Lines([
                new("a", Class: Tcp),
                new("b", 0.9, Slower, Class: Tcp),
                new("u", Class: Udp),
                new("v", Class: Udp, Status: CellStatus.Unavailable),
                new("a", Class: Tcp, Connections: 16),
                new("b", 1.5, Faster, Class: Tcp, Connections: 16),
                new("u", Class: Udp, Connections: 16, Status: CellStatus.Failed),
                new("v", Class: Udp, Connections: 16, Status: CellStatus.Unavailable),
            ])
        );

    [Fact]
    public void Of_many_scenarios_only_the_fastest_are_told() =>
        Assert.All(
            Lines([
                .. Enumerable
                    .Range(1, 9)
                    .SelectMany(c => new One[] { new("a", Connections: c), new("b", 0.5, Slower, Connections: c) }),
            ]),
            line => Assert.EndsWith($": a{Sure}.", line)
        );

    /// <summary>Without a verdict: nobody chooses between the two by their rates alone.</summary>
    [Fact]
    public void What_spinning_buys_is_said_where_there_is_room()
    {
        const string Buys = "a whole core on each side, idle or not, buys p50 10 µs (v) for 20 µs (a).";
        var summary = Of([new("a", Class: Tcp), new("u", Class: Udp), new("v", 2, Faster, Class: Udp)]);
        Assert.Contains(Buys, MarkdownReport.Render(summary));
        Assert.Contains(Buys, Terminal.Render(summary, 200));
        Assert.DoesNotContain(Buys, Terminal.RenderInShort(summary, 200));
    }

    [Fact]
    public void What_must_not_be_trusted_is_said_in_a_line()
    {
        var summary = Of([new("a"), new("b", 0.9, Slower), new("c", Status: CellStatus.Failed)]);
        summary = summary with
        {
            Cells = [.. summary.Cells.Select(cell => cell.Label == "b" ? cell with { Corrupt = 3 } : cell)],
            Interrupted = true,
        };
        Assert.Contains(
            "\nTrust: interrupted: 3 of 3 cells have figures, `run --resume` goes on; 2 more.\n",
            Terminal.RenderInShort(summary, 80)
        );
        Assert.Contains(
            "\nTrust: failed: c; b: 3 corrupt.\n",
            Terminal.RenderInShort(summary with { Interrupted = false }, 80)
        );
    }

    [Fact]
    public void What_most_cells_share_is_said_once()
    {
        Summary Shared(int cells)
        {
            var summary = Of([new("a"), new("b", 0.9, Slower), new("c", 0.8, Slower)]);
            return summary with
            {
                Cells =
                [
                    .. summary.Cells.Select(
                        (cell, i) =>
                            i < cells
                                ? cell with
                                {
                                    Audits = [new("shared-cores", AuditVerdict.Warning, $"of {cell.Label}")],
                                }
                                : cell
                    ),
                ],
            };
        }
        const string Said = "\nTrust: server and client share cores: with cores of their own ratios may differ.\n";
        Assert.Contains(Said, Terminal.RenderInShort(Shared(3), 80));
        Assert.Contains(Said, Terminal.RenderInShort(Shared(2), 80));
        Assert.DoesNotContain("share cores", Terminal.RenderInShort(Shared(1), 80));
    }

    [Theory]
    [InlineData(41, "`--budget 50s` decides 1 open row; details: `-v`.")]
    [InlineData(170, "`--budget 3m` decides 1 open row; details: `-v`.")]
    [InlineData(1_500, "`--budget 25m --rounds 20` decides 1 open row; details: `-v`.")]
    [InlineData(9_000, "1 open row would take over an hour: compare fewer (`--stacks`); details: `-v`.")]
    public void What_to_do_for_more_is_said(double needsS, string said) =>
        Assert.Contains(
            $"\nFor more: {said}\n",
            Terminal.RenderInShort(Of([new("a"), new("b", 1.01, NeedsS: needsS)]), 120)
        );

    [Fact]
    public void A_likely_difference_can_be_made_sure() =>
        Assert.Contains(
            "`--budget 3m` decides 1 open and 2 likely;",
            Terminal.RenderInShort(
                Of([
                    new("a"),
                    new("b", 1.01, NeedsS: 60),
                    new("c", 1.1, LikelyFaster, NeedsS: 170),
                    new("d", 0.9, LikelySlower, NeedsS: 170),
                ]),
                120
            )
        );

    [Fact]
    public void Text_ends_with_the_answer_and_files_begin_with_it()
    {
        var summary = Of([new("a"), new("b", 0.5, Slower)]);
        var answer = Lines(summary)[0];
        Assert.EndsWith(
            $"\n{answer}\n\nAll figures and charts: results/mock/report.html\n",
            Terminal.RenderInShort(summary, 200)
        );
        var markdown = MarkdownReport.Render(summary);
        Assert.Contains($"- **Result**: {answer["Result: ".Length..]}\n", markdown);
        Assert.InRange(
            markdown.IndexOf("## Answer", StringComparison.Ordinal),
            1,
            markdown.IndexOf("## Results", StringComparison.Ordinal)
        );
    }
}
