using Pingmark.Evidence;
using Pingmark.Model;

namespace Pingmark.Checks.Cells;

/// <summary>Tells which side sets the rate of a cell: the figure may be the client's, or nobody knows whose.</summary>
internal sealed class Limit()
    : CellCheck(
        "limit",
        "A side uses up its cores, or one of its threads a core: the server, the client (a warning, for the figure is "
            + "the client's), or both.",
        "Give the client more cores (pin) or threads (client_threads), or take a cheaper one (client: reference); the "
            + "server's limit is what is asked for."
    )
{
    protected override Finding? FindOne(CellEvidence evidence) =>
        BusySides.From(evidence) switch
        {
            (SideLimit.None, SideLimit.None) => null,
            (SideLimit.None, var server) => Note($"{BusySides.Words("server", server)}: this is its limit"),
            (var client, SideLimit.None) => Warning(
                $"{BusySides.Words("client", client)} and the server does not: this is the client's limit; give it "
                    + $"more {(client == SideLimit.Cores ? "cores (pin)" : "threads (client_threads)")} or a "
                    + "cheaper client (client: reference)"
            ),
            var (client, server) => Note(
                (
                    client == SideLimit.Cores && server == SideLimit.Cores
                        ? "both sides use all of their cores"
                        : $"{BusySides.Words("client", client)}, and {BusySides.Words("server", server)}"
                ) + ": the slower one sets the rate; more cores for the client (pin) show the server's own limit"
            ),
        };
}
