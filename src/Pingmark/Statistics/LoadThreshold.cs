namespace Pingmark.Statistics;

/// <summary>The load that divides noisy answers best into those that meet the objective, below it, and those that miss
/// it, above it: of all monotone steps the one with the least sum of margins on its wrong side. A window that a pause
/// of the machine spoilt does not move it as long as others of that load say something else.</summary>
/// <param name="Log">The logarithm of the load; infinite where all loads are on one side.</param>
public sealed record LoadThreshold(double Log)
{
    /// <returns>The threshold; null where there is no answer of the server.</returns>
    public static LoadThreshold? Find(IReadOnlyList<LoadAnswer> answers)
    {
        var sorted = answers.Where(answer => !answer.IsClientBound).OrderBy(answer => answer.Load).ToList();
        if (sorted.Count == 0)
            return null;
        // Below the step it costs what is missed, above it what is met.
        var cost = sorted.Sum(answer => Math.Max(0, -answer.Clipped));
        var (best, at) = (cost, 0);
        for (var i = 0; i < sorted.Count; i++)
        {
            cost += sorted[i].Clipped;
            var isEndOfLoad = i + 1 == sorted.Count || sorted[i + 1].Load > sorted[i].Load;
            if (isEndOfLoad && cost < best - 1e-9)
                (best, at) = (cost, i + 1);
        }
        return at == 0 ? new(double.NegativeInfinity)
            : at == sorted.Count ? new(double.PositiveInfinity)
            : new(Between(sorted[at - 1], sorted[at]));
    }

    /// <summary>Where a line through two answers crosses the limit; the middle where they say the opposite.</summary>
    private static double Between(LoadAnswer low, LoadAnswer high)
    {
        var (below, above) = (Math.Max(0, -low.Clipped), Math.Max(0, high.Clipped));
        var share = below + above > 0 ? below / (below + above) : 0.5;
        return low.Log + Math.Clamp(share, 0.1, 0.9) * (high.Log - low.Log);
    }
}
