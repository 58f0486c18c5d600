using Pingmark.Model;

namespace Pingmark.Evidence;

/// <summary>Compares the rate in the second half of a trial's slices with the first, which are seconds apart. The
/// machine drifts, too: the cell's own ratio, and the one beside the block's other cells, have to be beyond
/// chance.</summary>
internal static class SecondToFirstHalf
{
    /// <summary>The factor between the halves of one trial that is no change: they scatter far more than a mean over
    /// rounds does.</summary>
    private const double Allowed = 1.3;

    /// <summary>The fewest slices in a half that tell their scatter.</summary>
    private const int Fewest = 4;

    /// <summary>How many standard errors a difference must exceed; slices that follow one another are alike, so the
    /// usual two are too few.</summary>
    private const double Beyond = 4;

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
        if (halfPerS.Count < Fewest || halfPerS.Any(rate => rate <= 0) || ratio is not (> 0 and < double.MaxValue))
            return false;
        var logs = halfPerS.Select(rate => Math.Log(rate)).ToList();
        var mean = logs.Average();
        var variance = logs.Sum(log => (log - mean) * (log - mean)) / (logs.Count - 1);
        var error = Math.Sqrt(variance * 2 / logs.Count);
        return Math.Abs(Math.Log(ratio)) > Math.Max(Math.Log(Allowed), Beyond * error);
    }
}
