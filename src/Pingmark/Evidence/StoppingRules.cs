using Pingmark.Model;
using Pingmark.Statistics;

namespace Pingmark.Evidence;

/// <summary>Judges the trials of a run after each round: which cells must not be sliced any more, and which comparisons
/// are precise enough.</summary>
public sealed class StoppingRules(SuiteSettings settings, IReadOnlyList<Cell> cells)
{
    public RoundReview Review(IReadOnlyList<TrialRecord> records)
    {
        var evidence = new RunEvidence(cells, records);
        return new(
            cells.Select(c => c.Id).Where(id => evidence.Of(id).SlicingMisleads).ToList(),
            settings.Precision is { } target ? Precise(evidence, target) : []
        );
    }

    /// <summary>Intervals as the report prints them decide, correction included.</summary>
    private static List<string> Precise(RunEvidence evidence, double target)
    {
        var headlines = evidence.HeadlineRatios().ToList();
        return headlines
            .Zip(RatioTest.Compare(headlines.Select(h => h.Ratios).ToList()))
            .Where(pair =>
                pair.First.Ratios.Count >= ConfidenceInterval.EnoughRounds
                && pair.Second is { } compared
                && RatioTest.RelativeHalfWidth(compared.Ratio) <= target
            )
            .Select(pair => pair.First.A.Id)
            .ToList();
    }
}
