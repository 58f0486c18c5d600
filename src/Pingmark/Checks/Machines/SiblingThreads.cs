using Pingmark.Model;

namespace Pingmark.Checks.Machines;

/// <summary>Finds server and client on two hyper-threads of one core, which are half a core each. The machine that
/// measures is asked, for a run may be reported elsewhere.</summary>
internal sealed class SiblingThreads()
    : ConditionCheck(
        "sibling-cores",
        "Server and client are on hyper-threads of one core, which take time from each other.",
        "Choose others with pin."
    )
{
    public override IEnumerable<Finding> Judge(RunConditions conditions) =>
        conditions
            .Cpus.Distinct()
            .Where(cpus =>
                !CoreList.Overlap(cpus.Server, cpus.Client)
                && CoreList.Parse(cpus.Server).Any(core => CoreList.Overlap(conditions.Siblings(core), cpus.Client))
            )
            .Select(cpus =>
                Warning(
                    "cores of server ({server}) and client ({client}) are hyper-threads of one core; choose others "
                        + "with pin",
                    Named("server", cpus.Server),
                    Named("client", cpus.Client)
                )
            );
}
