using Pingmark.Evidence;
using Pingmark.Model;

namespace Pingmark.Checks.Cells;

/// <summary>Finds cells whose two sides are at their limits, so that nobody knows which of them sets the
/// rate.</summary>
internal sealed class BothBound()
    : CellCheck(
        "both-bound",
        "Both sides use up their cores, or one of their threads a core: the slower one sets the rate.",
        "Give the client more cores (pin) to see the server's own limit."
    )
{
    private const string Rest =
        "the slower one sets the rate; more cores for the client (pin) show the server's own limit";

    protected override Finding? FindOne(CellEvidence evidence) =>
        BusySides.From(evidence) switch
        {
            (SideLimit.None, _) or (_, SideLimit.None) => null,
            (SideLimit.Cores, SideLimit.Cores) => Note($"both sides use all of their cores: {Rest}"),
            var (client, server) => Note(
                $"{BusySides.Words("client", client)}, and {BusySides.Words("server", server)}: {Rest}"
            ),
        };
}
