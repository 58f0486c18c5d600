using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Reports;
using Pingmark.Results;
using Pingmark.Tests.Evidence;
using Xunit;

namespace Pingmark.Tests.Results;

public class SummaryBuilderTests
{
    private static readonly Cell A = Trial.Cell("a"),
        B = Trial.Cell("b"),
        C = Trial.Cell("c");

    private static IEnumerable<TrialRecord> Rounds(Cell cell, double perS, int count = 5) =>
        Trial.Rounds(count, n => Trial.Of(Trial.Window(perS + n), round: n, cell: cell.Id));

    private static Summary Build(params IEnumerable<TrialRecord>[] records) =>
        SummaryBuilder.Build(
            Trial.Run(A, B, C),
            records.SelectMany(r => r).ToList(),
            TimeSpan.FromSeconds(9),
            interrupted: false
        );

    private static TrialRecord Failed(Cell cell, CellStatus status = CellStatus.Failed, int round = 6) =>
        new()
        {
            Round = round,
            Block = round,
            Cell = cell.Id,
            Status = status,
            Reason = "on purpose",
        };

    [Fact]
    public void Every_cell_of_the_run_is_in_its_summary_in_its_order()
    {
        var cells = Build(Rounds(B, 1000), Rounds(A, 1000)).Cells;
        Assert.Equal(["a c1 ok", "b c1 ok", "c c1 unmeasured"], cells.Select(c => $"{c.Id} {c.Status.Word()}"));
        Assert.Equal(["not reached before the run ended"], cells[2].Reasons);
    }

    [Theory]
    [InlineData(CellStatus.Failed)]
    [InlineData(CellStatus.Unsupported)]
    public void A_trial_that_went_wrong_gives_the_cell_its_status_and_reason(CellStatus status)
    {
        var cell = Build(Rounds(A, 1000), [Failed(A, status)]).Cells[0];
        Assert.Equal((status, "on purpose"), (cell.Status, Assert.Single(cell.Reasons)));
        Assert.Equal(5, cell.Rounds);
    }

    [Fact]
    public void An_invalid_audit_makes_the_cell_invalid_and_ends_its_comparisons()
    {
        var summary = Build(
            Rounds(A, 1000),
            Rounds(B, 1000).Select(r => r with { Unbroken = r.Unbroken! with { Corrupt = 1 } }),
            Rounds(C, 2000)
        );
        Assert.Equal(CellStatus.Invalid, summary.Cells[1].Status);
        Assert.Contains("differ from what was sent", Assert.Single(summary.Cells[1].Reasons));
        Assert.All(summary.Comparisons, c => Assert.Equal(("c c1", "a c1"), (c.A, c.B)));
    }

    [Fact]
    public void Each_cell_is_compared_by_each_metric()
    {
        var summary = Build(Rounds(A, 1000), Rounds(B, 2000), Rounds(C, 1000));
        Assert.Equal(
            [
                "b throughput_per_s faster",
                "c throughput_per_s same",
                "b rtt_p50_ns faster",
                "c rtt_p50_ns same",
                "b rtt_p90_ns faster",
                "c rtt_p90_ns same",
                "b rtt_p99_ns faster",
                "c rtt_p99_ns same",
                "b rtt_mean_ns faster",
                "c rtt_mean_ns same",
                "b server_cpu_ns_per_msg same",
                "c server_cpu_ns_per_msg same",
            ],
            summary.Comparisons.Select(c => $"{c.A[..1]} {c.Metric} {c.Verdict.Word()}")
        );
    }

    [Fact]
    public void The_others_are_compared_with_the_next_cell_when_the_baseline_failed() =>
        Assert.All(
            Build([Failed(A, round: 1)], Rounds(B, 1000), Rounds(C, 2000)).Comparisons,
            c => Assert.Equal(("c c1", "b c1"), (c.A, c.B))
        );

    [Fact]
    public void Notes_of_the_run_come_before_those_of_its_audits() =>
        Assert.Equal(
            ["asked", "few-rounds"],
            SummaryBuilder
                .Build(
                    Trial.Run(A) with
                    {
                        Notes = [new("asked", AuditVerdict.Note, "x")],
                    },
                    [Trial.Of(cell: A.Id)],
                    default,
                    false
                )
                .Notes.Select(n => n.Id)
        );

    [Fact]
    public void The_exit_code_tells_the_worst()
    {
        Assert.Equal(ExitCode.Ok, Code(Rounds(A, 1), Rounds(B, 1), [Failed(C, CellStatus.Unsupported)]));
        Assert.Equal(ExitCode.CellFailed, Code(Rounds(A, 1), Rounds(B, 1), [Failed(C)]));
        Assert.Equal(
            ExitCode.NothingAvailable,
            Code(
                [Failed(A, CellStatus.Unavailable)],
                [Failed(B, CellStatus.Unsupported)],
                [Failed(C, CellStatus.Unavailable)]
            )
        );
    }

    /// <summary>What a budget has no time for is said, and so is what a busy machine did.</summary>
    [Fact]
    public void Figures_that_are_missing_or_doubtful_fail_a_strict_run_alone()
    {
        Assert.Equal(ExitCode.CellFailed, Code([]));
        AreOkUnlessStrict(Rounds(A, 1), Rounds(B, 1));
        AreOkUnlessStrict(Rounds(A, 1), Rounds(B, 1), Rounds(C, 1).Select(Unsettled));
        Assert.Equal((ExitCode.Ok, ExitCode.Ok), Codes(Rounds(A, 1), Rounds(B, 1), Rounds(C, 1)));

        static TrialRecord Unsettled(TrialRecord trial) => trial with { WarmUp = new(1, 1, WarmUpVerdict.Compiling) };
        static void AreOkUnlessStrict(params IEnumerable<TrialRecord>[] records) =>
            Assert.Equal((ExitCode.Ok, ExitCode.CellFailed), Codes(records));
        static (int, int) Codes(params IEnumerable<TrialRecord>[] records) =>
            (Code(records), RunReports.ExitCodeOf(Build(records), isStrict: true));
    }

    private static int Code(params IEnumerable<TrialRecord>[] records) => RunReports.ExitCodeOf(Build(records));
}
