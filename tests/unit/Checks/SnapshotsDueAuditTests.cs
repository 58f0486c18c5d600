using Pingmark.Checks;
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

    /// <summary>What is missing and not lost was not due.</summary>
    [Fact]
    public void Every_one_is_accounted_for() =>
        Assert.All<(long Delivered, long Lost, string Verdict, string More)>(
            [
                (1_000, 0, "note", ""),
                (990, 10, "warning", ""),
                (995, 0, "note", "; 10 were not due, for a window cuts ticks"),
                (900, 0, "invalid", "; 90 % of 20 ticks a second was achieved: the server does not keep up"),
            ],
            row =>
                Audit.Says(
                    $"snapshots {row.Verdict}",
                    Of(new(row.Delivered, row.Lost, [5, row.Delivered], [5, row.Delivered])),
                    $"{2 * row.Delivered} snapshots were delivered of 2000 that 20 ticks a second make for "
                        + $"5 connections, {2 * row.Lost} lost{row.More}"
                )
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
    public void Clocks_of_two_machines_are_told() =>
        Audit.Says("snapshots note", Of(new(1_000, 0, null, [5, 1_000])), "how late they were is not told");

    [Fact]
    public void Other_tests_have_none()
    {
        Audit.IsSilent(Of(null));
        Audit.IsSilent(Of(new(1, 0, [], []), "ping-pong"));
    }
}
