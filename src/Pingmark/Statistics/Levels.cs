using MathNet.Numerics.Distributions;

namespace Pingmark.Statistics;

/// <summary>A new level of a cell.</summary>
/// <param name="At">The index of the first value that has it.</param>
/// <param name="Ratio">The ratio to the level before, without what the machine did.</param>
public sealed record LevelStep(int At, LogarithmEstimate Ratio);

/// <param name="IsAlone">Whether too few other cells show the machine's moves, so that only levels far apart are
/// found.</param>
public sealed record CellLevels(IReadOnlyList<LevelStep> Steps, bool IsAlone);

/// <summary>Finds where cells that are measured on one machine, run by run, changed their levels. What all cells of a
/// scenario did in a run, or all cells where a scenario has too few, is the machine's and is subtracted. The chance of
/// any false level, in all cells together, is 5 %.</summary>
public static class Levels
{
    /// <summary>How often levels are looked for: the machine's moves and the noise are learnt again without the levels
    /// that were found.</summary>
    private const int Passes = 2;

    public static IReadOnlyList<CellLevels> Find(IReadOnlyList<RunByRun> cells)
    {
        var found = cells.Select(_ => new CellLevels([], false)).ToList();
        for (var pass = 0; pass < Passes; pass++)
            found = Find(cells, found.Select(cell => cell.Steps.Select(step => step.At).ToList()).ToList());
        return found;
    }

    /// <param name="begins">The indices at which new levels of each cell are known to begin.</param>
    private static List<CellLevels> Find(IReadOnlyList<RunByRun> cells, List<List<int>> begins)
    {
        var levels = cells.Zip(begins, (cell, at) => cell.Levels(at)).SelectMany(level => level).ToList();
        var ofScenarios = levels
            .GroupBy(level => level.Beside)
            .ToDictionary(scenario => scenario.Key, scenario => CommonMoves.Find(scenario.ToList()));
        var ofAll = new Lazy<IReadOnlyDictionary<int, double>>(() => CommonMoves.Find(levels));
        var judged = cells
            .Select(cell =>
                WithoutMoves(cell, ofScenarios[cell.Beside])
                ?? WithoutMoves(cell, ofAll.Value)
                ?? new Judged(cell, true)
            )
            .ToList();
        var usable = judged.Index().Where(cell => cell.Item.Logs.Count >= ChangePoints.FewestValues).ToList();
        var together = usable.Where(cell => !cell.Item.IsAlone).ToList();
        var noise = NoiseOfRuns
            .Learn(together.Select(cell => cell.Item.Without(begins[cell.Index])).ToList())
            .Zip(together, (noise, cell) => (noise, cell.Index))
            .ToDictionary(learnt => learnt.Index, learnt => learnt.noise);
        return judged
            .Select(
                (cell, i) =>
                    cell.Logs.Count < ChangePoints.FewestValues
                        ? new([], false)
                        : new CellLevels(
                            Steps(cell, noise.GetValueOrDefault(i) ?? NoiseOfRuns.Assume(cell.Logs), usable.Count),
                            cell.IsAlone
                        )
            )
            .ToList();
    }

    /// <summary>The cell without the moves of its runs; null where most of its runs have none.</summary>
    private static Judged? WithoutMoves(RunByRun cell, IReadOnlyDictionary<int, double> moves)
    {
        var known = cell.Runs.Index().Where(run => moves.ContainsKey(run.Item)).ToList();
        return 2 * known.Count < cell.Runs.Count
            ? null
            : new(
                [.. known.Select(run => run.Index)],
                [.. known.Select(run => cell.Logs[run.Index] - moves[run.Item])],
                false
            );
    }

    /// <summary>The values of a cell that are judged.</summary>
    /// <param name="At">The index of each among all values of the cell.</param>
    private sealed record Judged(IReadOnlyList<int> At, IReadOnlyList<double> Logs, bool IsAlone)
    {
        public Judged(RunByRun cell, bool isAlone)
            : this([.. Enumerable.Range(0, cell.Logs.Count)], cell.Logs, isAlone) { }

        /// <summary>The values in segments of one level each.</summary>
        /// <param name="begins">The indices, among all values of the cell, at which a new level begins.</param>
        public IReadOnlyList<IReadOnlyList<double>> Without(IReadOnlyCollection<int> begins) =>
            At.Zip(Logs)
                .GroupBy(value => begins.Count(begin => begin <= value.First), value => value.Second)
                .Select(level => (IReadOnlyList<double>)[.. level])
                .ToList();
    }

    /// <param name="all">How many cells are judged together.</param>
    private static List<LevelStep> Steps(Judged cell, NoiseOfRuns noise, int all)
    {
        var points = ChangePoints.Find(cell.Logs, noise, Penalty(cell, noise, all));
        var levels = cell.Without([.. points.Select(at => cell.At[at])]);
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

    /// <summary>The square of Student's t, corrected for all places of all cells (Bonferroni).</summary>
    private static double Penalty(Judged cell, NoiseOfRuns noise, int cells)
    {
        var places = cell.Logs.Count - 2 * ChangePoints.ShortestSegment + 1;
        var chance = (1 - ConfidenceInterval.Level) / (cells * places);
        return Math.Pow(StudentT.InvCDF(0, 1, noise.Freedom, 1 - chance / 2), 2);
    }
}
