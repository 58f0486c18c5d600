using Pingmark.Evidence;
using Pingmark.Model;
using Pingmark.Vocabulary;

namespace Pingmark.Audits;

/// <summary>One message at a time between two cores that block: each waits for the other in a sleep state, and waking
/// it up is most of the round trip.</summary>
internal sealed class CoreSleep : IAudit
{
    /// <summary>Less is no sleep; more is not only sleep.</summary>
    private const double FromNs = 30_000,
        ToNs = 150_000;
    private const int SmallBytes = 1024;

    public Note? Judge(CellEvidence evidence)
    {
        var trial = evidence.Ok[0];
        if (
            evidence.Cell.Scenario is not { TotalInFlight: 1, MessageBytes: <= SmallBytes }
            || trial.ServerSpins
            || trial.ClientSpins
            || trial.OnTwoMachines
            || trial.ServerCpus == trial.ClientCpus
            || Metric.P50.Estimation.OfStretch(evidence.Primary(trial)) is not (>= FromNs and <= ToNs)
        )
            return null;
        return new(
            "core-sleep",
            AuditVerdict.Note,
            "most of the round trip is the waking of sleeping cores, the same for every blocking "
                + "stack; `--no-sleep-states`, spinning stacks or pin.server=all with pin.client=all show the rest"
        );
    }
}
