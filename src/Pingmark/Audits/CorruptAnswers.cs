using Pingmark.Evidence;
using Pingmark.Model;

namespace Pingmark.Audits;

/// <summary>Every answer is compared with what was sent; a server that answers something else is not doing the
/// work.</summary>
internal sealed class CorruptAnswers : IAudit
{
    public Note? Judge(CellEvidence evidence) =>
        evidence.All().Sum(s => s.Corrupt) is var corrupt and > 0
            ? new("corrupt-answers", AuditVerdict.Invalid, $"{corrupt} answers differ from what was sent")
            : null;
}
