using MathNet.Numerics.Distributions;

namespace Pingmark.Statistics;

/// <summary>A new level of a cell.</summary>
/// <param name="At">The index of the first value that has it.</param>
/// <param name="Ratio">The ratio to the level before, without what the machine did.</param>
public sealed record LevelStep(int At, LogarithmEstimate Ratio);

/// <param name="IsAlone">Whether too few other cells tell the machine's moves from the cell's, so that only levels far
/// apart are found.</param>
public sealed record CellLevels(IReadOnlyList<LevelStep> Steps, bool IsAlone);

/// <summary>Finds where cells that are measured on one machine, run by run, changed their levels. What all cells of a
/// scenario did in a run is taken off, for a machine has states that last; where a scenario has too few, what all cells
/// did. The chance of any level that is none, in all cells together, is 5 %.</summary>
public static class Levels
{
    /// <summary>How often the noise is learnt anew, without the levels that were found.</summary>
    private const int Passes = 3;

    public static IReadOnlyList<CellLevels> Find(IReadOnlyList<RunByRun> cells)
    {
        var ofScenarios = cells
            .GroupBy(cell => cell.Beside)
            .ToDictionary(scenario => scenario.Key, scenario => CommonMoves.Find(scenario.ToList()));
        var ofAll = CommonMoves.Find(cells);
        var judged = cells
            .Select(cell =>
                Judged.Without(ofScenarios[cell.Beside], cell) ?? Judged.Without(ofAll, cell) ?? Judged.Alone(cell)
            )
            .Index()
            .Where(cell => cell.Item.Logs.Count >= ChangePoints.FewestValues)
            .ToList();
        var found = cells.Select(_ => new CellLevels([], false)).ToArray();
        var together = judged.Where(cell => !cell.Item.IsAlone).ToList();
        var others = judged.Where(cell => cell.Item.IsAlone).Select(cell => new[] { cell });
        foreach (var group in others.Prepend([.. together]).Where(group => group.Length > 0))
        foreach (var ((index, cell), steps) in group.Zip(Steps([.. group.Select(cell => cell.Item)], judged.Count)))
            found[index] = new(steps, cell.IsAlone);
        return found;
    }

    /// <summary>The values of a cell that are judged.</summary>
    /// <param name="At">The index of each among all values of the cell.</param>
    private sealed record Judged(IReadOnlyList<int> At, IReadOnlyList<double> Logs, bool IsAlone)
    {
        public static Judged Alone(RunByRun cell) => new([.. Enumerable.Range(0, cell.Logs.Count)], cell.Logs, true);

        /// <summary>The cell without the moves of its runs; null where most of its runs have none.</summary>
        public static Judged? Without(IReadOnlyDictionary<int, double> moves, RunByRun cell)
        {
            var told = cell.Runs.Index().Where(run => moves.ContainsKey(run.Item)).ToList();
            return 2 * told.Count < cell.Runs.Count
                ? null
                : new(
                    [.. told.Select(run => run.Index)],
                    [.. told.Select(run => cell.Logs[run.Index] - moves[run.Item])],
                    false
                );
        }
    }

    /// <param name="all">How many cells are judged together with these.</param>
    private static List<List<LevelStep>> Steps(IReadOnlyList<Judged> cells, int all)
    {
        var points = cells.Select(_ => (IReadOnlyList<int>)[]).ToList();
        IReadOnlyList<NoiseOfRuns> noise = [];
        for (var pass = 0; pass < Passes; pass++)
        {
            noise = NoiseOfRuns.Learn(cells.Zip(points, (cell, at) => Segments(cell.Logs, at)).ToList());
            noise = cells.Zip(noise, (cell, own) => cell.IsAlone ? own.WithDrift() : own).ToList();
            points = cells
                .Zip(noise, (cell, own) => ChangePoints.Find(cell.Logs, own, Penalty(cell, own, all)))
                .ToList();
        }
        return cells.Select((cell, i) => Steps(cell, points[i], noise[i])).ToList();
    }

    /// <summary>What is beyond chance at one place of the best one of all places of all cells: the square of Student's t
    /// (C. E. Bonferroni's inequality).</summary>
    private static double Penalty(Judged cell, NoiseOfRuns noise, int cells)
    {
        var places = cell.Logs.Count - 2 * ChangePoints.ShortestSegment + 1;
        var chance = (1 - ConfidenceInterval.Level) / (cells * places);
        return Math.Pow(StudentT.InvCDF(0, 1, noise.Freedom, 1 - chance / 2), 2);
    }

    private static List<LevelStep> Steps(Judged cell, IReadOnlyList<int> points, NoiseOfRuns noise)
    {
        var levels = Segments(cell.Logs, points);
        return points
            .Select(
                (at, i) =>
                {
                    var (earlier, later) = (levels[i], levels[i + 1]);
                    var error = Math.Sqrt(noise.LongRunVariance * (1.0 / earlier.Count + 1.0 / later.Count));
                    var ratio = later.Average() - earlier.Average();
                    return new LevelStep(cell.At[at], new(ratio, error, noise.Freedom, cell.Logs.Count));
                }
            )
            .ToList();
    }

    private static List<IReadOnlyList<double>> Segments(IReadOnlyList<double> logs, IReadOnlyList<int> points) =>
        points
            .Prepend(0)
            .Zip(points.Append(logs.Count), (from, to) => (IReadOnlyList<double>)[.. logs.Skip(from).Take(to - from)])
            .ToList();
}
