using Pingmark.Model;

namespace Pingmark.Statistics;

/// <summary>One figure of one cell in two runs.</summary>
/// <param name="Group">A number that cells have in common if they alternated in both runs, so that drift hit them
/// alike.</param>
/// <param name="IsReference">Whether the user says that nothing about the cell changed.</param>
public sealed record PairedRounds(
    IReadOnlyList<LogarithmsOfRound> Baseline,
    IReadOnlyList<LogarithmsOfRound> Run,
    int Group,
    bool IsReference
);

/// <param name="Difference">The ratio of the run's figure to the baseline's, as it was measured.</param>
/// <param name="Beyond">The ratio without the drift, whose uncertainty it includes.</param>
public sealed record BetweenRunsEstimate(LogarithmEstimate Difference, LogarithmEstimate Beyond, CommonDrift Drift);

/// <summary>Estimates the differences between two runs. Within a run cells alternate, so drift hits all alike; between
/// two runs drift has to be told from a change. Cells of one scenario share it; a cell that is alone in its scenario
/// is compared with all others, and has the wider interval of a rate that nothing was measured beside.</summary>
public static class BetweenRuns
{
    /// <returns>The estimates in the same order; null where one of the runs has no round of the cell.</returns>
    public static IReadOnlyList<BetweenRunsEstimate?> Estimate(IReadOnlyList<PairedRounds> pairs)
    {
        var measured = pairs
            .Index()
            .Where(pair => pair.Item.Baseline.Count > 0 && pair.Item.Run.Count > 0)
            .GroupBy(pair => pair.Item.Group, pair => pair.Index)
            .Select(group => group.ToList())
            .ToList();
        var differences = new LogarithmEstimate?[pairs.Count];
        FillTogether(differences, pairs, measured.Where(group => group.Count > 1).ToList());
        foreach (var i in measured.Where(group => group.Count == 1).Select(group => group[0]))
            differences[i] = Difference(Rate(pairs[i].Baseline), Rate(pairs[i].Run));
        var drifts = new Drifts(pairs, differences, measured);
        var result = new BetweenRunsEstimate?[pairs.Count];
        foreach (var group in measured)
        {
            var drift = drifts.FitTo(group);
            foreach (var i in group)
                result[i] = new(differences[i]!, drift.Beyond(differences[i]!), drift);
        }
        return result;
    }

    /// <summary>The chance that any slower among the verdicts on one metric is wrong, which is what a gate asks for,
    /// and the chance for any faster.</summary>
    private const double Wrong = 1 - ConfidenceInterval.Level;

    /// <summary>The verdicts on one metric.</summary>
    public static IReadOnlyList<ComparisonVerdict> Judge(
        IReadOnlyList<BetweenRunsEstimate> comparisons,
        bool higherIsFaster
    ) =>
        RatioTest
            .Judge(
                // What moved with all others, further than machines drift, is no evidence of either.
                comparisons.Select(c => c.Drift.IsTooFar ? null : c.Beyond).ToList(),
                higherIsFaster,
                2 * Wrong
            )
            .Select(judged => judged?.Verdict ?? ComparisonVerdict.Undecided)
            .ToList();

    /// <summary>The smallest change of each cell that is found with <see cref="SmallestChange.Chance"/>, as a
    /// fraction; those of which too little was measured for a verdict have none.</summary>
    /// <param name="comparisons">All that are judged together.</param>
    /// <param name="allowed">By how much a cell may change without being found.</param>
    public static IReadOnlyList<double> SmallestChanges(
        IReadOnlyList<BetweenRunsEstimate> comparisons,
        double allowed
    ) =>
        comparisons
            .Where(c => !c.Drift.IsTooFar && RatioTest.CanJudge(c.Beyond))
            .Select(c => SmallestChange.Of(c.Beyond, comparisons.Count, Wrong, allowed))
            .ToList();

    /// <summary>Decides which cells tell the drift of which.</summary>
    private sealed class Drifts
    {
        private readonly IReadOnlyList<LogarithmEstimate?> _differences;
        private readonly HashSet<int> _references;
        private readonly bool _areKnown;
        private readonly double _noise;

        public Drifts(
            IReadOnlyList<PairedRounds> pairs,
            IReadOnlyList<LogarithmEstimate?> differences,
            List<List<int>> groups
        )
        {
            _differences = differences;
            _areKnown = pairs.Any(pair => pair.IsReference);
            _references = groups.SelectMany(g => g).Where(i => !_areKnown || pairs[i].IsReference).ToHashSet();
            _noise = DriftScatter.Estimate(groups.Select(group => KnownDifferences(group.Where(_references.Contains))));
        }

        /// <summary>The drift of a group, told by its own reference cells, or by those of all others where it has too
        /// few.</summary>
        public CommonDrift FitTo(List<int> group)
        {
            var near = KnownDifferences(group.Where(_references.Contains));
            return near.Count >= (_areKnown ? 1 : 2)
                ? CommonDrift.Fit(near, _areKnown, false, _noise)
                : CommonDrift.Fit(KnownDifferences(_references), _areKnown, true, _noise);
        }

        private List<LogarithmEstimate> KnownDifferences(IEnumerable<int> cells) =>
            cells.Select(i => _differences[i]!).Where(d => d.StandardError is > 0).ToList();
    }

    /// <summary>Estimates all cells that were measured beside others. Their variances are moderated together, as
    /// within a run.</summary>
    private static void FillTogether(
        LogarithmEstimate?[] differences,
        IReadOnlyList<PairedRounds> pairs,
        List<List<int>> groups
    )
    {
        var cells = groups.SelectMany(group => group).ToList();
        var rounds = groups
            .SelectMany(group => LogarithmsOfRound.WithoutCommonMoves(group.Select(i => pairs[i].Baseline).ToList()))
            .Concat(
                groups.SelectMany(group =>
                    LogarithmsOfRound.WithoutCommonMoves(group.Select(i => pairs[i].Run).ToList())
                )
            )
            // A cell's slices are alike in the same way in both runs.
            .Select((one, n) => one with { Kind = $"{n % cells.Count}" })
            .ToList();
        var estimates = LogarithmEstimates.EstimateRatios(rounds);
        for (var n = 0; n < cells.Count; n++)
            differences[cells[n]] = Difference(estimates[n], estimates[cells.Count + n]);
    }

    private static LogarithmEstimate? Rate(IReadOnlyList<LogarithmsOfRound> rounds) =>
        LogarithmEstimates.EstimateRates(LogarithmsOfRound.Alone(rounds));

    private static LogarithmEstimate Difference(LogarithmEstimate? baseline, LogarithmEstimate? run)
    {
        var (mean, rounds) = (run!.Mean - baseline!.Mean, Math.Min(run.Rounds, baseline.Rounds));
        if (run.StandardError is not { } error || baseline.StandardError is not { } other)
            return new(mean, null, 0, rounds);
        var slices = run.Slices is { } some && baseline.Slices is { } least ? Math.Min(some, least) : (int?)null;
        var (a, b) = (error * error, other * other);
        var freedom = WelchFreedom.OfSum(a, run.Freedom, b, baseline.Freedom);
        return new(mean, Math.Sqrt(a + b), freedom, rounds)
        {
            Slices = slices,
            Starts = baseline.Starts is { } others ? run.Starts?.Minus(others) : null,
        };
    }
}
