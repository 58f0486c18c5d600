using Pingmark.Checks;
using Pingmark.Checks.Cells;
using Pingmark.Evidence;
using Pingmark.Model;
using Pingmark.Model.Loads;
using Pingmark.Tests.Evidence;
using Xunit;

namespace Pingmark.Tests.Checks;

public class SnapshotsDueAuditTests
{
    private static readonly SnapshotsDue Audit = new();

    /// <summary>Two windows of 10 s with 5 connections: 1,000 at 20 a second each.</summary>
    private static CellEvidence Of(SnapshotCounts? snapshots, string test = "tick") =>
        Trial.OfCell(
            Trial.Cell("x/tcp-a") with
            {
                Scenario = new Scenario
                {
                    Test = test,
                    RatePerS = 1_000,
                    Connections = 5,
                }.With(TickLoad.RateHz, 20),
            },
            Trial
                .Rounds(2, _ => Trial.Of(Trial.Window() with { Snapshots = snapshots, DurationNs = 10_000_000_000 }))
                .ToList()
        );

    [Fact]
    public void Every_one_is_accounted_for() =>
        Audit.Says(
            "snapshots note",
            Of(new(1_000, 0, [5, 1_000], [5, 1_000])),
            "2000 snapshots were delivered of 2000 that 20 ticks a second make for 5 connections, 0 lost"
        );

    [Fact]
    public void Lost_ones_are_a_warning() =>
        Audit.Says(
            "snapshots warning",
            Of(new(990, 10, [5, 990], [5, 990])),
            "1980 snapshots were delivered of 2000 that 20 ticks a second make for 5 connections, 20 lost"
        );

    [Fact]
    public void What_is_not_due_is_told() =>
        Audit.Says(
            "snapshots note",
            Of(new(995, 0, [5, 995], [5, 995])),
            "1990 snapshots were delivered of 2000 that 20 ticks a second make for 5 connections, 0 lost; 10 were not "
                + "due, for a window cuts ticks"
        );

    /// <summary>A tick is 50 ms.</summary>
    [Fact]
    public void A_server_that_is_behind_its_ticks_is_told()
    {
        var late = new Histogram();
        for (var i = 0; i < 1_000; i++)
            late.Record(i < 949 ? 1_000_000 : 80_000_000);
        Audit.Says(
            "snapshots warning",
            Of(new(1_000, 0, late.ToSparse(), [5, 1_000])),
            "5.1 % came more than a tick late: the server is behind its ticks"
        );
    }

    [Fact]
    public void A_server_of_too_few_ticks_is_invalid() =>
        Audit.Says(
            "snapshots invalid",
            Of(new(900, 0, [5, 900], [5, 900])),
            "1800 snapshots were delivered of 2000 that 20 ticks a second make for 5 connections, 0 lost; 90 % of 20 "
                + "ticks a second was achieved: the server does not keep up"
        );

    [Fact]
    public void Clocks_of_two_machines_are_told() =>
        Audit.Says("snapshots note", Of(new(1_000, 0, null, [5, 1_000])), "how late they were is not told");

    [Fact]
    public void Other_tests_have_none()
    {
        Audit.IsSilent(Of(null));
        Audit.IsSilent(Of(new(1, 0, [], []), "ping-pong"));
    }
}
