using Pingmark.Evidence;
using Pingmark.Formatting;
using Pingmark.Model;

namespace Pingmark.Checks.Cells;

/// <summary>Finds cells whose ended connections hold many local ports: whoever ends a connection keeps its port,
/// towards the server that it was connected to, for a minute (TIME_WAIT). Where ports are not used again before that,
/// connecting fails as soon as none is left. The kernel tells how many such connections the whole machine has, to all
/// servers of the last minute together, so that they may be more than there are ports.</summary>
internal sealed class LocalPortsHeld()
    : CellCheck(
        "local-ports",
        "Connections that have ended hold local ports; at this rate they may run out within a minute.",
        "Set net.ipv4.tcp_tw_reuse=1, or widen net.ipv4.ip_local_port_range."
    )
{
    private const int TimeWaitS = 60;

    private const string Held =
        "at most {waiting} ended connections were in TIME_WAIT after a window, on the whole machine and to all servers "
        + "of the last minute; towards each server there are {ports} local ports";

    protected override Finding? FindOne(CellEvidence evidence)
    {
        var ends = evidence.Ok.Select(r => r.Unbroken!).Where(s => s.LocalPorts is not null).ToList();
        if (!evidence.Cell.Scenario.Load.ConnectsForEach || ends.Count == 0)
            return null;
        var ports = ends[0].LocalPorts!;
        var (waiting, all) = (Count("waiting", ends.Max(s => s.LocalPorts!.TimeWait)), Count("ports", ports.Ports));
        if (ports.Reuse > 0)
            return Note($"{Held}, which are used again after a second", waiting, all);
        var lastsS = ports.Ports / ends.Average(s => s.ThroughputPerS);
        return lastsS < TimeWaitS
            ? Warning(
                $"{Held}: at this rate all are gone after {{lasts}}, and come back after {TimeWaitS} s; set "
                    + "net.ipv4.tcp_tw_reuse=1, or widen net.ipv4.ip_local_port_range",
                waiting,
                all,
                new Quantity("lasts", lastsS, NumberText.Elapsed)
            )
            : Note(Held, waiting, all);
    }
}
