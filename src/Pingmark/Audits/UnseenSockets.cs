using Pingmark.Evidence;
using Pingmark.Model;

namespace Pingmark.Audits;

/// <summary>The controller compares the options that workers report with the kernel's own; where it may not, the reader
/// must know that they are the workers' word alone.</summary>
internal sealed class UnseenSockets : IAudit
{
    public Note? Judge(CellEvidence evidence) =>
        evidence.Ok.Select(trial => trial.UnseenSockets).FirstOrDefault(why => why is not null) is { } refusal
            ? new("unseen-sockets", AuditVerdict.Note, $"socket options are as the workers report them: {refusal}")
            : null;
}
