using Pingmark.Checks;
using Pingmark.Checks.Cells;
using Pingmark.Model;
using Pingmark.Tests.Evidence;
using Xunit;

namespace Pingmark.Tests.Checks;

public class SilentConnectionsAuditTests
{
    private static readonly SilentConnections Audit = new();

    [Fact]
    public void A_connection_without_answers_makes_a_cell_invalid() =>
        Audit.Says(
            "silent-connections invalid",
            Trial.Evidence(
                new Scenario { Connections = 16 },
                Trial.Of(Trial.Window(inFlight: 16)),
                Trial.Of(Trial.Window(inFlight: 16) with { SilentConnections = 3 })
            ),
            "3 of 16 connections"
        );

    [Fact]
    public void Slices_are_too_short_to_tell() =>
        Audit.IsSilent(Trial.Evidence(Trial.Of(slices: Trial.Window() with { SilentConnections = 3 })));

    [Fact]
    public void Where_all_connections_answer_there_is_nothing_to_say() => Audit.IsSilent(Trial.Evidence(Trial.Of()));
}
