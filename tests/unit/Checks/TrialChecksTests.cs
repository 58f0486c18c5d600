using Pingmark.Checks;
using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Tests.Evidence;
using Xunit;

namespace Pingmark.Tests.Checks;

/// <summary>Each check of a trial speaks where figures contradict each other, and is silent about an honest
/// trial.</summary>
public sealed class TrialChecksTests
{
    private const long Ms = 1_000_000;

    /// <summary>10,000 messages a second in 20 slices and a second in one piece, a fifth of a core a side.</summary>
    private static readonly TrialRecord Honest = Trial.Of(Costing(Trial.Window()), Costing(Trial.Window())) with
    {
        SliceRatesPerS = Scattered(10_000, 20),
    };

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
    public void Cost_times_rate_can_t_exceed_the_cores()
    {
        Says(WithServerCost(new(1_040 * Ms, 10_000, 1_000 * Ms)));
        Says(
            WithServerCost(new(1_330 * Ms, 10_000, 1_000 * Ms)),
            "conservation invalid",
            "is 1.33 cores, and it has 1"
        );
        // Load before and after the counted time costs, too, and has answers of its own.
        Says(WithServerCost(new(1_330 * Ms, 13_300, 1_330 * Ms)));
        Says(WithServerCost(new(1_330 * Ms, 10_000, 1_000 * Ms)) with { ServerCpus = "0,2" });
        Says(WithServerCost(new(1_330 * Ms, 10_000, 1_000 * Ms)) with { ServerCpus = "" });
        Says(
            Honest with
            {
                Slices = Honest.Slices! with { ClientCost = new(1_330 * Ms, 10_000, 1_000 * Ms) },
            },
            "conservation invalid",
            "the client's CPU time a message"
        );
    }

    /// <summary>Clocks that are a tick of 4 ms late make a core 1.04 of one in 100 ms, and anything in 2 ms.</summary>
    [Fact]
    public void What_the_edges_of_a_short_window_leave_open_is_no_contradiction()
    {
        const long Received = 100;
        static TrialRecord Using(double cores, int lengthMs)
        {
            var durationNs = lengthMs * Ms;
            var brief = Trial.Window(1000.0 * Received / lengthMs, lengthMs / 1000.0);
            return Trial.Of(brief with { ServerCost = new((long)(cores * durationNs), Received, durationNs) });
        }
        Says(Using(1.3, lengthMs: 2));
        Says(Using(1.08, lengthMs: 100));
        Says(Using(1.3, lengthMs: 100), "conservation invalid", "is 1.3 cores, and it has 1");
    }

    [Fact]
    public void While_a_spinning_side_waits_for_what_is_lost_no_message_flows() =>
        Says(
            Honest with
            {
                Transmission = Transmission.Unreliable,
                Unbroken = Honest.Unbroken! with { Lost = 1, ServerCost = new(1_900 * Ms, 10_000, 2_000 * Ms) },
            }
        );

    [Fact]
    public void What_grows_can_t_become_less()
    {
        Says(WithServerCost(new(-1, 10_000, 1)), "conservation invalid", "the server's CPU time became less");
        var backwards = WithServer(Trial.Used(10_000) with { CpuUserNs = -1 });
        Says(
            backwards with
            {
                Unbroken = backwards.Unbroken! with { Host = null },
            },
            "conservation invalid",
            "CPU time became less"
        );
        Says(WithServer(Trial.Used(10_000) with { GcCount = -1 }), "conservation invalid", "collections became less");
        Says(
            WithServer(Trial.Used(10_000) with { AllocatedBytes = -8 }),
            "conservation invalid",
            "allocated bytes became less"
        );
    }

