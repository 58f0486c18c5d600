using Pingmark.Evidence;
using Pingmark.Model;

namespace Pingmark.Checks.Cells;

/// <summary>Finds connections without any answer, which make the others look fast. Only continuous windows are judged,
/// which are long enough for every connection's turn.</summary>
internal sealed class SilentConnections()
    : CellCheck(
        "silent-connections",
        "Connections got no answer in a continuous window, which makes the others look fast.",
        "Report it as a fault of the stack, or lengthen duration where connections are very many."
    )
{
    protected override Finding? FindOne(CellEvidence evidence) =>
        evidence.Ok.Max(r => r.Unbroken!.SilentConnections) is var silent and > 0
            ? Invalid(
                "{silent} of {connections} connections got no answer in a continuous window, so that the others look "
                    + "faster than they are: lengthen duration, or report it as a fault of the stack",
                Count("silent", silent),
                Count("connections", evidence.Cell.Scenario.Connections)
            )
            : null;
}
