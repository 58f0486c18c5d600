using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Reports.Document;
using Pingmark.Schema;

namespace Pingmark.Reports.Sections;

/// <summary>The section with the outcome of each scenario in words: who is best and by how much, what is the same, what
/// is undecided, what can't be used.</summary>
internal static class OutcomeSection
{
    private const string NothingYet = "Measuring: there is nothing yet that can be used.";

    public static Section Build(RunSource run) =>
        new("outcome", "Outcome", [new Cards(run.Groups.Select(Card).ToList())]);

    /// <summary>What each card begins with, behind its title where there are several.</summary>
    public static IReadOnlyList<string> Leads(RunSource run) =>
        run
            .Groups.Select(Card)
            .Select(card => run.Groups.Count > 1 ? $"{card.Title}: {card.Lead}" : card.Lead)
            .ToList();

    private static Card Card(ScenarioGroup group)
    {
        var compared = group
            .Cells.Select(cell => (Cell: cell, Comparison: group.Headline(cell)))
            .Where(c => c.Comparison is not null)
            .Select(c => new Compared(group.Name(c.Cell), c.Comparison!))
            .ToList();
        var lines = Enum.GetValues<ComparisonVerdict>()
            .Select(verdict => (verdict.Word(), Entries(compared, verdict)))
            .Append((ScenarioGroup.Unusable, Unused(group)))
            .Append((ScenarioGroup.Measuring, Awaited(group)))
            .Where(line => line.Item2.Count > 0)
            .ToList();
        var lead = LeadOf(group, compared);
        return new(
            group.Title,
            !group.IsMeasuring ? lead
                : IsEmpty(group) ? NothingYet
                : $"So far: {lead}",
            lines
        );
    }

    private static bool IsEmpty(ScenarioGroup group) => group.Cells.All(c => c.Status != CellStatus.Ok);

    private static string LeadOf(ScenarioGroup group, IReadOnlyList<Compared> compared)
    {
        var baseline = group.Name(group.Baseline);
        var metric = Metric.Find(group.Scenario.HeadlineMetric)!;
        if (IsEmpty(group))
            return "Nothing was measured that can be used.";
        if (group.Cells.Count == 1)
            return $"{baseline}: {metric.Title} {metric.TextWithInterval(group.Baseline)}.";
        if (compared.Count == 0)
            return $"Nothing can be compared with {baseline}.";
        var best = compared.MaxBy(c => c.Better(metric))!;
        if (best.Verdict == ComparisonVerdict.Faster)
            return Leads(best, compared, metric, baseline);
        if (compared.All(c => c.Verdict == ComparisonVerdict.Slower))
            return $"{baseline} is ahead of all others; {best.Name} comes next with {best.Times(metric)}.";
        if (compared.All(c => c.Verdict == ComparisonVerdict.Same))
            return $"No difference from {baseline} beyond 5 %.";
        if (compared.All(c => c.Verdict == ComparisonVerdict.Undecided))
            return $"Nothing is decided yet: no difference from {baseline} was found, nor that there is none.";
        return $"No stack is known to be faster than {baseline}.";
    }

    /// <summary>The sentence about the fastest. Each is compared with the baseline alone, so whoever comes close to the
    /// best may be as fast.</summary>
    private static string Leads(Compared best, IReadOnlyList<Compared> all, Metric metric, string baseline)
    {
        var lead = $"{best.Name} has {best.Times(metric)} of {baseline}";
        var close = all.Where(c => c != best && c.Verdict == ComparisonVerdict.Faster && c.Overlaps(best))
            .Select(c => c.Name)
            .ToList();
        return close.Count switch
        {
            0 => $"{lead}.",
            1 => $"{lead}; {close[0]} may be as fast, for their intervals overlap.",
            _ => $"{lead}; {string.Join(", ", close)} may be as fast, for their intervals overlap.",
        };
    }

    private static IReadOnlyList<string> Entries(IEnumerable<Compared> compared, ComparisonVerdict verdict) =>
        compared.Where(c => c.Verdict == verdict).Select(c => c.Entry).ToList();

    private static IReadOnlyList<string> Unused(ScenarioGroup group) =>
        Without(group, ScenarioGroup.Unusable).Select(c => $"{group.Name(c)} ({c.Status.Word()})").ToList();

    private static IReadOnlyList<string> Awaited(ScenarioGroup group) =>
        Without(group, ScenarioGroup.Measuring).Select(group.Name).ToList();

    private static IEnumerable<CellSummary> Without(ScenarioGroup group, string word) =>
        group.Cells.Where(c => group.Word(c) == word);

    private sealed record Compared(string Name, Comparison Comparison)
    {
        public ComparisonVerdict Verdict => Comparison.Verdict;

        public double Better(Metric metric) => metric.HigherIsFaster ? Ratio.Value : -Ratio.Value;

        public string Times(Metric metric) =>
            EstimateText.RatioWithBounds(Ratio) + (metric == Metric.Throughput ? " the rate" : $" the {metric.Title}");

        public bool Overlaps(Compared other) =>
            Ratio is not { CiLow: { } low, CiHigh: { } high }
            || other.Ratio is not { CiLow: { } otherLow, CiHigh: { } otherHigh }
            || low <= otherHigh && otherLow <= high;

        public string Entry =>
            string.Join(
                ' ',
                new[]
                {
                    Name,
                    EstimateText.Ratio(Ratio),
                    ReportSentences.Needs(Comparison) is { Length: > 0 } needs ? Rest(needs) : "",
                }.Where(part => part.Length > 0)
            );

        private Estimate Ratio => Comparison.Ratio;

        /// <summary>The time in the text <c>undecided: about 3 min</c>, whose word already begins the line.</summary>
        private static string Rest(string needs) => needs.Split(": ") is [_, var time] ? $"({time} would decide)" : "";
    }
}
