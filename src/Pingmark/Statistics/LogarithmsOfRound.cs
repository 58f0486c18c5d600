namespace Pingmark.Statistics;

/// <summary>One round of a cell's figure: the logarithms of its slices' values, or a single one where nothing was
/// sliced.</summary>
public sealed record LogarithmsOfRound(int Round, IReadOnlyList<double> Logs)
{
    public double Mean => Logs.Average();

    /// <summary>Removes from the rounds of cells that alternated what each round had in common, because whatever the
    /// machine did in a round hit all of them alike; the rest scatters as the cells themselves do. The mean of few
    /// cells takes a part of their own scatter with it, which is given back.</summary>
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
        return cells
            .Select(
                (rounds, i) =>
                    new LogarithmsByRound(
                        rounds
                            .Select(round =>
                            {
                                var (move, count) = common[round.Round];
                                var own =
                                    count < 2
                                        ? round.Mean - means[i]
                                        : (round.Mean - means[i] - move) * Math.Sqrt(count / (count - 1.0));
                                return (IReadOnlyList<double>)
                                    round.Logs.Select(log => means[i] + own + log - round.Mean).ToList();
                            })
                            .ToList()
                    )
            )
            .ToList();
    }

    /// <summary>The rounds as they are, for a cell that nothing was measured beside.</summary>
    public static LogarithmsByRound Alone(IReadOnlyList<LogarithmsOfRound> rounds) =>
        new(rounds.Select(r => r.Logs).ToList());
}
