using System.Globalization;
using Pingmark.Evidence;
using Pingmark.Model;
using Pingmark.Statistics;

namespace Pingmark.Checks.Cells;

/// <summary>Finds cells whose rate still moves while it is measured: compares the second half of a trial's slices with
/// the first, over rounds.</summary>
internal sealed class Stationarity()
    : CellCheck(
        "not-stationary",
        "Over all rounds the rate moves by more than 5 % from the first half of a trial's slices to the second.",
        "Lengthen warmup.",
        mark: CheckList.Provisional
    )
{
    protected override Finding? FindOne(CellEvidence evidence) =>
        Drift(evidence) is { } drift
            ? Warning(
                "the rate moves by {drift} within a trial, so that its figures are provisional: lengthen warmup",
                new Quantity(
                    "drift",
                    drift,
                    share => (100 * share).ToString("+0.#;-0.#", CultureInfo.InvariantCulture) + " %"
                )
            )
            : null;

    /// <summary>The relative change from the first half to the second (0.05 is 5 % faster); null where there is none
    /// that matters.</summary>
    public static double? Drift(CellEvidence evidence)
    {
        var drift = ConfidenceInterval.OfGeometricMean(
            evidence
                .Ok.Where(r => r.SliceRatesPerS.Count >= 4)
                .Select(r => r.SecondToFirstHalf)
                .OfType<double>()
                .ToList()
        );
        return drift is { CiLow: > RateDrift.OfCell } or { CiHigh: < RateDrift.OfCellDownwards }
            ? drift.Value - 1
            : null;
    }
}
