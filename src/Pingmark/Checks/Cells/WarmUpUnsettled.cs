using Pingmark.Evidence;
using Pingmark.Model;

namespace Pingmark.Checks.Cells;

/// <summary>Finds warm-ups that never settled, where the rate does not show it.</summary>
internal sealed class WarmUpUnsettled()
    : CellCheck(
        "warm-up-unsettled",
        "In most trials the rate (at a fixed rate: the round trips) had not settled when the warm-up ended.",
        "Lengthen duration or warmup.",
        mark: CheckList.Provisional
    )
{
    protected override Finding? FindOne(CellEvidence evidence) =>
        Stationarity.Drift(evidence) is null
        && evidence.Ok.Count(r => r.WarmUp is { Verdict: not WarmUpVerdict.Settled }) is var unsettled
        && 2 * unsettled > evidence.Ok.Count
            ? Warning(
                "in {unsettled} of {trials} trials the "
                    + (evidence.Cell.Scenario.RatePerS is null ? "rate" : "round trips")
                    + " had not settled when the warm-up ended: take its figures as provisional, or lengthen duration "
                    + "or warmup",
                Count("unsettled", unsettled),
                Count("trials", evidence.Ok.Count)
            )
            : null;
}
