using Pingmark.Model;

namespace Pingmark.Statistics;

/// <summary>One figure of one cell in two runs.</summary>
/// <param name="Group">Cells of one group took turns in both runs, so that drift hit them alike.</param>
/// <param name="IsReference">Somebody says that nothing about it changed.</param>
public sealed record PairedRounds(
    IReadOnlyList<LogarithmsOfRound> Baseline,
    IReadOnlyList<LogarithmsOfRound> Run,
    int Group,
    bool IsReference
);

/// <param name="Difference">Of the figure as it was measured, the run's to the baseline's.</param>
/// <param name="Beyond">The same without the drift, whose uncertainty it includes.</param>
public sealed record BetweenRunsEstimate(LogarithmEstimate Difference, LogarithmEstimate Beyond, CommonDrift Drift);

/// <summary>
/// Differences between two runs. Within a run cells alternate, and drift hits all alike; between two runs it has to be
/// told from a change. Cells of one scenario share it; cells that stand alone in theirs are held against all others,
/// and have the wider interval of a rate that nothing was measured beside.
/// </summary>
public static class BetweenRuns
{
    /// <returns>In the same order; null where a run has no round of it.</returns>
    public static IReadOnlyList<BetweenRunsEstimate?> Of(IReadOnlyList<PairedRounds> pairs)
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
            var drift = drifts.Of(group);
            foreach (var i in group)
                result[i] = new(differences[i]!, drift.Beyond(differences[i]!), drift);
        }
        return result;
    }

    /// <summary>Verdicts of one metric: the chance of any wrong slower among them is 5 %, which is what a gate asks
    /// for, and so is that of any wrong faster.</summary>
    public static IReadOnlyList<ComparisonVerdict> Judge(
        IReadOnlyList<BetweenRunsEstimate> comparisons,
        bool higherIsFaster
    ) =>
        RatioTest
            .Judge(
                // What moved with all others, further than machines drift, is no evidence of either.
                comparisons.Select(c => c.Drift.IsTooFar ? null : c.Beyond).ToList(),
                higherIsFaster,
                2 * (1 - ConfidenceInterval.Level)
            )
            .Select(judged => judged?.Verdict ?? ComparisonVerdict.Undecided)
            .ToList();

    /// <summary>Which cells tell the drift of which.</summary>
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
            _noise = DriftScatter.Of(groups.Select(group => Told(group.Where(_references.Contains))));
        }

        /// <summary>Of a group's own cells; of all others where it has none that tell it.</summary>
        public CommonDrift Of(List<int> group)
        {
            var near = Told(group.Where(_references.Contains));
            return near.Count >= (_areKnown ? 1 : 2)
                ? CommonDrift.Of(near, _areKnown, false, _noise)
                : CommonDrift.Of(Told(_references), _areKnown, true, _noise);
        }

        private List<LogarithmEstimate> Told(IEnumerable<int> cells) =>
            cells.Select(i => _differences[i]!).Where(d => d.StandardError is > 0).ToList();
    }

    /// <summary>All of a metric lend one another strength, as within a run.</summary>
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
            .ToList();
        var estimates = LogarithmEstimates.OfRatios(rounds);
        for (var n = 0; n < cells.Count; n++)
            differences[cells[n]] = Difference(estimates[n], estimates[cells.Count + n]);
    }

    private static LogarithmEstimate? Rate(IReadOnlyList<LogarithmsOfRound> rounds) =>
        LogarithmEstimates.OfRates(LogarithmsOfRound.Alone(rounds));

    private static LogarithmEstimate Difference(LogarithmEstimate? baseline, LogarithmEstimate? run)
    {
        var (mean, rounds) = (run!.Mean - baseline!.Mean, Math.Min(run.Rounds, baseline.Rounds));
        if (run.StandardError is not { } error || baseline.StandardError is not { } other)
            return new(mean, null, 0, rounds);
        var (a, b) = (error * error, other * other);
        var freedom = a + b == 0 ? 1 : (a + b) * (a + b) / (a * a / run.Freedom + b * b / baseline.Freedom);
        return new(mean, Math.Sqrt(a + b), freedom, rounds);
    }
}
