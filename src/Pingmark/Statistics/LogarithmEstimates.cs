namespace Pingmark.Statistics;

/// <summary>Makes estimates from rounds, those of one metric of a run together, because they borrow strength from one
/// another. With slices the variance of the rounds' means is divided by what slices and processes make one expect of
/// it. The quotients have no scale, so that those of a noisy scenario and a quiet one can moderate one another, and are
/// multiplied back. Without slices the variances themselves are moderated.</summary>
public static class LogarithmEstimates
{
    /// <summary>The standard deviation of a ratio from one start of the processes to the next, beyond what slices tell:
    /// code that is compiled or placed differently. It was measured as 2 % at most, and not detected in five of seven
    /// stacks.</summary>
    public const double ProcessShareOfRatios = 0.01;

    /// <summary>The standard deviation of a single rate from start to start, which the machine's drift moves, too:
    /// measured as 3 to 9 %.</summary>
    public const double ProcessShareOfRates = 0.05;

    public static IReadOnlyList<LogarithmEstimate?> EstimateRatios(IReadOnlyList<LogarithmsByRound> comparisons) =>
        EstimateAll(comparisons, ProcessShareOfRatios);

    /// <summary>The estimate of a single rate, made alone: all rates of a run drift together, and would agree on too
    /// small a variance.</summary>
    public static LogarithmEstimate? EstimateRates(LogarithmsByRound rounds) =>
        EstimateAll([rounds], ProcessShareOfRates)[0];

    /// <returns>The estimates in the same order; null where there is no round.</returns>
    private static LogarithmEstimate?[] EstimateAll(IReadOnlyList<LogarithmsByRound> all, double processShare)
    {
        var estimates = new LogarithmEstimate?[all.Count];
        var sliced = Enumerable.Range(0, all.Count).Where(i => all[i].IsSliced).ToList();
        var expected = sliced.Select(i => all[i].ExpectedScatter(processShare)).ToList();
        var moderated = ModeratedVariance.OfRatiosToExpected(
            sliced.Select((i, n) => (all[i].Scatter / expected[n], all[i].Count - 1)).ToList()
        );
        for (var n = 0; n < sliced.Count; n++)
            estimates[sliced[n]] = Estimate(all[sliced[n]], moderated[n].Variance * expected[n], moderated[n].Freedom);

        var whole = Enumerable.Range(0, all.Count).Where(i => all[i] is { IsSliced: false, Count: > 0 }).ToList();
        var plain = ModeratedVariance.Moderate(whole.Select(i => (all[i].Scatter, all[i].Count - 1)).ToList());
        for (var n = 0; n < whole.Count; n++)
            estimates[whole[n]] = Estimate(all[whole[n]], plain[n].Variance, plain[n].Freedom);
        return estimates;
    }

    private static LogarithmEstimate Estimate(LogarithmsByRound rounds, double variance, double freedom) =>
        new(
            rounds.Mean,
            rounds is { IsSliced: false, Count: < 2 } ? null : Math.Sqrt(variance / rounds.Count),
            freedom,
            rounds.Count
        );
}
