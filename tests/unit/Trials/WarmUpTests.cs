using Pingmark.Model;
using Pingmark.Trials;
using Xunit;

namespace Pingmark.Tests.Trials;

public class WarmUpTests
{
    /// <summary>Feeds windows until the warm-up is over; the rate of the n-th window from 0.</summary>
    private static WarmUp Run(bool compiles, Func<int, double> ratePerS, long longestNs = 5_000_000_000)
    {
        var warmUp = new WarmUp(compiles, longestNs);
        for (var i = 0; !warmUp.IsOver; i++)
        {
            var received = (long)(ratePerS(i) * WarmUp.WindowNs / 1e9);
            warmUp.Add(
                new()
                {
                    FromNs = 0,
                    ToNs = WarmUp.WindowNs,
                    Sent = received,
                    Received = received,
                    Lost = 0,
                    Answered = received,
                    Rtt = new Histogram(),
                }
            );
        }
        return warmUp;
    }

    private static int Windows(WarmUp warmUp) => (int)(warmUp.Record.DurationNs / WarmUp.WindowNs);

    [Fact]
    public void A_native_stack_is_warm_after_four_steady_windows() =>
        Assert.Equal(4, Windows(Run(compiles: false, _ => 1000)));

    [Fact]
    public void A_runtime_that_compiles_needs_twelve_windows_and_messages_enough_for_its_compiler()
    {
        Assert.Equal(12, Windows(Run(compiles: true, _ => 50_000)));
        Assert.Equal(30, Windows(Run(compiles: true, _ => 10_000)));
    }

    [Fact]
    public void A_rising_rate_goes_on()
    {
        var warmUp = Run(compiles: false, i => i < 20 ? 1000 * Math.Pow(1.1, i) : 1000 * Math.Pow(1.1, 20));
        Assert.InRange(Windows(warmUp), 22, 25);
        Assert.Equal(WarmUpVerdict.Settled, warmUp.Record.Verdict);
    }

    [Fact]
    public void A_falling_rate_is_no_warm_up() =>
        Assert.Equal(4, Windows(Run(compiles: false, i => 10_000 - 1000 * i)));

    [Fact]
    public void A_rate_that_never_settles_ends_at_the_longest_warm_up_and_says_so()
    {
        var warmUp = Run(compiles: false, i => 1000 * Math.Pow(1.2, i), longestNs: 1_000_000_000);
        Assert.Equal((1_000_000_000, WarmUpVerdict.Compiling), (warmUp.Record.DurationNs, warmUp.Record.Verdict));
    }

    [Fact]
    public void A_stack_without_messages_ends_at_the_longest_warm_up() =>
        Assert.Equal(100, Windows(Run(compiles: true, _ => 0)));

    [Fact]
    public void The_rate_is_that_of_the_last_windows()
    {
        var warmUp = Run(compiles: false, i => i < 6 ? 2000 * (i + 1) : 20_000);
        Assert.Equal(20_000, warmUp.RatePerS);
    }

    [Fact]
    public async Task A_fixed_warm_up_is_one_run_of_that_length()
    {
        var machine = FakeMachine.With("a");
        var record = Assert.Single(await machine.BlockAsync(FakeMachine.OneSecond with { WarmUpNs = 700_000_000 }));
        Assert.Single(machine.Measurements, m => m.Kind == "warm-up");
        Assert.Equal(new(700_000_000, 14_000, WarmUpVerdict.Settled), record.WarmUp);
    }

    [Theory]
    [InlineData("client")]
    [InlineData("server")]
    public async Task A_compiler_that_works_on_without_messages_prolongs_it(string role)
    {
        var machine = FakeMachine.With("a");
        machine["a"].CompilesInTheBackground(role, times: 4);
        var record = Assert.Single(await machine.BlockAsync());
        // 17 windows for messages enough, and one more each time that it was at work, which takes two readings to see.
        Assert.Equal((19, WarmUpVerdict.Settled), (record.WarmUp!.Messages / 900, record.WarmUp.Verdict));
    }

    [Fact]
    public async Task A_compiler_that_never_ends_is_left_alone_at_the_longest_warm_up()
    {
        var machine = FakeMachine.With("a");
        machine["a"].CompilesInTheBackground("client", times: 1000);
        Assert.InRange(Assert.Single(await machine.BlockAsync()).WarmUp!.DurationNs, 2_000_000_000, 2_050_000_000);
    }

    [Fact]
    public async Task A_collector_tells_that_a_runtime_compiles()
    {
        var machine = FakeMachine.With("a", "b");
        machine["b"].CompilesAsItRuns();
        var records = await machine.BlockAsync();
        Assert.Equal([3600, 15_300], records.Select(r => r.WarmUp!.Messages));
    }
}
