using Pingmark.Model;
using Pingmark.Reports.Document;
using Pingmark.Reports.Sections;
using Pingmark.Schema;

namespace Pingmark.Reports.Answers;

/// <summary>Says what spinning buys and what it costs, in words and without a verdict: stacks that spin are not
/// compared with stacks that wait.</summary>
internal static class SpinWords
{
    /// <summary>What it buys, in the first scenario that has both; empty where there is none.</summary>
    public static IReadOnlyList<Statement> Build(RunSource run)
    {
        var label = new ScenarioLabel([.. run.Groups.Select(group => group.Scenario).Distinct()]);
        foreach (var alike in run.Groups.Select(Ranking.Of).GroupBy(ranking => ranking.Group.Scenario))
            if (Best(alike, Waiting.Spin) is { } spinning && Best(alike, Waiting.Block) is { } blocking)
            {
                var scenario = label.Of(alike.Key) is { Length: > 0 } words ? $", {words}" : "";
                return
                [
                    new(
                        $"Spinning{scenario}",
                        $"a whole core on each side, idle or not, buys p50 {Text(spinning)} for {Text(blocking)}."
                    ),
                ];
            }
        return [];
    }

    private static CellSummary? Best(IEnumerable<Ranking> alike, Waiting waits) =>
        alike
            .Where(ranking => ranking.Group.Class?.Waits == waits)
            .SelectMany(ranking => ranking.First.Select(one => one.Cell).Concat(ranking.Usable).Take(1))
            .Where(cell => Metric.P50.EstimateOf(cell) is not null && !cell.Crowded)
            .MinBy(cell => Metric.P50.EstimateOf(cell)!.Value);

    private static string Text(CellSummary cell) => $"{Metric.P50.Text(cell)} ({cell.Label})";
}
