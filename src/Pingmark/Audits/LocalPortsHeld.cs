using System.Globalization;
using Pingmark.Evidence;
using Pingmark.Model;
using Pingmark.Wording;

namespace Pingmark.Audits;

/// <summary>Who ends a connection keeps its local port for a minute (TIME_WAIT). There are only so many: where they are
/// not used again before, connecting fails as soon as they are gone.</summary>
internal sealed class LocalPortsHeld : IAudit
{
    private const int TimeWaitS = 60;

    public Note? Judge(CellEvidence evidence)
    {
        var ends = evidence.Ok.Select(r => r.Unbroken!).Where(s => s.LocalPorts is not null).ToList();
        if (!evidence.Cell.Scenario.IsChurn || ends.Count == 0)
            return null;
        var most = ends.Max(s => s.LocalPorts!.TimeWait);
        var ports = ends[0].LocalPorts!;
        var held = string.Create(
            CultureInfo.InvariantCulture,
            $"at most {most} sockets were in TIME_WAIT after a stretch, of {ports.Ports} local ports"
        );
        if (ports.Reuse > 0)
            return new("local-ports", AuditVerdict.Note, $"{held}, which are used again after a second");
        var lastsS = ports.Ports / ends.Average(s => s.ThroughputPerS);
        return lastsS < TimeWaitS
            ? new(
                "local-ports",
                AuditVerdict.Warning,
                $"{held}: at this rate all are gone after {NumberText.Elapsed(lastsS)}, and come back after "
                    + $"{TimeWaitS} s; set net.ipv4.tcp_tw_reuse=1, or widen net.ipv4.ip_local_port_range"
            )
            : new("local-ports", AuditVerdict.Note, held);
    }
}
