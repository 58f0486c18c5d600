using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Reports;

namespace Pingmark.Bundles;

/// <summary>Says which verdicts of a bundle's run came out again where it was repeated. They carry over to other
/// machines more often than rates and times do.</summary>
public static class RepeatedVerdicts
{
    private const int MostNamed = 8;

    private sealed record Pair(Comparison There, Comparison? Here)
    {
        public bool IsDecided => Here is { Verdict: not ComparisonVerdict.Undecided };

        public bool IsSame => Here?.Verdict == There.Verdict;
    }

    /// <returns>A sentence each.</returns>
    public static IEnumerable<string> Compare(Summary bundled, Summary again)
    {
        var here = Headlines(again).ToDictionary(made => (made.A, made.B));
        var decided = Headlines(bundled)
            .Where(made => made.Verdict != ComparisonVerdict.Undecided)
            .Select(made => new Pair(made, here.GetValueOrDefault((made.A, made.B))))
            .ToList();
        if (decided.Count == 0)
        {
            yield return "The bundle's run decided nothing between its stacks, so nothing of it can come out again.";
            yield break;
        }
        var others = decided.Where(pair => pair.IsDecided && !pair.IsSame).ToList();
        yield return $"Of {NumberText.Count(decided.Count, "verdict")} of the bundle's run between its stacks, "
            + $"{NumberText.Count(decided.Count(pair => pair.IsSame))} came out again here, "
            + $"{NumberText.Count(others.Count)} came out otherwise, and "
            + $"{NumberText.Count(decided.Count(pair => !pair.IsDecided))} could not be decided here.";
        var names = new CellNames(bundled);
        foreach (var (there, other) in others.Take(MostNamed).Select(pair => (pair.There, pair.Here!)))
            yield return $"Otherwise: {names.Find(there.A)} against {names.Find(there.B)} was {Words(there)} there, "
                + $"and is {Words(other)} here.";
        if (others.Count > MostNamed)
            yield return $"So did {NumberText.Count(others.Count - MostNamed)} more.";
    }

    private static IEnumerable<Comparison> Headlines(Summary run) =>
        ScenarioGroup.GroupCells(run).SelectMany(group => group.Headlines);

    private static string Words(Comparison made) =>
        (made.Verdict == ComparisonVerdict.Same ? "the same" : made.Verdict.Word())
        + $" ({EstimateText.Ratio(made.Ratio)})";
}
