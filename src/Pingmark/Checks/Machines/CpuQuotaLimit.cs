using Pingmark.Model;

namespace Pingmark.Checks.Machines;

/// <summary>Finds a container's limit below the CPU time that a benchmark needs: figures then show the limit.</summary>
internal sealed class CpuQuotaLimit()
    : ConditionCheck(
        "cpu-quota",
        "A control group allows less CPU time than two cores have: being throttled is in every figure.",
        "Raise the container's limit (cpu.max, `--cpus`)."
    )
{
    protected override Finding? FindOne(RunConditions conditions) =>
        conditions.Quota.Sentence is { } sentence ? new(Row, FindingSeverity.Warning, sentence) : null;
}
