using Pingmark.Model;
using Pingmark.Reports.Document;
using Pingmark.Reports.Sections;
using Pingmark.Schema;

namespace Pingmark.Reports.Answers;

/// <summary>The answer of a run: a sentence for each class and scenario that says who is fastest. The words are the
/// same in every form of a report.</summary>
internal static class AnswerLines
{
    /// <summary>The width of the narrowest usual terminal.</summary>
    public const int Columns = 80;

    /// <summary>Stands for the class and scenario of suites that have one.</summary>
    private const string OnlyLead = "Result";

    /// <summary>With more scenarios the sentences name the fastest alone.</summary>
    private const int MostLongSentences = 8;

    public static IReadOnlyList<Statement> Build(RunSource run)
    {
        var classes = run.Groups.Select(group => group.Class).OfType<StackClass>().Distinct().ToList();
        return
        [
            .. run
                .Groups.GroupBy(group => group.Class)
                .SelectMany(groups => groups)
                .Select(group => new Statement(
                    Lead(Name(group.Class, classes), run.Label(group.Scenario)),
                    FastestWords.Sentence(new Ranking(group), run.Groups.Count > MostLongSentences)
                )),
        ];
    }

    private static string Lead(params IEnumerable<string> parts) =>
        string.Join(", ", parts.Where(part => part.Length > 0)) is { Length: > 0 } lead ? lead : OnlyLead;

    /// <summary>The name of a class, without how its stacks wait where that tells it from no other.</summary>
    private static string Name(StackClass? its, IReadOnlyList<StackClass> classes)
    {
        var shorter = its is null ? null : its with { Waits = null };
        return shorter is { Title.Length: > 0 } && classes.Count(one => one with { Waits = null } == shorter) == 1
            ? shorter.Title
            : its?.Title ?? "";
    }

    /// <summary>What spinning buys and what it costs, in the first scenario that has both; empty where there is none.
    /// It has no verdict: stacks that spin are not compared with stacks that wait.</summary>
    public static IReadOnlyList<Statement> BuildSpinning(RunSource run)
    {
        foreach (var alike in run.Groups.GroupBy(group => group.Scenario))
            if (FastestThat(Waiting.Spin, alike) is { } spinning && FastestThat(Waiting.Block, alike) is { } blocking)
                return
                [
                    new(
                        Lead("Spinning", run.Label(alike.Key)),
                        $"a whole core on each side, idle or not, buys p50 {P50(spinning)} for {P50(blocking)}."
                    ),
                ];
        return [];
    }

    private static CellSummary? FastestThat(Waiting waits, IEnumerable<ScenarioGroup> alike) =>
        alike
            .Where(group => group.Class?.Waits == waits)
            .Select(group => new Ranking(group))
            .SelectMany(ranking => ranking.First.Select(one => one.Cell).Concat(ranking.Usable).Take(1))
            .Where(cell => Metric.P50.EstimateOf(cell) is not null && !cell.Crowded)
            .MinBy(cell => Metric.P50.EstimateOf(cell)!.Value);

    private static string P50(CellSummary cell) => $"{Metric.P50.Text(cell)} ({cell.Label})";
}
