using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Reports.Answers;
using Pingmark.Reports.Document;

namespace Pingmark.Reports.Sections;

/// <summary>The section with the outcome of each scenario in words: who is best and by how much, what is the same, what
/// is undecided, what can't be used.</summary>
internal static class OutcomeSection
{
    private const string NothingYet = "Measuring: there is nothing yet that can be used.";

    public static Section Build(RunSource run) =>
        new("outcome", "Outcome", [new Cards(run.Groups.Select(Card).ToList())]);

    /// <summary>The most names of a line where pairs of servers and clients are many; the table has all.</summary>
    private const int MostPairs = 3;

    private static IReadOnlyList<string> Few(ScenarioGroup group, IReadOnlyList<string> entries) =>
        group.Sides.Count == 0 || entries.Count <= MostPairs + 1
            ? entries
            : [.. entries.Take(MostPairs), $"{NumberText.Count(entries.Count - MostPairs)} more, in the table below"];

    private static Card Card(ScenarioGroup group)
    {
        var compared = group
            .Cells.Select(cell => (Cell: cell, Comparison: group.Headline(cell)))
            .Where(c => c.Comparison is not null)
            .Select(c => new Compared(group.Name(c.Cell), c.Comparison!, group.InOneRound(c.Comparison!)))
            .ToList();
        var lines = Enum.GetValues<ComparisonVerdict>()
            .Select(verdict => (verdict.Word(), Entries(compared, verdict)))
            .Append((ScenarioGroup.Unusable, Unused(group)))
            .Append((ScenarioGroup.Measuring, Awaited(group)))
            .Where(line => line.Item2.Count > 0)
            .Select(line => (line.Item1, Few(group, line.Item2)))
            .ToList();
        var lead = LeadOf(group);
        return new(
            group.Title,
            !group.IsMeasuring ? lead
                : IsEmpty(group) ? NothingYet
                : $"So far: {lead}",
            lines
        );
    }

    private static bool IsEmpty(ScenarioGroup group) => group.Cells.All(c => c.Status != CellStatus.Ok);

    /// <summary>The sentence of the answer about this group alone.</summary>
    private static string LeadOf(ScenarioGroup group)
    {
        var ranking = Ranking.Of(group);
        var sentence =
            FastestWords.Sentence(
                [
                    [ranking],
                ],
                (_, _) => "",
                AnswerDetail.Levels[0]
            ) + ".";
        return ranking.Fastest is null && group.Cells.Count > 1
            ? char.ToUpperInvariant(sentence[0]) + sentence[1..]
            : sentence;
    }

    private static IReadOnlyList<string> Entries(IEnumerable<Compared> compared, ComparisonVerdict verdict) =>
        compared.Where(c => c.Verdict == verdict).Select(c => c.Entry).ToList();

    private static IReadOnlyList<string> Unused(ScenarioGroup group) =>
        Without(group, ScenarioGroup.Unusable).Select(c => $"{group.Name(c)} ({c.Status.Word()})").ToList();

    private static IReadOnlyList<string> Awaited(ScenarioGroup group) =>
        Without(group, ScenarioGroup.Measuring).Select(group.Name).ToList();

    private static IEnumerable<CellSummary> Without(ScenarioGroup group, string word) =>
        group.Cells.Where(c => group.Word(c) == word);

    private sealed record Compared(string Name, Comparison Comparison, string InOneRound)
    {
        public ComparisonVerdict Verdict => Comparison.Verdict;

        public string Entry =>
            string.Join(
                ' ',
                new[]
                {
                    Name,
                    EstimateText.Ratio(Ratio),
                    InOneRound,
                    ReportSentences.Needs(Comparison) is { Length: > 0 } needs ? Rest(needs) : "",
                }.Where(part => part.Length > 0)
            );

        private Estimate Ratio => Comparison.Ratio;

        /// <summary>The time in the text <c>undecided: 3 min</c>, whose word already begins the line.</summary>
        private static string Rest(string needs) => needs.Split(": ") is [_, var time] ? $"({time} would decide)" : "";
    }
}
