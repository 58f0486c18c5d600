using System.Globalization;
using Pingmark.Evidence;
using Pingmark.Model;
using Pingmark.Schema;

namespace Pingmark.Checks.Cells;

/// <summary>Finds lost, late and duplicated messages. With a reliable transmission there may be none; with an
/// unreliable one the reader must know how many there were.</summary>
internal sealed class LostMessages()
    : CellCheck(
        "lost-messages",
        "Messages were lost, came after their deadline, or came twice: of a reliable transmission nothing may be.",
        "Put fewer messages in flight or enlarge socket.receive_buffer; lost_after sets how long a lost one holds its "
            + "place."
    )
{
    protected override Finding? FindOne(CellEvidence evidence)
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
            "{lost} of {sent} messages lost ({share}), {late} answered after the timeout, {twice} answered twice"
                + (waitNs is null ? "" : "; each lost one is waited for {wait} (lost_after), which lowers the rate")
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

    /// <summary>The share in percent with up to three decimals; below a thousandth of a percent it reads 0.</summary>
    private static string Rarely(double share) => (100 * share).ToString("0.###", CultureInfo.InvariantCulture) + " %";
}
