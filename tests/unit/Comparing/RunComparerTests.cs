using System.Text.Json;
using System.Text.RegularExpressions;
using Pingmark.Comparing;
using Pingmark.Model;
using Pingmark.Reports;
using Pingmark.Reports.Renderers;
using Pingmark.Schema;
using Pingmark.Tests.Reports;
using Xunit;
using static Pingmark.Tests.Comparing.MadeUpRuns;

namespace Pingmark.Tests.Comparing;

public sealed class RunComparerTests
{
    private static RunComparison Compare(ReadRun baseline, ReadRun run, ComparisonRequest? request = null) =>
        RunComparer.Compare(baseline, run, request ?? Gate);

    [Fact]
    public void What_all_cells_have_in_common_is_drift_and_what_one_has_alone_a_regression()
    {
        var comparison = Compare(Plain(), Drifted());
        Assert.True(comparison.Comparable);
        Assert.Equal(ExitCode.Regression, comparison.ExitCode);
        Assert.Equal("java/tcp-b c1", Assert.Single(comparison.Regressions).Id);
        Assert.Empty(Compare(Plain(), Drifted(), Gate with { FailOnRegression = 0.4 }).Regressions);
        Assert.Equal(ExitCode.Ok, Compare(Plain(), Plain()).ExitCode);
        var throughput = comparison.Cells.Select(c => c.Figures.Single(f => f.Metric == "throughput_per_s")).ToList();
        Assert.InRange(throughput[1].Ratio.Value, 0.78, 0.82);
        Assert.Equal(1, throughput.Count(f => f.Verdict == ComparisonVerdict.Slower));
        Assert.All(
            comparison.Drifts.Where(d => d.Metric == "throughput_per_s"),
            drift => Assert.InRange(drift.Ratio.Value, 0.92, 0.96)
        );
    }

    [Fact]
    public void A_machine_that_was_half_as_fast_is_no_regression_and_passes_no_gate()
    {
        var comparison = Compare(Plain(), Of("runs/b", _ => 0.5));
        Assert.Empty(comparison.Regressions);
        Assert.Equal(ExitCode.NotComparable, comparison.ExitCode);
        NothingIsDecided(comparison);
        Assert.Equal(
            ExitCode.Ok,
            Compare(Plain(), Of("runs/b", _ => 0.5), Gate with { References = ["cpp/tcp-a"] }).ExitCode
        );
    }

    private const string Crowded = "java/tcp-b c1";

    /// <summary>Others had the cores of one cell, or of all, in all slices of each trial.</summary>
    private static ReadRun InUse(ReadRun run, string? cell = null) =>
        run.With(trial =>
            cell is null || trial.Cell == cell ? trial with { CrowdedSlices = trial.SliceRatesPerS.Count } : trial
        );

    [Fact]
    public void A_cell_that_others_had_the_cores_of_is_left_out_and_passes_no_gate()
    {
        var comparison = Compare(Plain(), InUse(Drifted(), Crowded));
        Assert.Equal([Crowded], comparison.Run.Crowded);
        var cell = Assert.Single(comparison.Cells, cell => cell.Figures.Count == 0);
        Assert.Equal((Crowded, true), (cell.Id, cell.IsMissing));
        Assert.Empty(comparison.Regressions);
        Assert.Equal(ExitCode.NotComparable, comparison.ExitCode);
        Assert.StartsWith(
            $"The gate fails: others had the cores of {Crowded}. Of the rest: No regression",
            ComparisonSentences.Headline(comparison)
        );
        Assert.Contains(
            $"{Crowded} is not compared: noisy in the run: others had its cores",
            ComparisonSentences.Remarks(comparison)
        );
        // What the baseline lacks can't have become worse.
        Assert.Equal(ExitCode.Ok, Compare(InUse(Plain(), Crowded), Plain()).ExitCode);
        Assert.Equal(ExitCode.NotComparable, Compare(InUse(Plain()), Plain()).ExitCode);
    }

    [Fact]
    public void Where_the_noise_is_accepted_crowded_cells_are_compared_and_told()
    {
        var comparison = Compare(Plain(), InUse(Drifted(), Crowded), Gate with { TakesCrowded = true });
        Assert.Equal(Crowded, Assert.Single(comparison.Regressions).Id);
        Assert.Contains(
            "Others had the cores of the run for most of the time, so that a change may be theirs: " + Crowded,
            ComparisonSentences.Remarks(comparison)
        );
    }

