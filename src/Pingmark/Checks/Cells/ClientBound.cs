using Pingmark.Evidence;
using Pingmark.Model;

namespace Pingmark.Checks.Cells;

/// <summary>Finds cells whose client alone is at its limit: the figure is the client's, not the server's.</summary>
internal sealed class ClientBound()
    : CellCheck(
        "client-bound",
        "The client uses up its cores, or one of its threads a core, and the server does not: the figure is the "
            + "client's.",
        "Give the client more cores (pin) or threads (client_threads), or take a cheaper one (client: reference)."
    )
{
    protected override Finding? FindOne(CellEvidence evidence) =>
        BusySides.From(evidence) is { Client: not SideLimit.None and var limit, Server: SideLimit.None }
            ? Warning(
                $"{BusySides.Words("client", limit)} and the server does not: the rate is the client's limit; give it "
                    + $"more {(limit == SideLimit.Cores ? "cores (pin)" : "threads (client_threads)")} or a "
                    + "cheaper client (client: reference)"
            )
            : null;
}
