using Pingmark.Model;
using Pingmark.Trials;
using Xunit;

namespace Pingmark.Tests.Trials;

public class WarmUpTests
{
    /// <summary>Feeds windows until the warm-up is over; the rate of the n-th window from 0.</summary>
    private static WarmUp Run(
        bool compiles,
        Func<int, double> ratePerS,
        long longestNs = 5_000_000_000,
        long leastNs = 0,
        bool isFirst = true,
        long messagesBefore = 0,
        Func<int, double>? compiled = null
    )
    {
        var warmUp = new WarmUp(compiles, new(leastNs, longestNs), isFirst)
        {
            MessagesBefore = messagesBefore,
            CanSeeCompilers = compiled is not null,
            HasLongWindows = compiled is null,
        };
        for (var i = 0; !warmUp.IsSettled && !warmUp.HasReachedLimit; i++)
        {
            var received = (long)(ratePerS(i) * warmUp.NextWindowNs / 1e9);
            warmUp.Add(
                new()
                {
                    FromNs = 0,
                    ToNs = warmUp.NextWindowNs,
                    Sent = received,
                    Received = received,
                    Lost = 0,
                    Answered = received,
                    Rtt = new Histogram(),
                },
                compilerShare: compiled?.Invoke(i) ?? 0
            );
        }
        return warmUp;
    }

    /// <summary>A window of 50 ms, and then a wait of a second for what is lost.</summary>
    [Fact]
    public void Waits_for_lost_messages_are_bounded_too()
    {
        var warmUp = new WarmUp(false, new(0, 3_000_000_000));
        var windows = 0;
        for (; !warmUp.IsSettled && !warmUp.HasReachedLimit; windows++)
            warmUp.Add(Thin(received: 1, (long)(1_000_000 * Math.Pow(1.2, windows))), tookNs: 1_050_000_000);
        Assert.Equal(9, windows);
    }

    /// <summary>Windows of 50 ms, and 100 ms of waiting after each.</summary>
    [Fact]
    public void Waits_for_compilers_are_part_of_the_longest_and_not_of_what_was_asked_for() =>
        Assert.All<(long MinNs, int Windows)>(
            [(0, 7), (500_000_000, 10)],
            row =>
            {
                var warmUp = new WarmUp(false, new(row.MinNs, 1_000_000_000));
                for (var i = 0; !warmUp.HasReachedLimit; i++)
                {
                    warmUp.Add(Thin(received: 1, (long)(1_000_000 * Math.Pow(1.2, i))));
                    warmUp.AddWait(100_000_000);
                }
                Assert.Equal(row.Windows, Windows(warmUp));
            }
        );

    /// <summary>Forty milliseconds, as with Nagle's algorithm: one message in a window, sometimes two.</summary>
    [Fact]
    public void Long_round_trips_settle_by_how_long_they_are() =>
        Assert.All<(bool HasCompiler, long AtMostMs)>(
            [(false, 200), (true, 2_800)],
            row =>
            {
                var warmUp = Thinly(
                    new WarmUp(row.HasCompiler, new(0, 5_000_000_000)),
                    (i, windowNs) => Thin(received: windowNs / 50_000_000 + i % 2, 40_000_000 + 100_000 * (i % 3))
                );
                Assert.Equal(WarmUpVerdict.Settled, warmUp.Record.Verdict);
                Assert.InRange(Ms(warmUp), 1, row.AtMostMs);
            }
        );

    private static WarmUp Thinly(WarmUp warmUp, Func<int, long, Measurement> window)
    {
        for (var i = 0; !warmUp.IsSettled && !warmUp.HasReachedLimit; i++)
            warmUp.Add(window(i, warmUp.NextWindowNs));
        return warmUp;
    }

    [Fact]
    public void On_an_impaired_network_a_time_is_enough_whatever_the_windows_say()
    {
        var warmUp = Thinly(
            new WarmUp(true, new(0, 5_000_000_000)) { EndsByTime = true },
            (i, _) => Thin(received: 1 + 9 * (i % 2), 40_000_000 << i % 3)
        );
        Assert.Equal((WarmUpVerdict.Timed, 400), (warmUp.Record.Verdict, Ms(warmUp)));
    }

    [Fact]
    public void Long_round_trips_that_become_longer_do_not_settle()
    {
        var warmUp = Thinly(
            new WarmUp(false, new(0, 1_000_000_000)),
            (i, _) => Thin(received: 1, (long)(1_000_000 * Math.Pow(1.2, i)))
        );
        Assert.Equal(WarmUpVerdict.Slowing, warmUp.Record.Verdict);
    }

    /// <summary>Of a few answers nobody can tell whether they became slower, or scatter.</summary>
    [Fact]
    public void Few_answers_that_scatter_are_no_evidence_and_the_time_ends_it()
    {
        long[] ms = [100, 333, 1_000];
        var warmUp = Thinly(
            new WarmUp(true, new(0, 5_000_000_000)) { NeedsMessagesForCompilers = false },
            (i, _) => Thin(received: 1, ms[i % 3] * 1_000_000)
        );
        Assert.Equal(WarmUpVerdict.Timed, warmUp.Record.Verdict);
        Assert.InRange(Ms(warmUp), 5_000, 6_000);
    }

