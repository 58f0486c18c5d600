using Pingmark.Model;

namespace Pingmark.Checks.Trials;

/// <summary>Finds trials whose rate moved by a third, so that there is no one rate. Less is judged over all trials
/// (<c>Cells.Stationarity</c>), for a machine drifts, too.</summary>
internal sealed class Drift()
    : TrialCheck(
        "drift",
        "The rates of the first and the second half of the trial's slices differ by a third or more.",
        "Lengthen warmup; on a machine that others use, measure at a quieter time.",
        mayBeNoise: true
    )
{
    protected override Finding? FindOne(MeasuredTrial it)
    {
        var trial = it.Trial;
        if (trial.SecondToFirstHalf is not { } own)
            return null;
        var half = trial.SliceRatesPerS.Count / 2;
        var (first, second) = (trial.SliceRatesPerS.Take(half).ToList(), trial.SliceRatesPerS.TakeLast(half).ToList());
        var ratio = own / (trial.NeighboursSecondToFirstHalf ?? 1);
        // Of each half: the step between them would count as scatter.
        return new[] { own, ratio }.All(one =>
            new[] { first, second }.All(rates =>
                new Scatter(rates).IsBeyondChance(one, RateDrift.WithinTrial, half, half)
            )
        )
            ? Withheld(
                "the second half of its slices ran at {ratio} of the first, seen beside the other cells: "
                    + "lengthen warmup, or measure at a quieter time",
                Factor("ratio", ratio)
            )
            : null;
    }
}
