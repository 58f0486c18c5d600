using Pingmark.Evidence;
using Pingmark.Model;

namespace Pingmark.Checks.Cells;

/// <summary>Notes that the server alone is at its limit, as it should be.</summary>
internal sealed class ServerBound()
    : CellCheck(
        "server-bound",
        "The server uses up its cores, or one of its threads a core, and the client does not.",
        "Nothing is wrong: the figure is the server's limit."
    )
{
    protected override Finding? FindOne(CellEvidence evidence) =>
        BusySides.From(evidence) is { Client: SideLimit.None, Server: not SideLimit.None and var limit }
            ? Note($"{BusySides.Words("server", limit)}: this is its limit")
            : null;
}
