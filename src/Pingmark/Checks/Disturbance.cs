using Pingmark.Model;

namespace Pingmark.Checks;

/// <summary>A server that also turns strangers away does work that is not its client's.</summary>
internal sealed class Disturbance : ITrialAudit
{
    private const double Negligible = 0.01;

    public Note? Judge(TrialRecord trial, Cell cell) =>
        trial.Strangers is { } strangers
            ? new(
                "strangers",
                strangers.Share < Negligible ? AuditVerdict.Warning : AuditVerdict.Invalid,
                $"{strangers}"
            )
            : null;
}
