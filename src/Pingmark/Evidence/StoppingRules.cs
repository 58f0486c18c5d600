using Pingmark.Model;
using Pingmark.Statistics;

namespace Pingmark.Evidence;

/// <summary>Judges the trials of a run after each round: which cells must not be sliced any more, which comparisons
/// are precise enough, and which have a verdict.</summary>
public sealed class StoppingRules(SuiteSettings settings, IReadOnlyList<Cell> cells)
{
    public RoundReview Review(IReadOnlyList<JudgedTrial> trials)
    {
        var evidence = new RunEvidence(cells, trials);
        return new(
            cells.Select(c => c.Id).Where(id => evidence.ForCell(id).SlicingMisleads).ToList(),
            settings.Precision is { } target ? Precise(evidence, target, settings.LeastRounds) : []
        )
        {
            Decided = settings.BudgetNs is null ? [] : Decided(evidence),
        };
    }

    private static List<string> Decided(RunEvidence evidence)
    {
        var headlines = evidence.HeadlineRatios().ToList();
        return headlines
            .Zip(RatioTest.Compare(headlines.Select(h => h.Ratios).ToList()))
            .Where(pair =>
                pair.Second?.Verdict is ComparisonVerdict.Faster or ComparisonVerdict.Slower or ComparisonVerdict.Same
            )
            .Select(pair => pair.First.A.Id)
            .ToList();
    }

    private static List<string> Precise(RunEvidence evidence, double target, int? leastRounds)
    {
        var fewest = Math.Max(RatioTest.FewestRounds, leastRounds ?? 0);
        var headlines = evidence.HeadlineRatios().ToList();
        return headlines
            .Zip(
                LogarithmEstimates.EstimateRatios(
                    headlines.Select(h => h.Ratios).ToList(),
                    LogarithmEstimates.ProcessShareWhereNarrowStops
                )
            )
            .Where(pair =>
                pair.Second is { } estimate
                && estimate.Rounds >= fewest
                && estimate.RelativeHalfWidth(ConfidenceInterval.Level) <= target
            )
            .Select(pair => pair.First.A.Id)
            .ToList();
    }
}
