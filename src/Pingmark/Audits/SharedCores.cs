using Pingmark.Evidence;
using Pingmark.Model;

namespace Pingmark.Audits;

/// <summary>Server and client that share a core take time from each other. Hyper-threads of one core are told by
/// <c>Trials.SiblingCores</c>, while the machine can be asked.</summary>
internal sealed class SharedCores : IAudit
{
    public Note? Judge(CellEvidence evidence)
    {
        var trial = evidence.Ok[0];
        return
            evidence.Cell.Scenario.PairThreads is null
            && !trial.OnTwoMachines
            && CoreList.Overlap(trial.ServerCpus, trial.ClientCpus)
            ? new(
                "shared-cores",
                AuditVerdict.Warning,
                $"server ({trial.ServerCpus}) and client ({trial.ClientCpus}) share cores: each one's "
                    + "cost is in the other's figures"
            )
            : null;
    }
}
