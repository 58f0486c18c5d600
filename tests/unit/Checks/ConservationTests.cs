using Pingmark.Model;
using Pingmark.Tests.Evidence;
using Xunit;
using static Pingmark.Tests.Checks.HonestTrial;

namespace Pingmark.Tests.Checks;

/// <summary>CPU time that no message needed is found, and what short windows and busy machines do to it is
/// not.</summary>
public sealed class ConservationTests
{
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
    }

    /// <summary>Clocks that are a tick of 4 ms late make a core 1.04 of one in 100 ms, and anything in 2 ms.</summary>
    [Theory]
    [InlineData(2, 1.3, true)]
    [InlineData(100, 1.08, true)]
    [InlineData(100, 1.3, false)]
    public void What_the_edges_of_a_short_window_leave_open_is_no_contradiction(
        int lengthMs,
        double cores,
        bool isPossible
    )
    {
        const long Received = 100;
        var durationNs = lengthMs * Ms;
        var brief = Trial.Window(1000.0 * Received / lengthMs, lengthMs / 1000.0);
        var trial = Trial.Of(
            unbroken: brief with
            {
                ServerCost = new((long)(cores * durationNs), Received, durationNs),
            }
        );
        if (isPossible)
            Says(trial);
        else
            Says(trial, "conservation invalid", "is 1.3 cores, and it has 1");
    }

    [Fact]
    public void Slices_are_held_against_the_cores_as_well() =>
        Says(
            Honest with
            {
                Slices = Honest.Slices! with { ClientCost = new(1_330 * Ms, 10_000, 1_000 * Ms) },
            },
            "conservation invalid",
            "the client's CPU time a message"
        );

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

    /// <summary>A spinning client works on while its server has no core, before or after the counted time.</summary>
    [Fact]
    public void Where_a_side_waited_for_its_core_the_other_may_have_worked_for_nothing()
    {
        var waiting = WithWaitingServer(280);
        Says(Spinning(1_300), "run-queue-delay warning", "28 %");
        Assert.Contains(Find(Spinning(1_500)), finding => finding.Check.Id == "conservation");

        TrialRecord Spinning(long clientMs) =>
            waiting with
            {
                Unbroken = waiting.Unbroken! with { ClientCost = new(clientMs * Ms, 10_000, 1_000 * Ms) },
            };
    }
}
