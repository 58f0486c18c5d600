using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Reports.Document;
using Pingmark.Schema;

namespace Pingmark.Reports.Sections;

/// <summary>The section on what options of a runtime do to the slowest messages of one stack at a fixed rate: a
/// sentence a stack and scenario of which there are several cells.</summary>
internal static class VariantsSection
{
    private static readonly Metric P999 = Metric.Find("rtt_p999_ns")!;

    public static Section Build(RunSource run) =>
        new(
            "variants",
            "What options do to the slowest messages",
            [
                new Statements([
                    .. run
                        .Summary.Cells.Where(cell => cell.Scenario.RatePerS is not null)
                        .GroupBy(cell => (cell.Stack, cell.Client, cell.Scenario))
                        .Select(alike => alike.Where(cell => cell.Status == CellStatus.Ok).ToList())
                        .Where(alike => alike.Select(cell => cell.Label).Distinct().Count() > 1)
                        .Select(alike => new Statement(alike[0].Stack, Sentence(run.Summary, alike))),
                ]),
            ]
        );

    /// <summary>The percentile of each, the lowest first, with its interval, or why it is withheld.</summary>
    private static string Sentence(Summary summary, List<CellSummary> alike)
    {
        var known = alike
            .Where(cell => P999.EstimateOf(cell) is not null)
            .OrderBy(cell => P999.EstimateOf(cell)!.Value)
            .Select(cell => $"{EstimateText.WithInterval(P999.EstimateOf(cell)!, P999.Format)} ({Of(cell)})")
            .ToList();
        var withheld = alike
            .Where(cell => P999.EstimateOf(cell) is null)
            .GroupBy(Reason)
            .Select(same => $"withheld for {WordList.Join(same.Select(cell => cell.Label), "and")}{same.Key}")
            .ToList();
        return $"at {NumberText.Rate(alike[0].Scenario.RatePerS!.Value)}{OfClosedLoop(summary, alike)}, p99.9 is "
            + string.Join("; ", [.. known.Count == 0 ? [] : new[] { WordList.Join(known, "and") }, .. withheld])
            + ".";
    }

    /// <summary>A variant, with the share of its slowest messages that waited for a collection.</summary>
    private static string Of(CellSummary cell)
    {
        if (cell.Tail is not { Known: > 0 } tail)
            return cell.Label;
        var collected = tail.Causes.Where(cause => cause.Kind == EventKind.Collection.Key).Sum(cause => cause.Messages);
        return $"{cell.Label}, {NumberText.Count(collected)} of its {NumberText.Count(tail.Known)} slowest in "
            + "collections";
    }

    private static string Reason(CellSummary cell) =>
        cell.Withheld.FirstOrDefault(one => one.Metric == P999.Key) is { Reason: var reason } ? $": {reason}" : "";

    /// <summary>How much of what their closed loops carry in the same run the rate is; empty where there are
    /// none.</summary>
    private static string OfClosedLoop(Summary summary, List<CellSummary> alike)
    {
        var shares = alike
            .SelectMany(cell =>
                summary.Cells.Where(other =>
                    other.Scenario.RatePerS is null
                    && (other.Label, other.Stack, other.Client) == (cell.Label, cell.Stack, cell.Client)
                    && other.Scenario.Connections == cell.Scenario.Connections
                    && other.Scenario.MessageBytes == cell.Scenario.MessageBytes
                )
            )
            .Select(other => Metric.Throughput.EstimateOf(other)?.Value)
            .Where(carries => carries > 0)
            .Select(carries => alike[0].Scenario.RatePerS!.Value / carries!.Value)
            .ToList();
        return shares.Count == 0
            ? ""
            : $" ({new Quantity("", shares.Min(), shares.Max(), NumberText.Percent).Text} of what a closed loop "
                + "carries)";
    }
}