    [Fact]
    public void By_a_reliable_transmission_both_sides_count_the_same_and_no_more_than_was_answered()
    {
        Says(
            Honest with
            {
                Unbroken = Honest.Unbroken! with { Answered = 9_803 },
            },
            "counts invalid",
            "10000 answers were counted, of 9803 in all"
        );
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
    public void A_runtime_that_has_no_speed_yet_gives_no_figure()
    {
        static TrialRecord Ended(WarmUpVerdict verdict) => Honest with { WarmUp = new(1, 1, verdict) };
        Says(Ended(WarmUpVerdict.Settled));
        Says(Ended(WarmUpVerdict.Capped));
        Says(Ended(WarmUpVerdict.Compiling), "warm-up invalid", "still compiled");
        Says(Ended(WarmUpVerdict.Slowing), "warm-up invalid", "ever slower");
    }

    [Fact]
    public void Slices_and_the_continuous_window_tell_one_rate_but_for_chance()
    {
        Says(Sliced(Scattered(11_000, 20)));
        Says(Sliced(Scattered(9_100, 20)));
        Says(Sliced(Scattered(12_500, 20)), "slices-differ invalid", "at 1.25x of its rate in the continuous window");
        Says(Sliced(Scattered(8_000, 20)), "slices-differ invalid", "at 0.80x of its rate in the continuous window");
        Says(Sliced([.. Enumerable.Range(0, 20).Select(i => i % 2 == 0 ? 5_000.0 : 23_000)]));
    }

    /// <summary>Slices scatter by 15 %, and of a window of 200 ms half may be in one of the states that they
    /// tell.</summary>
    [Fact]
    public void A_short_window_tells_less_than_a_long_one()
    {
        static TrialRecord Beside(double unbrokenS, double perS) =>
            Sliced([.. Enumerable.Range(0, 40).Select(i => perS * (i % 2 == 0 ? 0.85 : 1.15))]) with
            {
                Unbroken = Costing(Trial.Window(seconds: unbrokenS)),
            };
        Says(Beside(0.2, 12_000));
        Says(Beside(0.2, 15_000), "slices-differ invalid", "at 1.50x of its rate in the continuous window");
        Says(Beside(2, 13_000), "slices-differ invalid", "at 1.30x of its rate in the continuous window");
    }

    [Fact]
    public void A_rate_that_was_asked_for_is_the_same_in_both() =>
        Assert.DoesNotContain(
            Find(Sliced(Scattered(14_000, 20)), new() { RatePerS = 10_000 }),
            finding => finding.Check.Id == "slices-differ"
        );

    [Fact]
    public void A_rate_that_moves_within_a_trial_is_none()
    {
        static TrialRecord Moving(double factor) =>
            Honest with
            {
                SliceRatesPerS = [.. Scattered(10_000, 10), .. Scattered(10_000 * factor, 10)],
            };
        Says(Moving(1.2));
        Says(Moving(1.5), "drift invalid", "at 1.50x of the first");
        Says(Moving(0.6), "drift invalid", "at 0.60x of the first");
    }

    [Fact]
    public void Slices_beside_workers_that_work_are_told_or_withheld() =>
        Assert.All<(int Repeated, int Disturbed, string? Id, string? Said)>(
            [
                (10, 2, null, null),
                (11, 0, "idle-neighbours warning", "11 slices were measured again beside the 20 that count"),
                (6, 3, "idle-neighbours warning", "a worker that should have waited still worked in 15 %"),
                (20, 10, "idle-neighbours warning", "in 50 % of its slices"),
                (22, 11, "idle-neighbours invalid", "in 55 % of its slices"),
            ],
            row =>
            {
                var trial = Honest with { RepeatedSlices = row.Repeated, DisturbedSlices = row.Disturbed };
                Says(trial, row.Id, row.Said);
                Says(
                    trial with
                    {
                        DisturbedBy = ["b (server)", "c (client)"],
                    },
                    row.Id,
                    "b (server) and 1 more still worked"
                );
                Says(trial with { SliceRatesPerS = [] });
            }
        );

    [Fact]
    public void Slices_whose_cores_others_had_are_told()
    {
        Says(Honest with { CrowdedSlices = 2 });
        Says(Honest with { CrowdedSlices = 3 }, "run-queue-delay warning", "in 15 % of its slices other processes had");
        Says(Honest with { CrowdedSlices = 6 }, "run-queue-delay warning", "in 30 % of its slices");
        Says(Honest with { CrowdedSlices = 7 }, "run-queue-delay invalid", "in 35 % of its slices");
    }

    /// <summary>The two sides use 400 ms.</summary>
    [Fact]
    public void What_others_used_of_the_cores_is_told_or_withholds() =>
        Assert.All<(long BusyMs, long SoftirqMs, bool? InThreads, string? Id, string? Said)>(
            [
                (440, 0, null, null, null),
                (1_000, 0, null, "foreign-work warning", "30 % of its cores"),
                (1_150, 0, null, "foreign-work invalid", "37.5 % of its cores"),
                (2_000, 1_600, null, null, null),
                (2_000, 1_600, false, null, null),
                (2_000, 1_600, true, "foreign-work invalid", "80 % of its cores"),
            ],
            row =>
                Says(
                    WithHost(new(row.BusyMs * Ms, row.SoftirqMs * Ms, 0) { SoftirqInThreads = row.InThreads }),
                    row.Id,
                    row.Said
                )
        );

    /// <summary>Others that use 1.6 s of a second can't have had less than 0.6 s of two cores of three, and may have
    /// had none of two of sixteen.</summary>
    [Fact]
    public void Others_may_have_had_the_cores_that_a_trial_has_not() =>
        Assert.All<(int Cores, string Said, FindingSeverity Crowding)>(
            [
                (2, "foreign-work invalid", FindingSeverity.Withheld),
                (3, "foreign-work warning", FindingSeverity.Warning),
                (16, "foreign-work warning", FindingSeverity.Ok),
            ],
            row =>
            {
                var trial = WithHost(new(2_000 * Ms, 0, 0) { Cores = row.Cores });
                Says(trial, row.Said, "80 % of its cores");
                Assert.Equal(row.Crowding, OutsidersShare.CrowdingIn(trial));
            }
        );

    /// <summary>Clients wait for what is lost, and others go on meanwhile; and the controller works, too.</summary>
    [Fact]
    public void What_others_used_is_a_share_of_the_time_in_which_it_was_read_without_the_controller_s()
    {
        var trial = WithHost(new(2_000 * Ms, 0, 0));
        Says(trial with { Unbroken = trial.Unbroken! with { AccountedNs = 40_000 * Ms } });
        trial = WithHost(new(1_000 * Ms, 0, 0));
        Says(trial with { Unbroken = trial.Unbroken! with { ControllerCpuNs = 590 * Ms } });
    }

    [Fact]
    public void A_trial_of_which_the_hypervisor_kept_much_is_none()
    {
        Says(WithHost(new(400 * Ms, 0, 100 * Ms)));
        Says(WithHost(new(400 * Ms, 0, 300 * Ms)), "stolen-time invalid", "42.9 % of the CPU time");
    }

    /// <summary>On shared cores that may be the other side.</summary>
    [Fact]
    public void A_thread_that_waits_for_somebody_else_is_told()
    {
        static TrialRecord Waiting(long delayMs, long busiestMs = 100, long otherThreadsMs = 0) =>
            WithServer(
                Trial.Used(10_000) with
                {
                    CpuUserNs = (busiestMs + otherThreadsMs) * Ms,
                    BusiestThreadCpuNs = busiestMs * Ms,
                    BusiestThreadRunQueueDelayNs = delayMs * Ms,
                }
            );
        Says(Waiting(50));
        Says(Waiting(300), "run-queue-delay warning", "busiest thread waited 30 % of the time for its core");
        Says(Waiting(300, otherThreadsMs: 250));
        Says(Waiting(250, busiestMs: 200), "run-queue-delay warning", "25 %");
        Says(Waiting(250, busiestMs: 200) with { ClientCpus = "0" });
    }

    private static IReadOnlyList<Finding> Find(TrialRecord trial, Scenario? scenario = null) =>
        Assert.Single(TrialChecks.Judge(Trial.Cell(scenario: scenario), [trial])).Findings;

    private static bool MayBeNoise(TrialRecord trial) =>
        Find(trial).Where(finding => finding.Withholds).All(finding => finding.Check.MayBeNoise);

    private static void Says(TrialRecord trial, string? idAndVerdict = null, string? text = null)
    {
        var findings = Find(trial);
        if (idAndVerdict is null)
            Assert.Empty(findings);
        else
        {
            var finding = Assert.Single(findings);
            Assert.Equal(idAndVerdict, $"{finding.Check.Id} {finding.Verdict.Word()}");
            Assert.Contains(text!, finding.Sentence.Text);
        }
    }

    private static CountedWindow Costing(CountedWindow window) =>
        window with
        {
            ServerCost = new(200 * Ms, window.Received, 1_000 * Ms),
            ClientCost = new(200 * Ms, window.Received, 1_000 * Ms),
        };

    private static TrialRecord WithServerCost(SideCost cost) =>
        Honest with
        {
            Unbroken = Honest.Unbroken! with { ServerCost = cost },
        };

    private static TrialRecord WithServer(Usage server) =>
        Honest with
        {
            Unbroken = Honest.Unbroken! with { Server = server },
        };

    private static TrialRecord WithHost(HostCpu host) =>
        Honest with
        {
            Unbroken = Honest.Unbroken! with { Host = host },
        };

    private static TrialRecord Sliced(IReadOnlyList<double> ratesPerS) =>
        Honest with
        {
            Slices = Costing(Trial.Window(ratesPerS.Average())),
            SliceRatesPerS = ratesPerS,
        };

    /// <summary>Up and down by 5 %.</summary>
    private static List<double> Scattered(double perS, int count) =>
        Enumerable.Range(0, count).Select(i => perS * (i % 2 == 0 ? 0.95 : 1.05)).ToList();
}
