namespace Pingmark.Checks.Trials;

/// <summary>How much a trial's slices differ from one another, which tells whether a difference may be
/// chance.</summary>
internal sealed class Scatter(IReadOnlyList<double> ratesPerS)
{
    /// <summary>The fewest slices that tell their scatter.</summary>
    private const int Fewest = 4;

    /// <summary>How many standard errors a difference must exceed; slices that follow one another are alike, so the
    /// usual two are too few.</summary>
    private const double Beyond = 4;

    /// <summary>Whether the ratio of two means of so many slices each is larger than the factor, or smaller than its
    /// inverse, and that not by chance.</summary>
    public bool IsBeyondChance(double ratio, double factor, double slices, double others)
    {
        if (ratesPerS.Count < Fewest || ratesPerS.Any(rate => rate <= 0) || ratio is not (> 0 and < double.MaxValue))
            return false;
        var logs = ratesPerS.Select(rate => Math.Log(rate)).ToList();
        var mean = logs.Average();
        var variance = logs.Sum(log => (log - mean) * (log - mean)) / (logs.Count - 1);
        var error = Math.Sqrt(variance * (1 / Math.Max(1, slices) + 1 / Math.Max(1, others)));
        return Math.Abs(Math.Log(ratio)) > Math.Max(Math.Log(factor), Beyond * error);
    }
}
