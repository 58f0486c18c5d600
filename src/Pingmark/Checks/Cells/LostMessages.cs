using System.Globalization;
using Pingmark.Evidence;
using Pingmark.Model;
using Pingmark.Schema;

namespace Pingmark.Checks.Cells;

/// <summary>Finds lost, late and duplicated messages. With a reliable transmission there may be none; with an
/// unreliable one the reader must know how many there were. Datagrams that found no room make clients wait for answers
/// that never come: the figure is then the buffer's, not the stack's.</summary>
internal sealed class LostMessages()
    : CellCheck(
        "lost-messages",
        "Messages were lost, came after their deadline, or came twice: of a reliable transmission nothing may be. Or "
            + "datagrams found no room in a receive buffer.",
        "Put fewer messages in flight or enlarge socket.receive_buffer (net.core.rmem_max limits it); lost_after sets "
            + "how long a lost one holds its place."
    )
{
    public override IEnumerable<Finding> Judge(CellEvidence evidence) =>
        new[] { Lost(evidence), Dropped(evidence) }.OfType<Finding>();

    private Finding? Lost(CellEvidence evidence)
    {
        var all = evidence.All().ToList();
        var (lost, late, twice, sent) = (
            all.Sum(s => s.Lost),
            all.Sum(s => s.Late),
            all.Sum(s => s.Duplicated),
            all.Sum(s => s.Sent)
        );
        if (lost + late + twice == 0)
            return null;
        var scenario = evidence.Cell.Scenario;
        // What goes one way waits for nobody's answer.
        var waitNs = lost > 0 && !scenario.Load.IsOneWay ? evidence.Ok.Max(r => r.LostAfterNs) : null;
        var network = scenario.Network is { HarmsPackets: true } harmful ? harmful : null;
        var isReliable = evidence.Ok.All(r => r.Transmission == Transmission.Reliable);
        return Find(
            isReliable ? FindingSeverity.Invalid
                : network is not null ? FindingSeverity.Note
                : FindingSeverity.Warning,
            "{lost} of {sent} messages lost ({share}), {late} came after their deadline, {twice} came twice"
                + (waitNs is null ? "" : "; a lost one holds its place for {wait} (lost_after), which lowers the rate")
                + (network is null ? "" : "; of a network with {network} each way")
                + (isReliable ? ", of a reliable transmission" : ""),
            Count("lost", lost),
            Count("sent", sent),
            new Quantity("share", (double)lost / Math.Max(1, sent), Rarely),
            Count("late", late),
            Count("twice", twice),
            Duration("wait", waitNs ?? 0),
            Named("network", network is null ? "" : NetworkKeys.Text(network))
        );
    }

    private Finding? Dropped(CellEvidence evidence) =>
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

    /// <summary>The share in percent with up to three decimals; below a thousandth of a percent it reads 0.</summary>
    private static string Rarely(double share) => (100 * share).ToString("0.###", CultureInfo.InvariantCulture) + " %";
}
