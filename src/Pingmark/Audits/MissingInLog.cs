using Pingmark.Evidence;
using Pingmark.Model;
using Pingmark.Wording;

namespace Pingmark.Audits;

/// <summary>The room of a log is made before its messages are known.</summary>
internal sealed class MissingInLog : IAudit
{
    public Note? Judge(CellEvidence evidence) =>
        evidence.Ok.Sum(trial => trial.NotLogged ?? 0) is > 0 and var missing
            ? new(
                "missing-in-log",
                AuditVerdict.Note,
                $"{NumberText.Count(missing)} messages found no room in the log, and are missing there"
            )
            : null;
}
