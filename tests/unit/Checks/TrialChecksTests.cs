using Pingmark.Checks;
using Pingmark.Model;
using Pingmark.Tests.Evidence;
using Xunit;
using static Pingmark.Tests.Checks.HonestTrial;

namespace Pingmark.Tests.Checks;

/// <summary>Each check of a trial speaks where figures contradict each other, and is silent about an honest
/// trial.</summary>
public sealed class TrialChecksTests
{
    [Fact]
    public void Of_an_honest_trial_there_is_nothing_to_say() => Says(Honest);

    [Fact]
    public void What_was_not_measured_is_not_judged() =>
        Says(
            Trial.Of() with
            {
                Slices = null,
                WarmUp = null,
                Unbroken = Trial.Window() with { Server = null, Host = null },
            }
        );

    [Fact]
    public void What_a_busy_machine_can_do_is_told_from_what_it_can_not()
    {
        Assert.True(MayBeNoise(Honest));
        Assert.True(MayBeNoise(Sliced(Scattered(14_000, 20))));
        Assert.False(MayBeNoise(WithServerCost(new(1_330 * Ms, 10_000, 1_000 * Ms))));
    }

    [Fact]
    public void A_server_that_others_disturbed_is_told_and_withheld_where_it_was_much()
    {
        Says(Honest with { Strangers = new(3, 0, 20_000, null) }, "strangers warning", "it rejected 3 connections");
        Says(
            Honest with
            {
                Strangers = new(606_000, 2, 20_000, "127.0.0.1:4242"),
            },
            "strangers invalid",
            "counted 2 malformed frames; the last from 127.0.0.1:4242"
        );
    }

    [Fact]
    public void By_a_reliable_transmission_both_sides_count_the_same()
    {
        Says(WithServer(Trial.Used(10_200)), "counts invalid", "the server answered 10200 messages by its own count");
        Says(WithServer(Trial.Used(9_999)), "counts invalid", "the client received 10000");
        var unreliable = WithServer(Trial.Used(10_200)) with { Transmission = Transmission.Unreliable };
        Says(unreliable);
        Says(WithServer(Trial.Used(9_999)) with { Transmission = Transmission.Unreliable }, "counts invalid", "9999");
    }

    [Fact]
    public void On_a_machine_that_is_known_to_be_busy_noise_is_a_warning_and_contradictions_are_not()
    {
        var cold = Honest with { WarmUp = new(5_000 * Ms, 1, WarmUpVerdict.Compiling) };
        Assert.Equal(AuditVerdict.Invalid, Assert.Single(Find(cold)).Verdict);
        Assert.Equal(AuditVerdict.Warning, Assert.Single(Find(cold with { NoiseAccepted = true })).Verdict);
        var wrong = Honest with { Unbroken = Honest.Unbroken! with { Answered = 1 }, NoiseAccepted = true };
        Assert.Equal(AuditVerdict.Invalid, Assert.Single(Find(wrong)).Verdict);
    }

    [Fact]
    public void No_more_can_be_counted_than_was_answered() =>
        Says(
            Honest with
            {
                Unbroken = Honest.Unbroken! with { Answered = 9_803 },
            },
            "counts invalid",
            "10000 answers were counted, of 9803 in all"
        );

    [Theory]
    [InlineData(WarmUpVerdict.Settled, null)]
    [InlineData(WarmUpVerdict.Capped, null)]
    [InlineData(WarmUpVerdict.Compiling, "still compiled")]
    [InlineData(WarmUpVerdict.Slowing, "ever slower")]
    public void A_runtime_that_has_no_speed_yet_gives_no_figure(WarmUpVerdict verdict, string? said) =>
        Says(Honest with { WarmUp = new(1, 1, verdict) }, said is null ? null : "warm-up invalid", said);

    [Theory]
    [InlineData(10_000, null)]
    [InlineData(11_000, null)]
    [InlineData(9_100, null)]
    [InlineData(12_500, "at 1.25x of its rate in the continuous window")]
    [InlineData(8_000, "at 0.80x of its rate in the continuous window")]
    [InlineData(14_000, "at 1.40x of its rate in the continuous window")]
    [InlineData(6_600, "at 0.66x of its rate in the continuous window")]
    public void Slices_and_the_continuous_window_tell_one_rate(double slicesPerS, string? said) =>
        Says(Sliced(Scattered(slicesPerS, 20)), said is null ? null : "slices-differ invalid", said);

    [Fact]
    public void A_difference_within_the_slices_scatter_is_chance() =>
        Says(Sliced([.. Enumerable.Range(0, 20).Select(i => i % 2 == 0 ? 5_000.0 : 23_000)]));

    /// <summary>Slices scatter by 15 %, and of a window of 200 ms half may be in one of the states that they
    /// tell.</summary>
    [Theory]
    [InlineData(12_000, 0.2, null, null)]
    [InlineData(15_000, 0.2, "slices-differ invalid", "at 1.50x of its rate in the continuous window")]
    [InlineData(13_000, 2, "slices-differ invalid", "at 1.30x of its rate in the continuous window")]
    public void A_short_window_tells_less_than_a_long_one(double perS, double unbrokenS, string? id, string? said) =>
        Says(
            Sliced([.. Enumerable.Range(0, 40).Select(i => perS * (i % 2 == 0 ? 0.85 : 1.15))]) with
            {
                Unbroken = Costing(Trial.Window(seconds: unbrokenS)),
            },
            id,
            said
        );

    [Fact]
    public void A_rate_that_was_asked_for_is_the_same_in_both() =>
        Assert.DoesNotContain(
            Find(Sliced(Scattered(14_000, 20)), new() { RatePerS = 10_000 }),
            finding => finding.Check.Id == "slices-differ"
        );

