using Pingmark.Model;
using Pingmark.Reports.Answers;
using Pingmark.Reports.Document;
using Xunit;
using static Pingmark.Model.ComparisonVerdict;
using static Pingmark.Tests.Reports.Answers.AnsweredRun;

namespace Pingmark.Tests.Reports.Answers;

/// <summary>What a run answers: who is fastest is said by verdicts alone, in few lines.</summary>
public class AnswerTests
{
    private const string Figures = " (p50 20 µs, p99 50 µs, server CPU 4 µs/msg)";

    [Fact]
    public void A_baseline_that_all_others_are_slower_than_is_fastest() =>
        Assert.Equal(
            [$"Result: a is fastest{Figures}; next is b, 0.90x."],
            Lines([new("a"), new("b", 0.9, Slower), new("c", 0.8, Slower)])
        );

    [Fact]
    public void What_is_the_same_is_as_fast() =>
        Assert.Equal(
            [$"Result: a is fastest{Figures}; b is as fast; next is c, 0.80x."],
            Lines([new("a"), new("b", 1.01, Same), new("c", 0.8, Slower)])
        );

    [Fact]
    public void Whose_interval_overlaps_that_of_the_fastest_may_be_as_fast() =>
        Assert.Equal(
            ["Result: c is fastest (p50 10 µs, p99 25 µs, server CPU 4 µs/msg); b may be as fast."],
            Lines([new("a"), new("b", 1.95, Faster), new("c", 2, Faster), new("d", 1.2, Faster)])
        );

    /// <summary>At a rate all do the same work, and whoever answers sooner is faster.</summary>
    [Fact]
    public void At_a_fixed_rate_the_lowest_round_trip_is_fastest()
    {
        One At(string stack, double? ratio = null, ComparisonVerdict verdict = Undecided) =>
            new(stack, ratio, verdict, RatePerS: 1_000);
        Assert.StartsWith("Result: c is fastest (", Lines([At("a"), At("b", 0.9, Faster), At("c", 0.5, Faster)])[0]);
        Assert.EndsWith(
            "; next is b, 1.20x the RTT p50.",
            Lines([At("a"), At("b", 1.2, Slower), At("c", 2, Slower)])[0]
        );
    }

    /// <summary>A comparison that is open may yet show another one to be faster.</summary>
    [Fact]
    public void With_an_open_rival_a_fastest_is_that_of_what_is_decided()
    {
        var lines = Lines([new("a"), new("b", 0.9, Slower), new("c", 1.3, HalfWidth: 0.5, NeedsS: 170)]);
        Assert.StartsWith("Result: a is fastest so far (", lines[0]);
        Assert.Equal("Undecided: c; `--budget 3m` should decide.", lines[1]);
    }

    [Fact]
    public void An_open_comparison_that_can_not_reach_the_fastest_is_no_rival() =>
        Assert.StartsWith(
            "Result: b is fastest (",
            Lines([new("a"), new("b", 2, Faster), new("c", 1.02, HalfWidth: 0.1, NeedsS: 60)])[0]
        );

    [Fact]
    public void Where_nothing_is_decided_nobody_is_fastest()
    {
        var lines = Lines([new("a"), new("b", 1.5, HalfWidth: 0.6, NeedsS: 4_000)]);
        Assert.Equal(
            $"Result: no verdict yet: the differences are smaller than this run can resolve (a: {Figures[2..]}.",
            lines[0]
        );
        Assert.Equal("Undecided: b; an hour would not decide: compare fewer with `--stacks`.", lines[1]);
        Assert.DoesNotContain("fastest", string.Concat(lines));
    }

    [Fact]
    public void Each_class_has_its_line_and_is_told_by_its_own_baseline() =>
        Assert.Equal(
            [
                $"TCP, blocking: a is fastest{Figures}; next is b, 0.90x.",
                $"UDP, spinning on whole cores: u alone{Figures}.",
            ],
            Lines([
                new("a", Class: Tcp),
                new("b", 0.9, Slower, Class: Tcp),
                new("u", Class: Udp),
                new("v", Class: Udp, Status: CellStatus.Unavailable),
            ])
        );

