using Pingmark.Model;
using Pingmark.Results;
using Pingmark.Tests.Evidence;
using Xunit;

namespace Pingmark.Tests.Trials;

/// <summary>Runtimes whose speed is not one figure: what changes in the midst of a trial is told of its cell, which
/// keeps its figures, from the measurement to the summary. Two steady cells beside it are not blamed.</summary>
public sealed class MovingSpeedTests
{
    private const double PerS = 20_000,
        Faster = 1.5;
    private const int HalfOfTheSlices = 4;

    private readonly FakeMachine _machine = FakeMachine.With("a", "moving", "c");

    [Fact]
    public async Task Code_that_a_compiler_throws_away_in_the_continuous_window_makes_two_rates()
    {
        _machine["moving"].Runs(ThrownAway);
        IsTold(await BlockAsync(), "in slices it ran at 1.50x of its rate in the continuous window");
    }

    [Fact]
    public async Task A_warm_up_that_was_declared_over_too_early_makes_a_rate_that_moves()
    {
        _machine["moving"].Runs(run => run is { Kind: "slice", Nth: > HalfOfTheSlices } ? Faster * PerS : PerS);
        IsTold(await BlockAsync(), "the second half of its slices ran at 1.50x of the first");
    }

    /// <summary>One trial of five is no mark.</summary>
    [Fact]
    public async Task Code_that_is_thrown_away_once_is_in_the_figure_as_it_was_measured()
    {
        _machine["moving"].Runs(run => run.Start == 2 ? ThrownAway(run) : PerS);
        var cell = await SuiteAsync();
        Assert.Equal((CellStatus.Ok, 5), (cell.Status, cell.Rounds));
        Assert.DoesNotContain(cell.Audits, audit => audit.Id == "drift");
        Assert.Equal(PerS, cell.Figure("throughput_per_s")!.Value, tolerance: PerS / 1000);
    }

    /// <summary>Then it is no accident: the stack runs like that without pauses, and its figures say so.</summary>
    [Fact]
    public async Task Code_that_is_thrown_away_each_time_makes_the_rate_of_the_continuous_window_the_figure()
    {
        _machine["moving"].Runs(ThrownAway);
        var cell = await SuiteAsync();
        Assert.Equal(Design.Trials, cell.Design);
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

    private static void IsTold(Summary summary, string what)
    {
        Assert.All(summary.Cells, cell => Assert.Equal(CellStatus.Ok, cell.Status));
        Assert.Contains(what, Said(summary.Cells[1]));
        Assert.All([summary.Cells[0], summary.Cells[2]], cell => Assert.Equal("", Said(cell)));
        Assert.Contains(summary.Comparisons, compared => compared.A == "moving");
    }

    private static string Said(CellSummary cell) =>
        cell.Audits.SingleOrDefault(audit => audit.Id == "drift")?.Text ?? "";
}