    [Theory]
    [InlineData(1.2, null)]
    [InlineData(1.5, "at 1.50x of the first")]
    [InlineData(0.6, "at 0.60x of the first")]
    public void A_rate_that_moves_within_a_trial_is_none(double factor, string? said) =>
        Says(
            Honest with
            {
                SliceRatesPerS = [.. Scattered(10_000, 10), .. Scattered(10_000 * factor, 10)],
            },
            said is null ? null : "drift invalid",
            said
        );

    [Theory]
    [InlineData(10, 2, null, null)]
    [InlineData(11, 0, "idle-neighbours warning", "11 slices were repeated to get the 20 that count")]
    [InlineData(6, 3, "idle-neighbours warning", "a worker that should have waited used a core in 15 % of its slices")]
    [InlineData(20, 10, "idle-neighbours warning", "in 50 % of its slices")]
    [InlineData(22, 11, "idle-neighbours invalid", "in 55 % of its slices")]
    public void Slices_beside_workers_that_work_are_told_or_withheld(
        int repeated,
        int disturbed,
        string? id,
        string? said
    )
    {
        var trial = Honest with { RepeatedSlices = repeated, DisturbedSlices = disturbed };
        Says(trial, id, said);
        Says(
            trial with
            {
                DisturbedBy = ["b (server)", "c (client)"],
            },
            id,
            id is null ? null : "b (server) and 1 more used a core"
        );
        Says(trial with { SliceRatesPerS = [] });
    }

    [Theory]
    [InlineData(2, null, null)]
    [InlineData(3, "run-queue-delay warning", "in 15 % of its slices other processes had a side's core")]
    [InlineData(6, "run-queue-delay warning", "in 30 % of its slices")]
    [InlineData(7, "run-queue-delay invalid", "in 35 % of its slices")]
    public void Slices_whose_cores_others_had_are_told(int crowded, string? id, string? said) =>
        Says(Honest with { CrowdedSlices = crowded }, id, said);

    [Theory]
    [InlineData(440, 0, null, null, null)]
    [InlineData(1_000, 0, null, "foreign-work warning", "30 % of its cores")]
    [InlineData(1_150, 0, null, "foreign-work invalid", "37.5 % of its cores")]
    [InlineData(2_000, 0, null, "foreign-work invalid", "80 % of its cores")]
    [InlineData(2_000, 1_600, null, null, null)]
    [InlineData(2_000, 1_600, false, null, null)]
    [InlineData(2_000, 1_600, true, "foreign-work invalid", "80 % of its cores")]
    public void What_others_used_of_the_cores_is_told_or_withholds(
        long busyMs,
        long softirqMs,
        bool? softirqInThreads,
        string? id,
        string? said
    )
    {
        // The two sides use 400 ms.
        Says(WithHost(new(busyMs * Ms, softirqMs * Ms, 0) { SoftirqInThreads = softirqInThreads }), id, said);
    }

    /// <summary>Others that use 1.6 s of a second can't have had less than 0.6 s of two cores of three, and may have
    /// had none of two of sixteen.</summary>
    [Theory]
    [InlineData(2, "foreign-work invalid")]
    [InlineData(3, "foreign-work warning")]
    [InlineData(16, "foreign-work warning")]
    public void Others_may_have_had_the_cores_that_a_trial_has_not(int cores, string said)
    {
        var trial = WithHost(new(2_000 * Ms, 0, 0) { Cores = cores });
        Says(trial, said, "80 % of its cores");
        Assert.Equal(cores == 2, OutsidersShare.CrowdingIn(trial) == FindingSeverity.Withheld);
        Assert.Equal(cores == 16, OutsidersShare.CrowdingIn(trial) == FindingSeverity.Ok);
    }

    /// <summary>Clients wait for what is lost, and others go on meanwhile.</summary>
    [Fact]
    public void What_others_used_is_a_share_of_the_time_in_which_it_was_read()
    {
        var trial = WithHost(new(2_000 * Ms, 0, 0));
        Says(trial with { Unbroken = trial.Unbroken! with { AccountedNs = 40_000 * Ms } });
    }

    [Fact]
    public void The_controller_s_own_work_is_not_foreign() =>
        Says(
            WithHost(new(1_000 * Ms, 0, 0)) with
            {
                Unbroken = WithHost(new(1_000 * Ms, 0, 0)).Unbroken! with { ControllerCpuNs = 590 * Ms },
            }
        );

    [Theory]
    [InlineData(100, null)]
    [InlineData(300, "42.9 % of the CPU time")]
    public void A_trial_of_which_the_hypervisor_kept_much_is_none(long stealMs, string? said) =>
        Says(WithHost(new(400 * Ms, 0, stealMs * Ms)), said is null ? null : "stolen-time invalid", said);

    [Theory]
    [InlineData(50, 0, null)]
    [InlineData(300, 0, "busiest thread waited 30 % of the time for its core")]
    [InlineData(300, 250, null)]
    public void A_thread_that_waits_for_somebody_else_is_told(long delayMs, long otherThreadsMs, string? said) =>
        Says(
            WithServer(
                Trial.Used(10_000) with
                {
                    CpuUserNs = (100 + otherThreadsMs) * Ms,
                    BusiestThreadCpuNs = 100 * Ms,
                    BusiestThreadRunQueueDelayNs = delayMs * Ms,
                }
            ),
            said is null ? null : "run-queue-delay warning",
            said
        );

    [Fact]
    public void On_shared_cores_it_waits_for_the_other_side()
    {
        var waiting = WithWaitingServer(250);
        Says(waiting, "run-queue-delay warning", "25 %");
        Says(waiting with { ClientCpus = "0" });
    }
}
