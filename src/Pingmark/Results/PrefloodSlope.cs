using System.Globalization;
using Pingmark.Model;
using Pingmark.Statistics;
using Pingmark.Vocabulary;

namespace Pingmark.Results;

/// <summary>How much longer round trips are for each message of a preflood, and whether one of them helps.</summary>
internal static class PrefloodSlope
{
    public static IEnumerable<Observation> Of(IReadOnlyList<CellSummary> cells) =>
        Observations
            .DifferingIn(cells.Where(IsOne), s => s with { Preflood = null, InFlight = 0 })
            .Select(Told)
            .OfType<Observation>();

    private static bool IsOne(CellSummary cell) =>
        cell.Scenario is { Test: TestKinds.Preflood, Preflood: not null } && Metric.Mean.Of(cell) is not null;

    private static Observation? Told(IReadOnlyList<CellSummary> cells)
    {
        var points = cells
            .Select(cell => (N: cell.Scenario.Preflood!.Value, Mean: Metric.Mean.Of(cell)!))
            .OrderBy(point => point.N)
            .ToList();
        var flooded = points.Where(point => point.N >= 1).ToList();
        if (LineFit.Of(flooded.Select(point => ((double)point.N, point.Mean.Value)).ToList()) is not { } line)
            return null;
        var slope = line.Slope;
        return new(
            "preflood",
            string.Create(
                CultureInfo.InvariantCulture,
                $"{cells[0].Label}: each message of a preflood adds {Time(slope.Value)} to the mean round trip "
                    + $"({Time(slope.CiLow!.Value)} to {Time(slope.CiHigh!.Value)}; N from {flooded[0].N} to "
                    + $"{flooded[^1].N}, r² {line.Linearity:0.000}){OfTheFirst(points)}"
            )
        );
    }

    /// <summary>One message in advance keeps both sides at work: what a side waits for may be there already.</summary>
    private static string OfTheFirst(List<(int N, Estimate Mean)> points)
    {
        if (points is not [(0, var none), (1, var one), ..])
            return "";
        var effect =
            one.CiHigh < none.CiLow ? "helps"
            : one.CiLow > none.CiHigh ? "does not help"
            : "makes no difference that shows";
        return $"; N = 1 {effect}: {Time(one.Value)} beside {Time(none.Value)} without";
    }

    private static string Time(double ns) => ns < 0 ? $"-{Metric.Mean.Format(-ns)}" : Metric.Mean.Format(ns);
}
