using Pingmark.Model;
using Xunit;

namespace Pingmark.Tests.Trials;

public class PrecisionTests
{
    private static readonly SuiteSettings TenPercent = new() { Rounds = 12, Precision = 0.1 };

    private static double Noisy(FakeRun run) => run.Start % 2 == 0 ? 30_000 : 20_000;

    [Fact]
    public async Task A_comparison_that_is_precise_ends_but_never_before_two_rounds()
    {
        var machine = FakeMachine.With("a", "b");
        await machine.SuiteAsync(TenPercent);
        Assert.Equal(2, machine.KeptOf("b").Count);
    }

    [Fact]
    public async Task Nor_before_the_rounds_that_are_asked_for_at_least()
    {
        var machine = FakeMachine.With("a", "b");
        await machine.SuiteAsync(TenPercent with { LeastRounds = 5 });
        Assert.Equal(5, machine.KeptOf("b").Count);
    }

    [Fact]
    public async Task The_others_go_on_until_they_are_precise_too()
    {
        var machine = FakeMachine.With("a", "calm", "noisy");
        machine["noisy"].Runs(Noisy);
        await machine.SuiteAsync(TenPercent);
        Assert.InRange(machine.KeptOf("calm").Count, 2, 4);
        Assert.Equal(12, machine.KeptOf("noisy").Count);
        Assert.Equal(12, machine.KeptOf("a").Select(r => r.Round).Distinct().Count());
    }

    [Fact]
    public async Task Without_a_target_all_rounds_are_run()
    {
        var machine = FakeMachine.With("a", "b");
        await machine.SuiteAsync(TenPercent with { Precision = null });
        Assert.Equal(12, machine.KeptOf("b").Count);
    }

    [Fact]
    public async Task One_round_is_all_there_is()
    {
        var machine = FakeMachine.With("a", "b");
        await machine.SuiteAsync(TenPercent with { Rounds = 1 });
        Assert.Single(machine.KeptOf("b"));
    }

    [Fact]
    public async Task A_cell_whose_baseline_failed_is_measured_in_all_rounds()
    {
        var machine = FakeMachine.With("a", "b");
        machine["a"].Runs(run => run.Start > 5 ? throw new FakeError("on purpose") : Noisy(run));
        await machine.SuiteAsync(TenPercent);
        Assert.Equal(12, machine.KeptOf("b").Count);
    }
}
