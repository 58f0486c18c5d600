using MathNet.Numerics.Distributions;
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
    /// <summary>The chance that any slower among the verdicts on one metric is wrong, and the chance for any
    /// faster.</summary>
    private const double Wrong = 1 - ConfidenceInterval.Level;

    /// <summary>The chance with which the smallest change is found, and what is aimed at for it: the standard error is
    /// itself known to a fifth, and a change of one cell adds to the others' scatter.</summary>
    public const double ChanceToFind = 0.85,
        AimedChance = 0.97;

    /// <returns>The estimates in the same order; null where one of the runs has no round of the cell.</returns>
    public static IReadOnlyList<BetweenRunsEstimate?> Estimate(IReadOnlyList<PairedRounds> pairs)
    {
        var groups = pairs
            .Index()
            .Where(pair => pair.Item.Baseline.Count > 0 && pair.Item.Run.Count > 0)
            .GroupBy(pair => pair.Item.Group, pair => pair.Index)
            .Select(group => group.ToList())
            .ToList();
        var differences = new LogarithmEstimate?[pairs.Count];
        EstimateTogether(differences, pairs, groups.Where(group => group.Count > 1).ToList());
        foreach (var i in groups.Where(group => group.Count == 1).Select(group => group[0]))
            differences[i] = Difference(Rate(pairs[i].Baseline), Rate(pairs[i].Run));

        // A group's own unchanged cells show its drift, or those of all groups where it has too few.
        var hasReferences = pairs.Any(pair => pair.IsReference);
        List<LogarithmEstimate> Unchanged(IEnumerable<int> cells) =>
            cells
                .Where(i => !hasReferences || pairs[i].IsReference)
                .Select(i => differences[i]!)
                .Where(d => d.StandardError is > 0)
                .ToList();
        var noise = CommonDrift.EstimateNoise(groups.Select(Unchanged));
        var result = new BetweenRunsEstimate?[pairs.Count];
        foreach (var group in groups)
        {
            var near = Unchanged(group);
            var isElsewhere = near.Count < (hasReferences ? 1 : 2);
            var drift = CommonDrift.Fit(
                isElsewhere ? Unchanged(groups.SelectMany(g => g)) : near,
                hasReferences,
                isElsewhere,
                noise
            );
            foreach (var i in group)
                result[i] = new(differences[i]!, drift.Beyond(differences[i]!), drift);
        }
        return result;
    }

    /// <summary>The verdicts on one metric. What moved with all others, further than machines drift, is no evidence of
    /// either.</summary>
    public static IReadOnlyList<ComparisonVerdict> Judge(
        IReadOnlyList<BetweenRunsEstimate> comparisons,
        bool higherIsFaster
    ) =>
        RatioTest
            .Judge(comparisons.Select(c => c.Drift.IsTooFar ? null : c.Beyond).ToList(), higherIsFaster, 2 * Wrong)
            .Select(judged => judged?.Verdict ?? ComparisonVerdict.Undecided)
            .ToList();

    /// <summary>The smallest change of each cell that is found with <see cref="ChanceToFind"/>, as a fraction: 0.05 is
    /// slower by 5 %. Those of which too little was measured for a verdict have none.</summary>
    /// <param name="comparisons">All that are judged together.</param>
    /// <param name="allowed">By how much a cell may change without being found.</param>
    public static IReadOnlyList<double> SmallestChanges(
        IReadOnlyList<BetweenRunsEstimate> comparisons,
        double allowed
    ) =>
        comparisons
            .Where(c => !c.Drift.IsTooFar && RatioTest.CanJudge(c.Beyond))
            .Select(c => SmallestChange(c.Beyond, comparisons.Count, allowed))
            .ToList();

    private static double SmallestChange(LogarithmEstimate comparison, int judged, double allowed)
    {
        // The first of Holm's steps: no other cell changed.
        var real = comparison.HalfWidth(1 - 2 * Wrong / judged)!.Value;
        var scatter = comparison.StandardError!.Value * StudentT.InvCDF(0, 1, comparison.Freedom, AimedChance);
        return Math.Exp(Math.Max(real, Math.Log(1 + allowed)) + scatter) - 1;
    }

    /// <summary>Estimates all cells that were measured beside others. Their variances are moderated together, as
    /// within a run.</summary>
    private static void EstimateTogether(
        LogarithmEstimate?[] differences,
        IReadOnlyList<PairedRounds> pairs,
        List<List<int>> groups
    )
    {
        var cells = groups.SelectMany(group => group).ToList();
        IEnumerable<LogarithmsByRound> Rounds(Func<PairedRounds, IReadOnlyList<LogarithmsOfRound>> side) =>
            groups.SelectMany(group =>
                LogarithmsByRound.WithoutCommonMoves(group.Select(i => side(pairs[i])).ToList())
            );
        var estimates = LogarithmEstimates.EstimateRatios(
            Rounds(pair => pair.Baseline)
                .Concat(Rounds(pair => pair.Run))
                // A cell's slices are alike in the same way in both runs.
                .Select((one, n) => one with { Kind = $"{n % cells.Count}" })
                .ToList()
        );
        for (var n = 0; n < cells.Count; n++)
            differences[cells[n]] = Difference(estimates[n], estimates[cells.Count + n]);
    }

    private static LogarithmEstimate? Rate(IReadOnlyList<LogarithmsOfRound> rounds) =>
        LogarithmEstimates.EstimateRates(LogarithmsByRound.Alone(rounds));

    private static LogarithmEstimate Difference(LogarithmEstimate? baseline, LogarithmEstimate? run)
    {
        var (mean, rounds) = (run!.Mean - baseline!.Mean, Math.Min(run.Rounds, baseline.Rounds));
        if (run.StandardError is not { } error || baseline.StandardError is not { } other)
            return new(mean, null, 0, rounds);
        var (a, b) = (error * error, other * other);
        return new(mean, Math.Sqrt(a + b), WelchFreedom.OfSum(a, run.Freedom, b, baseline.Freedom), rounds)
        {
            Slices = run.Slices is { } some && baseline.Slices is { } others ? Math.Min(some, others) : null,
            Starts = baseline.Starts is { } starts ? run.Starts?.Minus(starts) : null,
        };
    }
}
