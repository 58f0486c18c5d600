using Pingmark.Evidence;
using Pingmark.Model;

namespace Pingmark.Audits;

/// <summary>A percentile with fewer than ten values beyond it is not printed; says so.</summary>
internal sealed class TooFewSamples : IAudit
{
    private const long ForP99 = 1_000,
        ForP999 = 10_000;

    public Note? Judge(CellEvidence evidence) =>
        evidence.Ok.Sum(r => r.Unbroken!.Received) switch
        {
            < ForP99 => new(
                "too-few-samples",
                AuditVerdict.Note,
                "too few messages for p99 and p99.9; a longer duration or more rounds give them"
            ),
            < ForP999 => new(
                "too-few-samples",
                AuditVerdict.Note,
                "too few messages for p99.9; a longer duration or more rounds give it"
            ),
            _ => null,
        };
}
