using MathNet.Numerics.Statistics;

namespace Pingmark.Statistics;

/// <summary>One figure of one cell, run by run on one machine.</summary>
/// <param name="Runs">The number of each value's run, ascending.</param>
/// <param name="Logs">The logarithms of the figures.</param>
/// <param name="Beside">What the cells have in common that are measured beside one another: their scenario.</param>
public sealed record RunByRun(IReadOnlyList<int> Runs, IReadOnlyList<double> Logs, object Beside)
{
    /// <summary>The cell in pieces of one level each.</summary>
    /// <param name="begins">The indices at which a new level begins, ascending.</param>
    internal IEnumerable<RunByRun> Levels(IReadOnlyList<int> begins) =>
        begins
            .Prepend(0)
            .Zip(
                begins.Append(Logs.Count),
                (from, to) => this with { Runs = [.. Runs.Take(from..to)], Logs = [.. Logs.Take(from..to)] }
            );
}

/// <summary>Finds what all cells of a run did in common, which is taken for the machine's, by the median polish: the
/// steps of some cells don't move it (J. W. Tukey, <em>Exploratory Data Analysis</em>, 1977).</summary>
internal static class CommonMoves
{
    /// <summary>The fewest cells of a run that show its move.</summary>
    private const int MinCells = 4;

    private const int Sweeps = 8;

    private const double NegligibleMove = 1e-5;

    /// <returns>The moves by the number of the run; those of runs with too few cells are missing.</returns>
    public static IReadOnlyDictionary<int, double> Find(IReadOnlyCollection<RunByRun> cells)
    {
        var moves = cells
            .SelectMany(cell => cell.Runs)
            .CountBy(run => run)
            .Where(run => run.Value >= MinCells)
            .ToDictionary(run => run.Key, _ => 0.0);
        for (var sweep = 0; sweep < Sweeps; sweep++)
        {
            var withoutLevels = cells.SelectMany(cell => WithoutLevel(cell, moves)).ToLookup(x => x.Run, x => x.Log);
            var before = moves;
            moves = moves.Keys.ToDictionary(run => run, run => withoutLevels[run].Median());
            if (moves.All(move => Math.Abs(move.Value - before[move.Key]) < NegligibleMove))
                break;
        }
        return moves;
    }

    private static IEnumerable<(int Run, double Log)> WithoutLevel(
        RunByRun cell,
        IReadOnlyDictionary<int, double> moves
    )
    {
        var known = cell.Runs.Zip(cell.Logs).Where(value => moves.ContainsKey(value.First)).ToList();
        if (known.Count == 0)
            return [];
        var level = known.Select(value => value.Second - moves[value.First]).Median();
        return known.Select(value => (value.First, value.Second - level));
    }
}
