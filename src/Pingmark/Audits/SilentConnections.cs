using Pingmark.Evidence;
using Pingmark.Model;

namespace Pingmark.Audits;

/// <summary>A connection that gets no answer makes the others look fast. Judged over unbroken stretches, long enough
/// for every connection's turn.</summary>
internal sealed class SilentConnections : IAudit
{
    public Note? Judge(CellEvidence evidence) =>
        evidence.Ok.Max(r => r.Unbroken!.SilentConnections) is var silent and > 0
            ? new(
                "silent-connections",
                AuditVerdict.Invalid,
                $"{silent} of {evidence.Cell.Scenario.Connections} connections got no answer in an unbroken stretch"
            )
            : null;
}