    private static Measurement Thin(long received, long roundTripNs) =>
        new()
        {
            FromNs = 0,
            ToNs = WarmUp.WindowNs,
            Sent = received,
            Received = received,
            Lost = 0,
            Answered = received,
            Rtt = Histogram.FromSparse([Histogram.IndexOf(roundTripNs), received]),
        };

    private static int Windows(WarmUp warmUp) => (int)(warmUp.Record.DurationNs / WarmUp.WindowNs);

    private static long Ms(WarmUp warmUp) => warmUp.Record.DurationNs / 1_000_000;

    [Fact]
    public void A_native_stack_and_processes_that_have_measured_before_are_warm_after_four_steady_windows()
    {
        Assert.Equal(4, Windows(Run(compiles: false, _ => 1000)));
        Assert.Equal(4 * 50, Ms(Run(compiles: true, _ => 10_000, isFirst: false, messagesBefore: 100_000)));
    }

    /// <summary>Every fifth window is as long as a continuous window, a form that compilers must have seen,
    /// too.</summary>
    [Fact]
    public void A_runtime_that_compiles_needs_eight_windows_and_messages_enough_for_its_compiler()
    {
        Assert.Equal(7 * 50 + 200, Ms(Run(compiles: true, _ => 50_000)));
        Assert.InRange(Ms(Run(compiles: true, _ => 10_000)), 1500, 1700);
    }

    /// <summary>A compiler whose threads are seen, and which has this share of a core in its first windows. It gets its
    /// messages too. While it works windows are long, as the first one is.</summary>
    [Fact]
    public void Compilers_that_are_seen_must_rest_for_three_windows()
    {
        Assert.All<(int Busy, double Share, int Ms)>(
            [(0, 0.5, 200 + 3 * 50), (3, 0.03, 4 * 200 + 2 * 50), (9, 0.03, 10 * 200 + 2 * 50), (9, 0.015, 350)],
            row =>
                Assert.Equal(row.Ms, Ms(Run(compiles: true, _ => 1e6, compiled: i => i < row.Busy ? row.Share : 0.01)))
        );
        Assert.Equal(1_500, Ms(Run(compiles: true, _ => 10_000, compiled: _ => 0)));
        Assert.Equal(4 * 50, Ms(Run(compiles: true, _ => 1e6, isFirst: false, compiled: _ => 0)));
    }

    /// <summary>A server, or a network, that takes a millisecond for each of them.</summary>
    [Fact]
    public void Where_messages_are_slow_compilers_get_what_half_of_the_longest_warm_up_brings() =>
        Assert.All<int>(
            [500, 3_500],
            ratePerS =>
            {
                var warmUp = Run(compiles: true, _ => ratePerS);
                Assert.Equal(WarmUpVerdict.Settled, warmUp.Record.Verdict);
                Assert.InRange(Ms(warmUp), 2_500, 2_700);
            }
        );

    [Fact]
    public void What_is_asked_for_is_the_least()
    {
        Assert.Equal(700, Ms(Run(compiles: false, _ => 1000, leastNs: 700_000_000)));
        Assert.True(Ms(Run(compiles: true, _ => 10_000, leastNs: 100_000_000)) >= 1500);
    }

    [Fact]
    public void A_rate_that_rises_or_falls_goes_on_until_it_stays()
    {
        var rising = Run(compiles: false, i => 1000 * Math.Pow(1.1, Math.Min(i, 20)));
        Assert.InRange(Windows(rising), 22, 25);
        Assert.Equal(WarmUpVerdict.Settled, rising.Record.Verdict);
        var compilersRest = Run(compiles: true, i => 1e6 * Math.Pow(1.1, Math.Min(i, 20)), compiled: _ => 0);
        // Its first window is as long as four.
        Assert.InRange(Windows(compilersRest), 25, 28);
        var falling = Run(compiles: false, i => i < 8 ? 10_000 - 1000 * i : 2000);
        Assert.InRange(Windows(falling), 11, 13);
        Assert.Equal(WarmUpVerdict.Settled, falling.Record.Verdict);
        // The rate is that of the last windows.
        Assert.Equal(2000, falling.RatePerS);
    }

    [Fact]
    public void What_never_settles_ends_at_the_longest_warm_up_and_says_so()
    {
        Assert.All<(bool HasCompiler, double Growth, WarmUpVerdict Verdict)>(
            [
                (false, 1.2, WarmUpVerdict.Capped),
                (true, 1.2, WarmUpVerdict.Capped),
                (false, 0.7, WarmUpVerdict.Slowing),
            ],
            row =>
            {
                var warmUp = Run(row.HasCompiler, i => 1e6 * Math.Pow(row.Growth, i), longestNs: 1_000_000_000);
                Assert.Equal((1000, row.Verdict), (Ms(warmUp), warmUp.Record.Verdict));
            }
        );
        Assert.Equal(5000, Ms(Run(compiles: true, _ => 0)));
    }

