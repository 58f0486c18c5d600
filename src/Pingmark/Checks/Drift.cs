using System.Globalization;
using Pingmark.Model;

namespace Pingmark.Checks;

/// <summary>A rate that moves by a third within a trial is no rate. Less is judged over all trials
/// (<c>Audits.Stationarity</c>), for a machine drifts, too.</summary>
internal sealed class Drift : ITrialAudit
{
    private const double Factor = 1.3;

    public bool MayBeNoise => true;

    public Note? Judge(TrialRecord trial, Cell cell)
    {
        if (trial.SecondToFirstHalf is not { } own)
            return null;
        var half = trial.SliceRatesPerS.Count / 2;
        var (first, second) = (trial.SliceRatesPerS.Take(half).ToList(), trial.SliceRatesPerS.TakeLast(half).ToList());
        var ratio = own / (trial.NeighboursSecondToFirstHalf ?? 1);
        // Of each half: the step between them would count as scatter.
        return new[] { own, ratio }.All(one =>
            new[] { first, second }.All(rates => new Scatter(rates).IsBeyondChance(one, Factor, half, half))
        )
            ? new(
                "drift",
                AuditVerdict.Invalid,
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"the second half of its slices ran at {ratio:0.00}x of the first, seen beside the other cells"
                )
            )
            : null;
    }
}
