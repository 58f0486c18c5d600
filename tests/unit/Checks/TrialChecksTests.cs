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

    /// <summary>Not settled, of two rates, moving, and beside others: no trial contradicts itself for it.</summary>
    [Fact]
    public void What_a_busy_machine_can_do_contradicts_nothing() =>
        Assert.All<TrialRecord>(
            [
                Honest with
                {
                    WarmUp = new(1, 1, WarmUpVerdict.Compiling),
                },
                Honest with
                {
                    SliceRatesPerS = [.. Scattered(10_000, 10), .. Scattered(15_000, 10)],
                },
                Honest with
                {
                    Slices = Costing(Trial.Window(14_000)),
                    SliceRatesPerS = Scattered(14_000, 20),
                },
                Honest with
                {
                    CrowdedSlices = 20,
                    DisturbedSlices = 20,
                },
                WithHost(new(2_000 * Ms, 0, 900 * Ms)),
            ],
            trial => Says(trial)
        );

    private static IReadOnlyList<Finding> Find(TrialRecord trial) =>
        Assert.Single(TrialChecks.Judge(Trial.Cell(), [trial])).Findings;

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

    /// <summary>Up and down by 5 %.</summary>
    private static List<double> Scattered(double perS, int count) =>
        Enumerable.Range(0, count).Select(i => perS * (i % 2 == 0 ? 0.95 : 1.05)).ToList();
}