    [Fact]
    public void A_side_rests_that_uses_less_than_a_ms_or_3_percent_while_idle() =>
        Assert.All<(long CpuNs, long WallNs, bool Settled)>(
            [
                (900_000, 20_000_000, true),
                (1_100_000, 20_000_000, false),
                (4_000_000, 200_000_000, true),
                (7_000_000, 200_000_000, false),
            ],
            row =>
            {
                var warmUp = Run(compiles: true, _ => 50_000);
                warmUp.AddIdle(row.CpuNs, row.WallNs);
                Assert.Equal((true, row.Settled), (warmUp.IsSteady, warmUp.IsSettled));
            }
        );

    [Fact]
    public async Task A_fixed_warm_up_goes_on_until_what_was_asked_for_is_over()
    {
        var machine = FakeMachine.With("a");
        var record = Assert.Single(await machine.BlockAsync(FakeMachine.OneSecond with { WarmUpNs = 700_000_000 }));
        Assert.InRange(record.WarmUp!.DurationNs, 700_000_000, 750_000_000);
        Assert.Equal(WarmUpVerdict.Settled, record.WarmUp.Verdict);
    }

    [Fact]
    public async Task Cold_pairs_take_turns()
    {
        var machine = FakeMachine.With("a", "b");
        await machine.BlockAsync();
        var turns = machine.Measurements.Where(m => m.Kind == "warm-up").Select(m => m.Stack).ToList();
        Assert.True(turns.Take(4).Distinct().Count() == 2, string.Join(' ', turns));
    }

    [Fact]
    public Task A_compiler_that_works_on_without_messages_prolongs_it() =>
        Assert.AllAsync<string>(
            ["client", "server"],
            async role =>
            {
                var machine = FakeMachine.With("a");
                var usual = Assert.Single(await machine.BlockAsync()).WarmUp!;
                machine["a"].CompilesInTheBackground(role, times: 40);
                var record = Assert.Single(await machine.BlockAsync()).WarmUp!;
                Assert.True(record.DurationNs > usual.DurationNs + WarmUp.WindowNs, $"{record}, {usual}");
                Assert.Equal(WarmUpVerdict.Settled, record.Verdict);
            }
        );

    [Fact]
    public async Task A_compiler_that_never_ends_is_left_alone_at_the_longest_warm_up()
    {
        var machine = FakeMachine.With("a");
        machine["a"].CompilesInTheBackground("client", times: 100_000);
        var warmUp = Assert.Single(await machine.BlockAsync()).WarmUp!;
        Assert.InRange(warmUp.DurationNs, 4_800_000_000, 5_200_000_000);
        Assert.Equal(WarmUpVerdict.Working, warmUp.Verdict);
    }

    [Fact]
    public void A_compiler_is_named_only_where_its_threads_were_seen_to_work()
    {
        var seen = Run(compiles: true, _ => 1e6, longestNs: 1_000_000_000, compiled: _ => 0.5);
        Assert.Equal(WarmUpVerdict.Compiling, seen.Record.Verdict);
        var unseen = Run(compiles: true, i => 1e6 * Math.Pow(1.2, i), longestNs: 1_000_000_000);
        Assert.Equal(WarmUpVerdict.Capped, unseen.Record.Verdict);
    }

    [Fact]
    public async Task A_collector_tells_that_a_runtime_compiles()
    {
        var machine = FakeMachine.With("a", "b");
        machine["b"].CompilesAsItRuns();
        var records = await machine.BlockAsync();
        Assert.True(records[1].WarmUp!.Messages >= 15_000 && records[0].WarmUp!.Messages < 5_000);
    }

    [Fact]
    public Task A_compiler_whose_threads_are_seen_is_waited_for() =>
        Assert.AllAsync<string>(
            ["client", "server"],
            async role =>
            {
                var (idle, busy) = (FakeMachine.With("a", "b"), FakeMachine.With("a", "b"));
                var windows = 0;
                idle["b"].CompilesBy("C2 ");
                busy["b"].CompilesBy("C2 ");
                busy["b"]
                    .BeforeMeasuring(run =>
                    {
                        if (run.Kind == "warm-up" && windows++ < 10)
                            busy["b"].HasThread(role, "C2 CompilerThread0", 1_000_000_000);
                    });
                var (usual, longer) = ((await idle.BlockAsync())[1].WarmUp!, (await busy.BlockAsync())[1].WarmUp!);
                Assert.True(longer.DurationNs > usual.DurationNs + 10 * WarmUp.WindowNs, $"{longer}, {usual}");
                Assert.Equal(WarmUpVerdict.Settled, longer.Verdict);
            }
        );

    [Fact]
    public async Task What_accounts_for_slices_is_rehearsed_where_it_is_compiled()
    {
        var machine = FakeMachine.With("a", "b");
        machine["b"].CompilesAsItRuns();
        await machine.BlockAsync();
        Assert.All(
            new[] { "server", "client" },
            role =>
            {
                var usages = (string stack) =>
                    machine.Events.Count(e => (e.Stack, e.Role, e.Op) == (stack, role, "usage"));
                Assert.True(usages("b") >= usages("a") + 3, $"{role}: {usages("a")}, {usages("b")}");
            }
        );
    }
}
