using Pingmark.Model;
using Pingmark.Results;
using Pingmark.Tests.Evidence;
using Xunit;

namespace Pingmark.Tests.Trials;

/// <summary>Runtimes whose speed is not one figure: what changes in the midst of a trial is withheld by the check that
/// is about it, from the measurement to the summary. Two steady cells beside it are not blamed.</summary>
public sealed class MovingSpeedTests
{
    private const double PerS = 20_000,
        Faster = 1.5;
    private const int HalfOfTheSlices = 4;

    private readonly FakeMachine _machine = FakeMachine.With("a", "moving", "c");

    [Fact]
    public async Task Code_that_a_compiler_throws_away_in_the_continuous_window_is_caught_as_slices_differ()
    {
        _machine["moving"].Runs(ThrownAway);
        IsCaught(await BlockAsync(), "slices-differ", "in slices it ran at 1.50x of its rate in the continuous window");
    }

    [Fact]
    public async Task A_warm_up_that_was_declared_over_too_early_is_caught_as_drift()
    {
        _machine["moving"].Runs(run => run is { Kind: "slice", Nth: > HalfOfTheSlices } ? Faster * PerS : PerS);
        IsCaught(await BlockAsync(), "drift", "the second half of its slices ran at 1.50x of the first");
    }

    /// <summary>What was measured beside it was measured beside a compiler.</summary>
    [Fact]
    public async Task A_compiler_that_works_on_when_the_longest_warm_up_ends_is_caught_as_warm_up()
    {
        _machine["moving"].CompilesInTheBackground("server", times: int.MaxValue);
        var summary = await BlockAsync();
        IsCaught(summary, "warm-up", "a side still compiled", beside: CellStatus.Invalid);
        Assert.All(
            [summary.Cells[0], summary.Cells[2]],
            cell => Assert.Contains(cell.Audits, audit => audit.Id == "idle-neighbours")
        );
    }

    /// <summary>One trial of five: the figures are those of the others.</summary>
    [Fact]
    public async Task Code_that_is_thrown_away_once_costs_its_trial_and_no_figure()
    {
        _machine["moving"].Runs(run => run.Start == 2 ? ThrownAway(run) : PerS);
        var cell = await SuiteAsync();
        var note = Assert.Single(cell.Audits, audit => audit.Id == "slices-differ");
        Assert.Equal((CellStatus.Ok, AuditVerdict.Warning), (cell.Status, note.Verdict));
        Assert.StartsWith("1 of 5 trials is withheld", note.Text, StringComparison.Ordinal);
        Assert.Equal(PerS, cell.Figure("throughput_per_s")!.Value, tolerance: PerS / 1000);
    }

    /// <summary>Then it is no accident: the stack runs like that without pauses, and its figures say so.</summary>
    [Fact]
    public async Task Code_that_is_thrown_away_each_time_makes_the_rate_of_the_continuous_window_the_figure()
    {
        _machine["moving"].Runs(ThrownAway);
        var cell = await SuiteAsync();
        Assert.Contains(cell.Audits, audit => audit.Id == "slicing-not-earned");
        Assert.Equal(PerS / Faster, cell.Figure("throughput_per_s")!.Value, tolerance: PerS / 1000);
    }

    private static double ThrownAway(FakeRun run) => run.Kind == "unbroken" ? PerS / Faster : PerS;

    private async Task<Summary> BlockAsync() => Summarized(await _machine.BlockAsync());

    private async Task<CellSummary> SuiteAsync()
    {
        await _machine.SuiteAsync(new() { Rounds = 5, SliceNs = 50_000_000 });
        return Summarized(_machine.Kept).Cells[1];
    }

    private Summary Summarized(IReadOnlyList<TrialRecord> records) =>
        SummaryBuilder.Build(Trial.Run([.. _machine.Cells]), records, TimeSpan.FromSeconds(9), interrupted: false);

    private static void IsCaught(Summary summary, string check, string reason, CellStatus beside = CellStatus.Ok)
    {
        Assert.Equal([beside, CellStatus.Invalid, beside], summary.Cells.Select(cell => cell.Status));
        var moving = summary.Cells[1];
        Assert.Contains(moving.Audits, audit => audit.Id == check && audit.Verdict == AuditVerdict.Invalid);
        Assert.Contains(moving.Reasons, text => text.Contains(reason, StringComparison.Ordinal));
        Assert.DoesNotContain(summary.Comparisons, compared => compared.A == "moving" || compared.B == "moving");
    }
}
