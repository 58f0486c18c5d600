using Pingmark.Model;

namespace Pingmark.Checks.Machines;

/// <summary>Figures of a container with less CPU time than a benchmark needs are its limit's.</summary>
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
