namespace Pingmark.Statistics;

/// <summary>Makes estimates from rounds, those of one metric of a run together, because they borrow strength from one
/// another: with slices by what they tell of how starts differ (<see cref="StartsMixture"/>), without slices by their
/// variances (<see cref="ModeratedVariance"/>).</summary>
public static class LogarithmEstimates
{
    /// <summary>The standard deviation of a ratio from one start of the processes to the next, beyond what slices show:
    /// measured as at most 2 %.</summary>
    public const double ProcessShareOfRatios = 0.01;

    /// <summary>The same where a comparison ends as soon as its interval is narrow enough, which happens too often when
    /// rounds happen to be alike (docs/statistics.md).</summary>
    public const double ProcessShareWhereNarrowStops = 0.03;

    /// <summary>The standard deviation of a cell's own rate from start to start, with the machine's drift: measured as
    /// 3 to 9 %.</summary>
    public const double ProcessShareOfRates = 0.05;

    public static IReadOnlyList<LogarithmEstimate?> EstimateRatios(
        IReadOnlyList<LogarithmsByRound> comparisons,
        double processShare = ProcessShareOfRatios
    )
    {
        var (estimates, sliced, rounds) = EstimateAll(comparisons, processShare);
        foreach (var (i, starts) in sliced.Zip(StartsMixture.Learn(rounds)))
            estimates[i] = estimates[i]! with { Starts = starts };
        return [.. estimates.Zip(comparisons, (estimate, rounds) => estimate?.Plus(rounds.ExtraVariance))];
    }

    /// <summary>Estimates a cell's own rate, time or cost, alone: those of a run drift together, and together they
    /// would agree on too small a variance.</summary>
    public static LogarithmEstimate? EstimateRates(LogarithmsByRound rounds) =>
        EstimateAll([rounds], ProcessShareOfRates).Estimates[0]?.Plus(rounds.ExtraVariance);

    /// <returns>The estimates in the same order; null where there is no round. Which of them are sliced, and the rounds
    /// of these.</returns>
    private static (LogarithmEstimate?[] Estimates, List<int> Sliced, List<SlicedRounds> Rounds) EstimateAll(
        IReadOnlyList<LogarithmsByRound> all,
        double processShare
    )
    {
        var estimates = new LogarithmEstimate?[all.Count];
        var sliced = Enumerable.Range(0, all.Count).Where(i => all[i].IsSliced).ToList();
        var alike = HowAlike(sliced.Select(i => all[i]).ToList());
        var rounds = sliced.Select((i, n) => new SlicedRounds(all[i], alike[n], processShare)).ToList();
        for (var n = 0; n < sliced.Count; n++)
            estimates[sliced[n]] = Estimate(all[sliced[n]], rounds[n]);

        var whole = Enumerable.Range(0, all.Count).Where(i => all[i] is { IsSliced: false, Count: > 0 }).ToList();
        var plain = ModeratedVariance.Moderate(whole.Select(i => (all[i].Scatter, all[i].Count - 1)).ToList());
        for (var n = 0; n < whole.Count; n++)
            estimates[whole[n]] = Estimate(all[whole[n]], plain[n].Variance, plain[n].Freedom);
        return (estimates, sliced, rounds);
    }

    /// <summary>How alike slices are, learnt from all comparisons of one kind together.</summary>
    private static List<Autocorrelation> HowAlike(List<LogarithmsByRound> sliced)
    {
        var ofKinds = sliced.ToLookup(one => one.Kind);
        var learnt = ofKinds
            .Where(kind => kind.Key is not null)
            .ToDictionary(kind => kind.Key!, kind => Autocorrelation.From([.. kind]));
        return sliced.ConvertAll(one => one.Kind is { } kind ? learnt[kind] : Autocorrelation.From([one]));
    }

    /// <summary>The expected variance is known as well as slices show it, and counts where the rounds' own scatter does
    /// not (Satterthwaite).</summary>
    private static LogarithmEstimate Estimate(LogarithmsByRound all, SlicedRounds rounds)
    {
        var (scatter, known) = ModeratedVariance.OfRatioToExpected(rounds.ScatterToExpected, all.Count - 1);
        var prior = 1 - (all.Count - 1) / known;
        var share = prior * rounds.SlicesShare;
        var freedom = 1 / (1 / known + share * share / rounds.SlicesFreedom);
        return new(rounds.Mean, Math.Sqrt(scatter * rounds.ExpectedVariance), freedom, all.Count)
        {
            Slices = all.Slices,
        };
    }

    private static LogarithmEstimate Estimate(LogarithmsByRound rounds, double variance, double freedom) =>
        new(
            rounds.Mean,
            rounds is { IsSliced: false, Count: < 2 } ? null : Math.Sqrt(variance / rounds.Count),
            freedom,
            rounds.Count
        );
}