    /// <summary>Without a verdict: nobody chooses between the two by their rates alone.</summary>
    [Fact]
    public void What_spinning_buys_is_said_in_words() =>
        Assert.Equal(
            "Spinning: a whole core on each side, idle or not, buys p50 10 µs (v) for 20 µs (a).",
            Lines([new("a", Class: Tcp), new("u", Class: Udp), new("v", 2, Faster, Class: Udp)])[^1]
        );

    [Fact]
    public void Scenarios_with_one_outcome_are_told_together() =>
        Assert.Equal(
            [
                "Result: a is fastest with 1 to 20 connections (p50 20 to 400 µs, p99 50 µs to 1 ms, server CPU 4 "
                    + "µs/msg).",
            ],
            Lines([.. Sweep(1, 5, 20).SelectMany(c => Pair(c, Slower))])
        );

    [Fact]
    public void Scenarios_with_different_outcomes_are_told_apart()
    {
        var line = Assert.Single(Lines([.. Pair(1, Slower), .. Pair(16, Faster)]));
        Assert.Equal(
            $"Result: a is fastest with 1 connection{Figures}; next is b, 0.50x; b is fastest with 16 connections (160 "
                + "µs, 400 µs, 4 µs).",
            line
        );
    }

    /// <summary>As <c>quick</c> has them: two classes, two scenarios, and something open.</summary>
    [Fact]
    public void Two_classes_in_two_scenarios_have_room_for_all_figures()
    {
        var summary = Of([
            new("cpp/tcp-epoll", Class: Tcp),
            new("cpp/tcp-threads", 1.21, Faster, Class: Tcp),
            new("java/tcp-threads", 1.19, Faster, Class: Tcp),
            new("dotnet/tcp-async", 0.8, Slower, Class: Tcp),
            new("cpp/udp-spin", Class: Udp),
            new("java/udp-spin", 1.01, Same, Class: Udp),
            new("cpp/tcp-epoll", Connections: 16, Class: Tcp),
            new("cpp/tcp-threads", 0.7, Slower, Connections: 16, Class: Tcp),
            new("java/tcp-threads", 0.9, NeedsS: 130, Connections: 16, Class: Tcp),
            new("dotnet/tcp-async", 0.8, Slower, Connections: 16, Class: Tcp),
            new("cpp/udp-spin", Connections: 16, Class: Udp),
            new("java/udp-spin", 0.9, Slower, Connections: 16, Class: Udp),
        ]);
        Assert.Equal(
            """
            Answer: the fastest by rate (p50, p99, server CPU/msg)
            TCP, blocking: cpp/tcp-threads with 1 connection (16.5 µs, 41.3 µs, 4 µs; 1 more
            may be as fast); cpp/tcp-epoll with 16 (320 µs, 800 µs, 4 µs; so far).
            UDP, spinning: cpp/udp-spin with 1 connection (20 µs, 50 µs, 4 µs; 1 more as
            fast), cpp/udp-spin with 16 (320 µs, 800 µs, 4 µs).
            Undecided: java/tcp-threads c16; `--budget 3m` should decide.
            """,
            string.Join('\n', Terminal.Render(summary, 80).TrimEnd().Split('\n')[^6..])
        );
    }

    /// <summary>What is open and what is doubtful are told in fewer words before a class is left out.</summary>
    [Fact]
    public void No_class_is_left_out_while_doubts_can_be_shorter()
    {
        var summary = Of([
            .. from c in Sweep(1, 16)
            from its in new[] { Tcp, Udp }
            from stack in new[] { "cpp/epoll", "java/nio", "dotnet/async", "go/net" }
            select new One(
                $"{stack}-{its.Transport}",
                stack[0] == 'c' ? null
                    : stack[0] == 'd' ? 1.02
                    : stack[0] == 'j' && c == 1 ? 1.5
                    : 0.9,
                stack[0] == 'd' ? Undecided
                    : stack[0] == 'j' && c == 1 ? Faster
                    : Slower,
                Connections: c,
                Class: its,
                NeedsS: 2_100
            ),
        ]);
        var lines = Lines(
            summary with
            {
                Notes = [new("machine-in-use", AuditVerdict.Warning, "others had the cores")],
            }
        );
        Assert.Equal(["TCP, blocking", "UDP, spinning"], lines[..2].Select(line => line.Split(": ")[0]));
        Assert.All(lines[..2], line => Assert.Contains("with 1", line));
        Assert.StartsWith("Undecided: 4 of 12", lines[2]);
        Assert.EndsWith("Distrust: noisy machine.", lines[^1]);
    }

