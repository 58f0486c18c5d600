using Pingmark.Evidence;
using Pingmark.Model;

namespace Pingmark.Checks.Cells;

/// <summary>Finds datagrams that arrived and found no room: clients then wait for answers that never come, or send
/// again, and the figure is the buffer's, not the stack's.</summary>
internal sealed class ReceiveDrops()
    : CellCheck(
        "receive-drops",
        "Datagrams found no room in a receive buffer: the figure is the buffer's, not the stack's.",
        "Enlarge socket.receive_buffer (net.core.rmem_max limits it), or put fewer messages in flight."
    )
{
    protected override Finding? FindOne(CellEvidence evidence) =>
        !Transports.IsOverTcp(evidence.Cell.Stack)
        && evidence.Ok.Sum(r => r.Unbroken!.UdpReceiveDrops) is > 0 and var drops
            ? Warning(
                "{drops} datagrams found no room in a receive buffer of "
                    + (evidence.Ok[0].OnTwoMachines ? "these machines" : "this machine")
                    + " (UdpRcvbufErrors): enlarge socket.receive_buffer (net.core.rmem_max limits it), or put fewer "
                    + "messages in flight",
                Count("drops", drops)
            )
            : null;
}
