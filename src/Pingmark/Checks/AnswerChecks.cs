using System.Globalization;
using Pingmark.Evidence;
using Pingmark.Model;
using Pingmark.Schema;

namespace Pingmark.Checks;

/// <summary>Of a client worker that ended or failed the result of the others stands, with less load than was asked for.
/// Workers that do not begin together make less load at both ends of a window.</summary>
internal sealed class Generators()
    : CellCheck(
        "generators",
        "Client workers failed, or one got no answer: less load, or fewer servers, were measured. How far apart they "
            + "began is a note.",
        "Read why they ended, and look at the path to a server without messages. The command ends with 1.",
        needsNoCountedTrial: true,
        failsCommand: true
    )
{
    private const int MostNamed = 8;

    public override IEnumerable<Finding> Judge(CellEvidence evidence) =>
        new[] { Lost(evidence), Unused(evidence), Skew(evidence) }.OfType<Finding>();

    private Finding? Lost(CellEvidence evidence)
    {
        var all = evidence
            .Judged.Select(judged => judged.Trial.Unbroken!.Generators)
            .OfType<GeneratorsRecord>()
            .ToList();
        var lost = all.SelectMany(record => record.Lost).Distinct().ToList();
        return lost.Count > 0
            ? Warning(
                "of {asked} generators {lost} were lost, and only the others are counted: {names}",
                Count("asked", all[0].Asked),
                Count("lost", all.Max(record => record.Lost.Count)),
                Named(
                    "names",
                    string.Join("; ", lost.Take(MostNamed).Select(one => $"{one.Name}: {one.Reason}"))
                        + (lost.Count > MostNamed ? "; …" : "")
                )
            )
            : null;
    }

    private Finding? Unused(CellEvidence evidence) =>
        evidence.Cell.Scenario.Servers is { } servers
        && evidence.Judged.Any(judged => judged.Trial.Unbroken is { Generators.LeastReceived: 0 })
            ? Invalid(
                "of {generators} generators, spread over {servers} servers, one got no answer, so that fewer servers "
                    + "were measured than were asked for",
                Count("generators", evidence.Cell.Scenario.ClientWorkers),
                Count("servers", servers)
            )
            : null;

    private Finding? Skew(CellEvidence evidence)
    {
        var windows = evidence.All().Where(s => s.Generators is not null).ToList();
        return windows.Count == 0
            ? null
            : Note(
                "{generators} generators began within {skew} (clocks known to ± {error}); the slowest one had "
                    + "{slowest} of the answers of the fastest",
                Count("generators", windows[0].Generators!.Asked),
                Duration("skew", windows.Max(s => s.Generators!.StartSkewNs)),
                Duration("error", windows.Max(s => s.Generators!.ClockErrorNs)),
                Share(
                    "slowest",
                    windows.Min(s => s.Generators!.LeastReceived / (double)Math.Max(1, s.Generators.MostReceived))
                )
            );
    }
}

internal sealed class CorruptAnswers()
    : CellCheck("corrupt-answers", "Answers differ from what was sent.", "Report a fault of the stack.")
{
    protected override Finding? FindOne(CellEvidence evidence) =>
        evidence.All().Sum(s => s.Corrupt) is var corrupt and > 0
            ? Invalid(
                "{corrupt} answers differ from what was sent: the server does not do the work, and its figures don't "
                    + "count; report it as a fault of the stack",
                Count("corrupt", corrupt)
            )
            : null;
}

internal sealed class LostMessages()
    : CellCheck(
        "lost-messages",
        "Messages were lost, late or came twice, which reliable transmission excludes, or a receive buffer was full "
            + "of datagrams.",
        "Put fewer messages in flight, or enlarge socket.receive_buffer (up to net.core.rmem_max). lost_after sets "
            + "how long a lost one holds its slot."
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
        var network = scenario.Network is { AltersPackets: true } harmful ? harmful : null;
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

/// <summary>Finds connections without any answer, which make the others look fast. Only continuous windows are judged,
/// which are long enough for every connection's turn.</summary>
internal sealed class SilentConnections()
    : CellCheck(
        "silent-connections",
        "Connections got no answer in a continuous window, so the others look fast.",
        "Report a fault of the stack, or lengthen duration for very many connections."
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