    [Theory]
    [InlineData(1, 1)]
    [InlineData(5, 2)]
    [InlineData(3, 9)]
    public void However_much_was_compared_an_answer_has_six_lines_of_eighty_columns(int scenarios, int classes)
    {
        var all =
            from c in Sweep([.. Enumerable.Range(1, scenarios)])
            from its in Enumerable.Range(0, classes)
            from stack in Enumerable.Range(0, 9)
            select new One(
                $"runtime{its}/a-long-name-{stack}",
                stack == 0 ? null : 1 + 0.01 * (stack - c),
                (ComparisonVerdict)((stack + c) % 4),
                Connections: c,
                Class: new() { Transport = $"transport-{its}" },
                NeedsS: 100 * stack,
                Status: stack == 8 ? CellStatus.Failed : CellStatus.Ok
            );
        var summary = Of([.. all]) with { Interrupted = true };
        var lines = AnswerLines.Build(new(summary)).Lines;
        Assert.True(
            AnswerLines.Height(lines) <= AnswerLines.Most,
            string.Join('\n', lines.Select(line => line.Sentence))
        );
        var shown = Terminal.Render(summary, 80).TrimEnd().Split('\n');
        Assert.InRange(shown.Length - Array.FindLastIndex(shown, line => line.StartsWith("Answer")), 2, 6);
    }

    [Fact]
    public void What_must_not_be_trusted_is_said()
    {
        var summary = Of([new("a", Noisy: true), new("b", 0.9, Slower), new("c", Status: CellStatus.Failed)]);
        var lines = Lines(
            summary with
            {
                Notes = [new("machine-in-use", AuditVerdict.Warning, "others had the cores")],
            }
        );
        Assert.Contains("; noisy)", lines[0]);
        Assert.Equal(
            "Distrust: noisy machine: end what `top` shows, and measure again; no figures of c; a marked row: "
                + "give a larger `--budget`.",
            lines[1]
        );
    }

    [Fact]
    public void Rows_that_have_not_settled_are_counted()
    {
        var summary = Of([new("a"), new("b", 0.9, Slower)]);
        var note = new Note("unsettled", AuditVerdict.Warning, "c still worked");
        Assert.Equal(
            "Distrust: 2 marked rows: give a larger `--budget`.",
            Lines(summary with { Cells = [.. summary.Cells.Select(cell => cell with { Audits = [note] })] })[^1]
        );
    }

    [Theory]
    [InlineData(41, "--budget 50s")]
    [InlineData(170, "--budget 3m")]
    [InlineData(1_500, "--budget 25m --rounds 20")]
    public void The_command_that_decides_is_named(double needsS, string option) =>
        Assert.Contains($"`{option}` should decide", Lines([new("a"), new("b", 1.1, NeedsS: needsS)])[1]);

    [Fact]
    public void A_terminal_ends_with_the_answer_and_a_pipe_begins_with_it()
    {
        var summary = Of([new("a"), new("b", 0.9, Slower)]);
        var answer = Lines(summary)[0];
        Assert.EndsWith($"Answer\n{answer}\n", Terminal.Render(summary, 200));
        var piped = Terminal.Render(Pingmark.Reports.RunReport.Build(summary, Media.Pipe), 200);
        Assert.InRange(
            piped.IndexOf(answer, StringComparison.Ordinal),
            1,
            piped.IndexOf("Rate to", StringComparison.Ordinal)
        );
        Assert.Equal(2, piped.Split(answer).Length);
        var markdown = MarkdownReport.Render(summary);
        Assert.Contains($"- **Result**: {answer["Result: ".Length..]}\n", markdown);
        Assert.InRange(
            markdown.IndexOf("## Answer", StringComparison.Ordinal),
            1,
            markdown.IndexOf("## Results", StringComparison.Ordinal)
        );
    }

    private static int[] Sweep(params int[] connections) => connections;

    private static One[] Pair(int connections, ComparisonVerdict verdict) =>
        [new("a", Connections: connections), new("b", verdict == Faster ? 2 : 0.5, verdict, Connections: connections)];
}
