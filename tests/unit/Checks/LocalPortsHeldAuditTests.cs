using Pingmark.Checks;
using Pingmark.Checks.Cells;
using Pingmark.Evidence;
using Pingmark.Model;
using Pingmark.Tests.Evidence;
using Xunit;

namespace Pingmark.Tests.Checks;

public class LocalPortsHeldAuditTests
{
    private static readonly LocalPortsHeld Audit = new();

    private static CellEvidence Of(PortUse? ports, string test = "churn", long received = 20_000) =>
        Trial.OfCell(
            Trial.Cell("x/tcp-a") with
            {
                Scenario = new() { Test = test },
            },
            Trial.Rounds(2, _ => Trial.Of(Trial.Window(received) with { LocalPorts = ports })).ToList()
        );

    [Fact]
    public void Ports_that_are_used_again_are_told() =>
        Audit.Says(
            "local-ports note",
            Of(new(1_500, 28_232, 2)),
            "towards each server there are 28232 local ports, which are used again"
        );

    /// <summary>A port may be held towards each of several servers.</summary>
    [Fact]
    public void More_connections_than_ports_are_those_to_all_servers() =>
        Audit.Says(
            "local-ports note",
            Of(new(29_407, 28_232, 2)),
            "at most 29407 ended connections were in TIME_WAIT after a window, on the whole machine and to all servers "
                + "of the last minute; towards each server there are 28232 local ports"
        );

    [Fact]
    public void Ports_that_run_out_are_a_warning() =>
        Audit.Says("local-ports warning", Of(new(20_000, 28_232, 0)), "at this rate all are gone after 1.41 s");

    [Fact]
    public void Slow_enough_they_last() =>
        Audit.Says(
            "local-ports note",
            Of(new(100, 28_232, 0), received: 400),
            "towards each server there are 28232 local ports"
        );

    [Fact]
    public void Where_none_is_taken_nothing_is_said()
    {
        Audit.IsSilent(Of(null));
        Audit.IsSilent(Of(new(1, 2, 0), "ping-pong"));
    }
}