    [Fact]
    public void Who_is_named_as_a_reference_is_not_judged()
    {
        var comparison = Compare(Plain(), Drifted(), Gate with { References = ["cpp/tcp-a", "java/tcp-b"] });
        Assert.Equal(4, comparison.Cells.Count(c => c.IsReference));
        Assert.All(comparison.Cells.Where(c => c.IsReference), c => Assert.All(c.Figures, f => Assert.Null(f.Verdict)));
    }

    [Fact]
    public void A_reference_that_no_run_has_is_bad_input()
    {
        var error = Assert.Throws<BadInputException>(() =>
            Compare(Plain(), Drifted(), Gate with { References = ["cpp/tcp-x"] })
        );
        Assert.Contains("--reference cpp/tcp-x is no stack of both runs; did you mean", error.Message);
        Assert.Throws<BadInputException>(() => Compare(Plain(), Drifted(), Gate with { References = Stacks }));
    }

    private static readonly (string Difference, Func<ReadRun, ReadRun> Change)[] Others =
    [
        ("kernel: test, now 7", run => run.With(i => i with { Machine = i.Machine with { Kernel = "7" } })),
        ("cores: 2, now 4", run => run.With(i => i with { Machine = i.Machine with { Cores = 4 } })),
        (
            "processes: of each round, now of each scenario",
            run => run.With(i => i with { Settings = i.Settings with { FreshProcesses = true } })
        ),
        (
            "tuned by the environment: none, now DOTNET_TieredPGO, LD_PRELOAD",
            run => run.With(i => i with { TuningVariables = ["DOTNET_TieredPGO", "LD_PRELOAD"] })
        ),
        (
            "options of java: none, now -XX:+UseSerialGC",
            run => run.With(i => i with { Cells = i.Cells.Select(Serial).ToList() })
        ),
        (
            "server version: 1.0, now 2.0",
            run => run.With(t => t with { Versions = Words(("server", "2.0"), ("client", "1.0")) })
        ),
        (
            "server.no_delay: true, now false",
            run => run.With(t => t with { EffectiveOptions = Words(("server.no_delay", "false")) })
        ),
        ("message bytes: 32, now 64", run => run.WithScenarios(s => s with { MessageBytes = 64 })),
    ];

    private static Cell Serial(Cell cell) =>
        cell with
        {
            RuntimeOptions = new Dictionary<string, IReadOnlyList<string>> { ["java"] = ["-XX:+UseSerialGC"] },
        };

    private static Dictionary<string, string> Words(params (string Key, string Value)[] words) =>
        words.ToDictionary(word => word.Key, word => word.Value);

    [Fact]
    public void What_differs_is_named_and_compared_only_when_asked_for() =>
        Assert.All(
            Others,
            row =>
            {
                var other = row.Change(Plain("runs/b"));
                var refused = Compare(Plain(), other);
                Assert.Equal(ExitCode.NotComparable, refused.ExitCode);
                Assert.Empty(refused.Cells);
                var named = Assert.Single(refused.Differences);
                Assert.StartsWith(row.Difference, ComparisonSentences.Difference(named), StringComparison.Ordinal);
                var compared = Compare(Plain(), other, Gate with { Anyway = true });
                Assert.True(compared.Comparable);
                Assert.Equal(8, compared.Cells.Count(c => c.Figures.Count > 0));
            }
        );

    [Fact]
    public void Runs_without_a_common_cell_are_not_comparable()
    {
        var other = Plain("runs/b")
            .With(i => i with { Cells = i.Cells.Select(c => c with { Stack = "x/y", Client = "x/y" }).ToList() });
        var comparison = Compare(Plain(), other, Gate with { Anyway = true });
        Assert.False(comparison.Comparable);
        Assert.Equal(8, comparison.OnlyInBaseline.Count);
    }

    private static ReadRun Failed(ReadRun run) =>
        run.With(t => t.Cell == "cpp/tcp-d c16" ? t with { Status = CellStatus.Failed, Reason = "it crashed" } : t);

    [Fact]
    public void What_was_not_measured_passes_no_gate()
    {
        var failed = Failed(Plain("runs/b"));
        var comparison = Compare(Plain(), failed);
        Assert.Equal(ExitCode.NotComparable, comparison.ExitCode);
        var cell = Assert.Single(comparison.Cells, c => c.IsMissing);
        Assert.Equal(["failed in the run: it crashed"], cell.Reasons);
        Assert.Equal(GateVerdict.Incomplete, comparison.Gate);
        Assert.StartsWith(
            "The gate fails: cpp/tcp-d c16 was not measured. Of the rest: No regression beyond 5 % ",
            ComparisonSentences.Headline(comparison)
        );
        Assert.Contains(
            "<error message=\"The gate fails: cpp/tcp-d c16 was not measured.",
            JUnitReport.Render(comparison)
        );
        Assert.Contains("\"gate\": \"incomplete\"", JsonSerializer.Serialize(comparison, SummaryJson.Options));
        Assert.StartsWith("## The gate fails: ", MarkdownRenderer.Render(ComparisonReport.Build(comparison)));
        Assert.Equal(ExitCode.Ok, Compare(failed, Plain()).ExitCode);
        Assert.Equal(ExitCode.Ok, Compare(Plain(), failed, Gate with { FailOnRegression = null }).ExitCode);
    }

