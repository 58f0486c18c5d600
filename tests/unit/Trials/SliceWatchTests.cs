using Pingmark.Model;
using Pingmark.Trials;
using Xunit;

namespace Pingmark.Tests.Trials;

/// <summary>Who should wait, and works, disturbs: a slice is measured again for that cause, and for no other.</summary>
public class SliceWatchTests
{
    private const long Ms = 1_000_000;

    [Fact]
    public async Task A_slice_in_which_another_worker_worked_is_measured_again()
    {
        var machine = FakeMachine.With("a", "b");
        var disturbed = 0;
        machine["a"]
            .BeforeMeasuring(run =>
            {
                if (run is { Kind: "slice", Nth: 3 } && disturbed++ == 0)
                    machine["b"].Works("client", 10 * Ms);
            });
        var records = await machine.BlockAsync();
        Assert.Equal([(1, 0), (0, 0)], records.Select(r => (r.RepeatedSlices, r.DisturbedSlices)));
        Assert.All(records, r => Assert.Equal(8, r.SliceRatesPerS.Count));
        Assert.Contains("client", Assert.Single(records[0].DisturbedBy));
        Assert.Empty(records[1].DisturbedBy);
    }

    [Fact]
    public async Task What_is_disturbed_each_time_is_counted_and_who_worked_most_often_is_named_first()
    {
        var machine = FakeMachine.With("a", "b");
        machine["a"]
            .BeforeMeasuring(run =>
            {
                if (run.Kind == "slice")
                    machine["b"].Works("client", 10 * Ms);
                if (run is { Kind: "slice", Nth: 3 })
                    machine["b"].Works("server", 10 * Ms);
            });
        var a = (await machine.BlockAsync())[0];
        Assert.Equal((8 * (SliceWatch.MaxTries - 1), 8), (a.RepeatedSlices, a.DisturbedSlices));
        Assert.Equal(2, a.DisturbedBy.Count);
        Assert.Contains("client", a.DisturbedBy[0]);
        Assert.Contains("server", a.DisturbedBy[1]);
    }

    [Fact]
    public async Task Less_than_a_millisecond_the_measured_pairs_own_work_and_a_slow_slice_are_no_reason()
    {
        var machine = FakeMachine.With("a", "b");
        machine["a"]
            .Runs(run => run is { Kind: "slice", Nth: 4 } ? 5_000 : 20_000)
            .BeforeMeasuring(_ =>
            {
                machine["b"].Works("client", Ms / 2);
                machine["a"].Works("client", 10 * Ms);
            });
        Assert.All(await machine.BlockAsync(), r => Assert.Equal(0, r.RepeatedSlices));
    }

    [Fact]
    public async Task Of_a_long_slice_three_percent_disturb_nobody()
    {
        var machine = FakeMachine.With("a", "b");
        machine["a"].BeforeMeasuring(_ => machine["b"].Works("server", 7 * Ms));
        machine["b"].BeforeMeasuring(_ => machine["a"].Works("server", 8 * Ms));
        var records = await machine.BlockAsync(FakeMachine.OneSecond with { SliceNs = 250 * Ms });
        Assert.Equal([0, 4], records.Select(r => r.DisturbedSlices));
    }

    [Fact]
    public async Task A_slice_in_which_the_measured_pairs_own_compiler_worked_is_measured_again()
    {
        const string Compiler = "C2 CompilerThre";
        var machine = FakeMachine.With("a", "b");
        var disturbed = 0;
        machine["a"]
            .CompilesBy("C1 Compiler", "C2 Compiler", ".NET Tiered")
            .BeforeMeasuring(run =>
            {
                machine["a"].HasThread("server", "lane", 30 * Ms).HasThread("server", Compiler, Ms / 2);
                if (run is { Kind: "slice", Nth: 2 } && disturbed++ == 0)
                    machine["a"].HasThread("server", Compiler, 10 * Ms);
            });
        var a = (await machine.BlockAsync())[0];
        Assert.Equal((1, 0), (a.RepeatedSlices, a.DisturbedSlices));
        Assert.Contains("threads of a server that compile or collect", Assert.Single(a.DisturbedBy));
    }

    [Fact]
    public async Task A_slice_in_which_others_had_its_core_is_told_and_not_measured_again()
    {
        var machine = FakeMachine.With("a", "b");
        machine["a"].BeforeMeasuring(_ => machine["a"].HasThread("server", "lane", 20 * Ms, delayNs: 40 * Ms));
        var records = await machine.BlockAsync();
        Assert.Equal([8, 0], records.Select(r => r.CrowdedSlices));
        Assert.All(records, r => Assert.Equal((0, 0), (r.RepeatedSlices, r.DisturbedSlices)));
        Assert.Equal([SliceWatch.Outsiders], records[0].DisturbedBy);
    }

    /// <summary>The clocks of threads that have ended are gone; their process's goes on.</summary>
    [Fact]
    public async Task Who_waits_for_threads_of_its_own_process_that_have_ended_waits_for_nobody_else()
    {
        var machine = FakeMachine.With("a", "b");
        machine["a"]
            .BeforeMeasuring(_ =>
                machine["a"].Works("server", 45 * Ms).HasThread("server", "accept", 20 * Ms, delayNs: 30 * Ms)
            );
        Assert.Equal(0, (await machine.BlockAsync())[0].CrowdedSlices);
    }

    [Fact]
    public async Task Who_waits_for_the_controller_waits_for_nobody_else()
    {
        var machine = FakeMachine.With("a", "b");
        machine["a"]
            .BeforeMeasuring(_ =>
                machine["a"].ControllerWorks(40 * Ms).HasThread("server", "lane", 20 * Ms, delayNs: 40 * Ms)
            );
        Assert.Equal(0, (await machine.BlockAsync())[0].CrowdedSlices);
    }

    [Fact]
    public async Task Threads_that_wait_for_each_other_wait_for_nobody_else()
    {
        var machine = FakeMachine.With("a", "b");
        machine["a"]
            .BeforeMeasuring(_ =>
            {
                machine["a"].HasThread("server", "lane 1", 15 * Ms, delayNs: 16 * Ms);
                machine["a"].HasThread("server", "lane 2", 16 * Ms, delayNs: 15 * Ms);
            });
        Assert.All(await machine.BlockAsync(), r => Assert.Equal((0, 0), (r.RepeatedSlices, r.CrowdedSlices)));
    }
}
