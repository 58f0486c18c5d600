namespace Pingmark.Statistics;

/// <summary>What a figure's interval rests on: for each round, which is one start of fresh processes, the logarithms of
/// its slices' rates, or of the ratios of its paired slices; a single value for each round without slices.</summary>
public sealed record LogarithmsByRound(IReadOnlyList<IReadOnlyList<double>> Rounds)
{
    public static LogarithmsByRound OfRatios(IEnumerable<double> oneARound) =>
        new(oneARound.Select(ratio => (IReadOnlyList<double>)[Math.Log(ratio)]).ToList());

    /// <summary>What has slices that are alike in the same way, such as the cells of one stack; null for one that is
    /// alone.</summary>
    public string? Kind { get; init; }

    /// <summary>The variance of the logarithm that is known of besides its scatter, as of what had no one rate while it
    /// was measured; more rounds don't reduce it.</summary>
    public double ExtraVariance { get; init; }

    public int Count => Rounds.Count;

    /// <summary>Whether every round has several slices, which tell how far its mean may be off; a single value
    /// doesn't.</summary>
    public bool IsSliced => Count > 0 && Rounds.All(slices => slices.Count > 1);

    /// <summary>The mean of the rounds' means: each round counts alike, however many slices it has.</summary>
    public double Mean => Rounds.Average(slices => slices.Average());

    /// <summary>The variance of the rounds' means; 0 where there is one round.</summary>
    public double Scatter =>
        Count < 2
            ? 0
            : Math.Pow(ConfidenceInterval.StandardDeviation(Rounds.Select(slices => slices.Average()).ToList()), 2);

    public int Slices => Rounds.Sum(slices => slices.Count);

    /// <summary>The variance of slices within their round, pooled over the rounds.</summary>
    public double WithinVariance =>
        Rounds.Sum(slices => slices.Average() is var mean ? slices.Sum(x => (x - mean) * (x - mean)) : 0)
        / WithinFreedom;

    public double WithinFreedom => Rounds.Sum(slices => slices.Count - 1);
}
