using Pingmark.Model;
using Pingmark.Wording;

namespace Pingmark.Checks;

/// <summary>
/// Slices are measured again where a worker that should have waited, or a compiler that should have finished, used the
/// cores meanwhile. Where that is the rule and no exception, what remains was measured beside it, too: work of less
/// than what disturbs goes unseen. Where most slices stayed disturbed each time, the figure is that of two stacks at
/// once.
/// </summary>
internal sealed class IdleNeighbours : ITrialAudit
{
    /// <summary>Measured again, beside the slices that count: quiet runs stay below a third.</summary>
    private const double OftenRepeated = 0.5;

    /// <summary>Of the slices that count; quiet runs stay below 0.06.</summary>
    private const double Felt = 0.1,
        Most = 0.5;

    public bool MayBeNoise => true;

    public Note? Judge(TrialRecord trial, Cell cell)
    {
        if (trial.SliceRatesPerS.Count == 0)
            return null;
        var repeated = (double)trial.RepeatedSlices / trial.SliceRatesPerS.Count;
        var disturbed = (double)trial.DisturbedSlices / trial.SliceRatesPerS.Count;
        if (disturbed > Felt)
            return new(
                "idle-neighbours",
                disturbed > Most ? AuditVerdict.Invalid : AuditVerdict.Warning,
                $"in {NumberText.Percent(disturbed)} of its slices {Who(trial)} worked, however often they "
                    + "were measured again"
            );
        return repeated > OftenRepeated
            ? new(
                "idle-neighbours",
                AuditVerdict.Warning,
                $"{trial.RepeatedSlices} slices were measured again beside the {trial.SliceRatesPerS.Count} that "
                    + $"count, for {Who(trial)} worked meanwhile"
            )
            : null;
    }

    private static string Who(TrialRecord trial) =>
        trial.DisturbedBy switch
        {
            [] => "a worker that should have waited",
            [var one] => $"{one}, which should have rested,",
            [var most, ..] => $"{most}, which should have rested, and {trial.DisturbedBy.Count - 1} more",
        };
}
