using Pingmark.Evidence;
using Pingmark.Model;

namespace Pingmark.Checks.Cells;

/// <summary>Finds cells whose server and client share cores and so take time from each other. Hyper-threads of one core
/// are found by <c>Machines.SiblingThreads</c>, while the machine can be asked.</summary>
internal sealed class SharedCores()
    : CellCheck(
        "shared-cores",
        "Server and client share cores, so that each one's cost is in the other's figures.",
        "Pin them to cores of their own (pin.server, pin.client)."
    )
{
    protected override Finding? FindOne(CellEvidence evidence)
    {
        var trial = evidence.Ok[0];
        return evidence.Cell.Scenario.PairThreads is null && trial.SharesCores
            ? Warning(
                "server ({server}) and client ({client}) share cores: each one's cost is in the other's figures; pin "
                    + "them to cores of their own (pin.server, pin.client)",
                Named("server", trial.ServerCpus),
                Named("client", trial.ClientCpus)
            )
            : null;
    }
}
