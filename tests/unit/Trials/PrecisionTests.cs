using Pingmark.Model;
using Xunit;

namespace Pingmark.Tests.Trials;

public class PrecisionTests
{
    private static readonly SuiteSettings TenPercent = new() { Rounds = 12, Precision = 0.1 };

    private static double Noisy(FakeRun run) => run.Start % 2 == 0 ? 30_000 : 20_000;

    [Fact]
    public Task A_comparison_that_is_precise_ends_but_never_before_two_rounds_or_those_asked_for_at_least() =>
        Assert.AllAsync<(SuiteSettings Settings, int Rounds)>(
            [
                (TenPercent, 2),
                (TenPercent with { LeastRounds = 5 }, 5),
                (TenPercent with { Precision = null }, 12),
                (TenPercent with { Rounds = 1 }, 1),
            ],
            async row =>
            {
                var machine = FakeMachine.With("a", "b");
                await machine.SuiteAsync(row.Settings);
                Assert.Equal(row.Rounds, machine.KeptOf("b").Count);
            }
        );

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
    public async Task A_cell_whose_baseline_failed_is_measured_in_all_rounds()
    {
        var machine = FakeMachine.With("a", "b");
        machine["a"].Runs(run => run.Start > 5 ? throw new FakeError("on purpose") : Noisy(run));
        await machine.SuiteAsync(TenPercent);
        Assert.Equal(12, machine.KeptOf("b").Count);
    }
}
