using Pingmark.Host;
using Pingmark.Model;

namespace Pingmark.Checks;

/// <summary>The conditions of the machine and the user's environment under which a run begins, as far as they affect
/// figures.</summary>
/// <param name="TuningVariables">The names of environment variables that tune workers.</param>
/// <param name="Cpus">The cores of each cell's two sides; empty where they run on other machines.</param>
/// <param name="Siblings">Gives the hyper-threads that share a core with the given one, itself among them, as the
/// kernel writes them.</param>
internal sealed record RunConditions(
    CpuQuota Quota,
    IReadOnlyList<string> TuningVariables,
    IReadOnlyList<(string Server, string Client)> Cpus,
    Func<int, string> Siblings
)
{
    /// <summary>Runs the checks of these conditions.</summary>
    public IReadOnlyList<Note> Judge() =>
        [.. CheckList.OfConditions.SelectMany(check => check.Judge(this)).Select(finding => finding.ToNote())];
}

internal sealed class CpuQuotaLimit()
    : ConditionCheck(
        "cpu-quota",
        "A control group allows less CPU time than two cores have, so figures include throttling.",
        "Raise the container's limit (cpu.max, `--cpus`)."
    )
{
    protected override Finding? FindOne(RunConditions conditions) =>
        conditions.Quota.Sentence is { } sentence ? Warning(sentence) : null;
}

internal sealed class TunedByEnvironment()
    : ConditionCheck(
        "tuned-by-environment",
        "Your environment's variables tune the workers' runtimes.",
        "Unset them, or use a suite's runtime_options, which results record."
    )
{
    protected override Finding? FindOne(RunConditions conditions) =>
        conditions.TuningVariables.Count == 0
            ? null
            : Warning(
                "your environment sets {variables}, which workers inherit: figures hold with it alone; unset it, or "
                    + "tune by a suite's runtime_options, which results keep",
                Named("variables", string.Join(", ", conditions.TuningVariables))
            );
}

/// <summary>Finds server and client on two hyper-threads of one core, which are half a core each. The machine that
/// measures is asked, for a run may be reported elsewhere.</summary>
internal sealed class SiblingThreads()
    : ConditionCheck(
        "sibling-cores",
        "Server and client are on hyper-threads of one core.",
        "Choose other cores with pin."
    )
{
    public override IEnumerable<Finding> Judge(RunConditions conditions) =>
        conditions
            .Cpus.Distinct()
            .Where(cpus =>
                !CoreList.HaveCommonCore(cpus.Server, cpus.Client)
                && CoreList
                    .Parse(cpus.Server)
                    .Any(core => CoreList.HaveCommonCore(conditions.Siblings(core), cpus.Client))
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
