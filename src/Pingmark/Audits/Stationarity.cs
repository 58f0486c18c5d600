using System.Globalization;
using Pingmark.Evidence;
using Pingmark.Model;
using Pingmark.Statistics;

namespace Pingmark.Audits;

/// <summary>A rate that still moves is no figure: compares the second half of a trial's slices with the first, over
/// rounds, and reports warm-ups that never settled.</summary>
internal sealed class Stationarity : IAudit
{
    private const double Tolerated = 0.05;

    public Note? Judge(CellEvidence evidence)
    {
        var drift = ConfidenceInterval.OfGeometricMean(
            evidence
                .Ok.Where(r => r.SliceRatesPerS.Count >= 4)
                .Select(r => r.SecondToFirstHalf)
                .OfType<double>()
                .ToList()
        );
        if (drift is { CiLow: > 1 + Tolerated } or { CiHigh: < 1 - Tolerated })
            return new(
                "not-stationary",
                AuditVerdict.Warning,
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"the rate moves by {100 * (drift.Value - 1):+0.#;-0.#} % within a trial: lengthen warmup"
                )
            );
        var unsettled = evidence.Ok.Count(r => r.WarmUp is { Verdict: not WarmUpVerdict.Settled });
        return 2 * unsettled > evidence.Ok.Count
            ? new(
                "warm-up-unsettled",
                AuditVerdict.Warning,
                $"in {unsettled} of {evidence.Ok.Count} trials the "
                    + $"{(evidence.Cell.Scenario.RatePerS is null ? "rate" : "round trips")} had not settled "
                    + "when the warm-up ended; a longer duration or warmup settles it"
            )
            : null;
    }
}
