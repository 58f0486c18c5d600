namespace Pingmark.Statistics;

/// <summary>One round of a cell's figure: the logarithms of its slices' values, or a single one without
/// slices.</summary>
public sealed record LogarithmsOfRound(int Round, IReadOnlyList<double> Logs)
{
    public double Mean => Logs.Average();
}

/// <summary>What a figure's interval rests on: for each round, which is one start of fresh processes, the logarithms of
/// its slices' rates, or of the ratios of its paired slices; a single value for each round without slices.</summary>
public sealed record LogarithmsByRound(IReadOnlyList<IReadOnlyList<double>> Rounds)
{
    /// <summary>Cells whose slices follow one another alike have the same kind, such as the cells of one stack; null
    /// for one that is alone.</summary>
    public string? Kind { get; init; }

    /// <summary>The variance of the logarithm beside its scatter, such as that of a rate that moved; more rounds don't
    /// reduce it.</summary>
    public double ExtraVariance { get; init; }

    public int Count => Rounds.Count;

    /// <summary>Whether every round has several slices, which show how far its mean may be off.</summary>
    public bool IsSliced => Count > 0 && Rounds.All(slices => slices.Count > 1);

    public int Slices => Rounds.Sum(slices => slices.Count);

    /// <summary>The mean of the rounds' means: each round counts alike, however many slices it has.</summary>
    public double Mean => Rounds.Average(slices => slices.Average());

    /// <summary>The variance of the rounds' means; 0 where there is one round.</summary>
    public double Scatter =>
        Count < 2
            ? 0
            : Math.Pow(ConfidenceInterval.StandardDeviation(Rounds.Select(slices => slices.Average()).ToList()), 2);

    /// <summary>The variance of slices within their round, pooled over the rounds.</summary>
    public double WithinVariance =>
        Rounds.Sum(slices => slices.Average() is var mean ? slices.Sum(x => (x - mean) * (x - mean)) : 0)
        / WithinFreedom;

    public double WithinFreedom => Rounds.Sum(slices => slices.Count - 1);

    public static LogarithmsByRound OfRatios(IEnumerable<double> oneARound) =>
        new(oneARound.Select(ratio => (IReadOnlyList<double>)[Math.Log(ratio)]).ToList());

    /// <summary>The rounds of a cell that nothing was measured beside.</summary>
    public static LogarithmsByRound Alone(IReadOnlyList<LogarithmsOfRound> rounds) =>
        new(rounds.Select(r => r.Logs).ToList());

    /// <summary>Removes from the rounds of cells that alternated what each round had in common, which is the machine's
    /// doing. The mean of few cells removes a part of their own scatter too, which is given back.</summary>
    /// <param name="cells">Cells of one run and one scenario, each with at least one round.</param>
    public static IReadOnlyList<LogarithmsByRound> WithoutCommonMoves(
        IReadOnlyList<IReadOnlyList<LogarithmsOfRound>> cells
    )
    {
        var means = cells.Select(rounds => rounds.Average(r => r.Mean)).ToList();
        var common = cells
            .SelectMany((rounds, i) => rounds.Select(r => (r.Round, Move: r.Mean - means[i])))
            .GroupBy(r => r.Round)
            .ToDictionary(round => round.Key, round => (Mean: round.Average(r => r.Move), Cells: round.Count()));
        return [.. cells.Select((rounds, i) => new LogarithmsByRound([.. rounds.Select(r => Own(r, means[i]))]))];

        IReadOnlyList<double> Own(LogarithmsOfRound round, double mean)
        {
            var (move, count) = common[round.Round];
            var own = count < 2 ? round.Mean - mean : (round.Mean - mean - move) * Math.Sqrt(count / (count - 1.0));
            return [.. round.Logs.Select(log => mean + own + log - round.Mean)];
        }
    }
}
