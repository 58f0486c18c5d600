using Pingmark.Model;

namespace Pingmark.Evidence;

/// <summary>Compares the rate in the second half of a trial's slices with the first. Since the machine drifts too, both
/// the cell's own ratio and its ratio relative to the block's other cells have to be beyond chance.</summary>
internal static class SecondToFirstHalf
{
    /// <summary>The factor between the halves of one trial that is no change.</summary>
    private const double AllowedFactor = 1.3;

    /// <summary>The fewest slices in a half that show their scatter.</summary>
    private const int MinSlicesOfHalf = 4;

    /// <summary>How many standard errors a change must exceed: more than the usual two, since successive slices are
    /// alike.</summary>
    private const double MinStandardErrors = 4;

    /// <returns>The change as a factor, seen beside the other cells; null where it may be chance.</returns>
    public static double? ChangeIn(TrialRecord trial)
    {
        if (trial.SecondToFirstHalf is not { } own)
            return null;
        var half = trial.SliceRatesPerS.Count / 2;
        var (first, second) = (trial.SliceRatesPerS.Take(half).ToList(), trial.SliceRatesPerS.TakeLast(half).ToList());
        var ratio = own / (trial.NeighboursSecondToFirstHalf ?? 1);
        // Of each half: the step between them would count as scatter.
        return new[] { own, ratio }.All(one => IsBeyondChance(one, first) && IsBeyondChance(one, second))
            ? ratio
            : null;
    }

    /// <summary>Whether the ratio of two halves that scatter like this one is no chance.</summary>
    private static bool IsBeyondChance(double ratio, List<double> halfPerS)
    {
        if (
            halfPerS.Count < MinSlicesOfHalf
            || halfPerS.Any(rate => rate <= 0)
            || ratio is not (> 0 and < double.MaxValue)
        )
            return false;
        var logs = halfPerS.Select(rate => Math.Log(rate)).ToList();
        var mean = logs.Average();
        var variance = logs.Sum(log => (log - mean) * (log - mean)) / (logs.Count - 1);
        var error = Math.Sqrt(variance * 2 / logs.Count);
        return Math.Abs(Math.Log(ratio)) > Math.Max(Math.Log(AllowedFactor), MinStandardErrors * error);
    }
}
