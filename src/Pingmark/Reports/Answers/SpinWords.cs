using Pingmark.Model;
using Pingmark.Schema;

namespace Pingmark.Reports.Answers;

/// <summary>Says what spinning buys and what it costs, in words and without a verdict: stacks that spin are not
/// compared with stacks that wait.</summary>
internal static class SpinWords
{
    private const string WholeCores = " on whole cores";

    /// <summary>The name of a class at the beginning of its line.</summary>
    public static string Lead(StackClass its) => its.Title + (its.Waits == Waiting.Spin ? WholeCores : "");

    /// <summary>What it buys, in the first scenario that has both; empty where there is none.</summary>
    public static string Sentence(IReadOnlyList<Ranking> rankings, ScenarioLabel label)
    {
        foreach (var alike in rankings.GroupBy(ranking => ranking.Group.Scenario))
            if (Best(alike, Waiting.Spin) is { } spinning && Best(alike, Waiting.Block) is { } blocking)
                return $"a whole core on each side, idle or not, buys p50 {Text(spinning)} for {Text(blocking)}"
                    + label.Of([alike.Key]);
        return "";
    }

    private static CellSummary? Best(IEnumerable<Ranking> alike, Waiting waits) =>
        alike
            .Where(ranking => ranking.Group.Class?.Waits == waits)
            .Select(ranking => ranking.Fastest ?? (ranking.IsAlone ? ranking.Usable[0] : null))
            .OfType<CellSummary>()
            .Where(cell => Metric.P50.EstimateOf(cell) is not null && !cell.Crowded)
            .MinBy(cell => Metric.P50.EstimateOf(cell)!.Value);

    private static string Text(CellSummary cell) => $"{Metric.P50.Text(cell)} ({cell.Label})";
}