    [Fact]
    public void The_headline_names_what_changed_and_what_is_missing()
    {
        var failed = Failed(Drifted());
        Assert.StartsWith(
            "Not judged: cpp/tcp-d c16 was not measured. Of the rest: A regression of java/tcp-b c1 beyond 5 % "
                + "(figures: 3 slower (java/tcp-b c1), ",
            ComparisonSentences.Headline(Compare(Plain(), failed))
        );
        Assert.StartsWith(
            "Not judged: cpp/tcp-d c16 was not measured. Of the rest: Figures: 3 slower (java/tcp-b c1), ",
            ComparisonSentences.Headline(Compare(Plain(), failed, Gate with { FailOnRegression = null }))
        );
    }

    [Fact]
    public void What_changed_comes_first()
    {
        var slower = Of("runs/b", cell => cell.Id is "cpp/tcp-d c16" ? 0.8 : 1);
        var shown = Terminal.Render(ComparisonReport.Build(Compare(Plain(), slower)), 120);
        var (sixteen, one) = (shown.IndexOf("16 connections"), shown.IndexOf("1 connection x"));
        Assert.InRange(sixteen, 0, one);
        Assert.InRange(shown.IndexOf("cpp/tcp-d", sixteen), 0, shown.IndexOf("cpp/tcp-a", sixteen));
    }

    [Fact]
    public void A_tail_of_two_starts_is_not_judged()
    {
        static IEnumerable<ComparedFigure> Tails(RunComparison comparison) =>
            comparison.Cells.SelectMany(cell => cell.Figures).Where(figure => figure.Metric == "rtt_p99_ns");
        RunComparison Compared(int rounds) =>
            Compare(Of("a", _ => 1, rounds), Of("b", cell => cell.Id == "java/tcp-b c1" ? 0.5 : 1, rounds));
        Assert.Contains(Tails(Compared(3)), tail => tail.Verdict == ComparisonVerdict.Slower);
        Assert.NotEmpty(Tails(Compared(2)));
        Assert.All(Tails(Compared(2)), tail => Assert.Equal(ComparisonVerdict.Undecided, tail.Verdict));
        Assert.Contains(
            ComparisonSentences.Remarks(Compared(2)),
            remark => remark.StartsWith("RTT p99 is undecided where a run has fewer than three rounds")
        );
    }

    [Fact]
    public void It_is_told_what_can_be_found_and_what_can_not()
    {
        var remarks = ComparisonSentences.Remarks(Compare(Plain(), Plain())).ToList();
        Assert.Contains(
            remarks,
            r => Regex.IsMatch(r, "^With a chance of 85 % .* one row that became slower by: .* [567]")
        );
        Assert.Contains(remarks, r => r.StartsWith("That most cells of a scenario became slower alike can't be told"));
        Assert.DoesNotContain(
            ComparisonSentences.Remarks(Compare(Plain(), Plain(), Gate with { References = ["cpp/tcp-a"] })),
            r => r.StartsWith("That most cells")
        );
    }

    [Fact]
    public void One_round_decides_nothing()
    {
        var comparison = Compare(Of("a", _ => 1, rounds: 1), Of("b", _ => 0.5, rounds: 1));
        Assert.Empty(comparison.Regressions);
        NothingIsDecided(comparison);
        Assert.Empty(comparison.SmallestChanges);
    }

    private static void NothingIsDecided(RunComparison comparison) =>
        Assert.All(
            comparison.Cells.SelectMany(c => c.Figures),
            f => Assert.Equal(ComparisonVerdict.Undecided, f.Verdict)
        );

    /// <summary>A stack that is measured twice is paired by its label, in whatever order.</summary>
    [Fact]
    public void Cells_are_paired_by_what_they_are()
    {
        Cell Labelled(string label) => Evidence.Trial.Cell() with { Id = label, Label = label };
        var pairs = CellPairs.Match([Labelled("a"), Labelled("b")], [Labelled("b"), Labelled("a")]);
        Assert.Equal(["a", "b"], pairs.Select(p => p.Run.Id));
        Assert.Equal(["b"], CellPairs.Match([Labelled("a")], [Labelled("b")]).Select(p => p.Run.Id));
    }
}
