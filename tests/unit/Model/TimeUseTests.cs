using Pingmark.Model;
using Pingmark.Tests.Trials;
using Pingmark.Trials;
using Xunit;

namespace Pingmark.Tests.Model;

/// <summary>Where the time of a run goes.</summary>
public class TimeUseTests
{
    private const long Ms = 1_000_000,
        S = 1000 * Ms;

    [Fact]
    public async Task All_of_it_is_starts_warm_ups_slices_repeats_windows_or_rests()
    {
        var machine = FakeMachine.With("a", "b");
        machine["a"]
            .BeforeMeasuring(run =>
            {
                if (run is { Kind: "slice", Nth: 1 })
                    machine["b"].Works("client", 10 * Ms);
            });
        var trials = (await machine.BlockAsync())
            .Select((trial, i) => trial with { Timeline = trial.Timeline! with { ConnectedAtNs = (2 + i) * S } })
            .ToList();
        var time = TimeUse.FromTrials(trials, 20 * S);
        Assert.Equal((3 * S, 100 * Ms, 2 * 800 * Ms), (time.StartsNs, time.RepeatsNs, time.SlicesNs));
        Assert.Equal(trials.Sum(trial => trial.WarmUp!.DurationNs), time.WarmUpsNs);
        Assert.Equal(trials.Sum(trial => trial.Unbroken!.DurationNs), time.WindowsNs);
        Assert.Equal(
            20 * S,
            time.StartsNs + time.WarmUpsNs + time.SlicesNs + time.RepeatsNs + time.WindowsNs + time.RestsNs
        );
    }

    [Fact]
    public void A_plan_tells_where_its_time_should_go()
    {
        var suite = FakeMachine.With("a", "b").AsSuite(new() { BudgetNs = 20 * S });
        var plan = BudgetPlan.Create(suite, suite.Cells);
        var time = plan.TimeUse;
        Assert.Equal(plan.Rounds * 2 * plan.Block.DurationNs, time.SlicesNs + time.WindowsNs);
        Assert.True(time is { StartsNs: > 0, WarmUpsNs: > 0, RestsNs: > 0, RepeatsNs: 0 }, $"{time}");
    }
}
