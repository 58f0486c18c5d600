using System.Globalization;
using Pingmark.Evidence;
using Pingmark.Model;

namespace Pingmark.Audits;

/// <summary>Time that the hypervisor gave to others while this machine wanted to run.</summary>
internal sealed class Steal : IAudit
{
    private const double Tolerated = 0.02;

    public Note? Judge(CellEvidence evidence)
    {
        var hosts = evidence.Ok.Select(r => r.Unbroken!).Where(s => s.Host is not null).ToList();
        var (stolen, wanted) = (hosts.Sum(s => s.Host!.StealNs), hosts.Sum(s => s.Host!.BusyNs + s.Host.StealNs));
        return wanted > 0 && (double)stolen / wanted is var share and > Tolerated
            ? new(
                "steal",
                AuditVerdict.Warning,
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"the hypervisor took {100 * share:0.#} % of the CPU time while it was measured"
                )
            )
            : null;
    }
}
