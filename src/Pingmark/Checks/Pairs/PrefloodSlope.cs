using System.Globalization;
using Pingmark.Model;
using Pingmark.Model.Loads;
using Pingmark.Schema;
using Pingmark.Statistics;

namespace Pingmark.Checks.Pairs;

/// <summary>Tells how much longer round trips are for each message of a preflood, and whether one message
/// helps.</summary>
internal sealed class PrefloodSlope()
    : PairCheck(
        "preflood",
        "Tells how much longer round trips are for each message of a preflood, and whether one of them helps.",
        "Preflood with no more messages than help."
    )
{
    public override IEnumerable<Finding> Judge(IReadOnlyList<CellSummary> cells) =>
        PairChecks
            .DifferingIn(cells.Where(IsOne), s => s.With(PrefloodLoad.Messages, null) with { InFlight = 0 })
            .Select(Slope)
            .OfType<Finding>();

    private static bool IsOne(CellSummary cell) =>
        cell.Scenario[PrefloodLoad.Messages] is not null && Metric.Mean.EstimateOf(cell) is not null;

    private Finding? Slope(IReadOnlyList<CellSummary> cells)
    {
        var points = cells
            .Select(cell => (N: cell.Scenario[PrefloodLoad.Messages]!.Value, Mean: Metric.Mean.EstimateOf(cell)!))
            .OrderBy(point => point.N)
            .ToList();
        var flooded = points.Where(point => point.N >= 1).ToList();
        if (LineFit.Fit(flooded.Select(point => ((double)point.N, point.Mean.Value)).ToList()) is not { } line)
            return null;
        return Note(
            "{label}: each message of a preflood adds {slope} to the mean round trip ({low} to {high}; N from {first} "
                + "to {last}, r² {linearity}){ofTheFirst}",
            Named("label", cells[0].Label),
            new Quantity("slope", line.Slope.Value, Time),
            new Quantity("low", line.Slope.CiLow!.Value, Time),
            new Quantity("high", line.Slope.CiHigh!.Value, Time),
            Count("first", flooded[0].N),
            Count("last", flooded[^1].N),
            new Quantity("linearity", line.Linearity, square => square.ToString("0.000", CultureInfo.InvariantCulture)),
            Named("ofTheFirst", OfTheFirst(points))
        );
    }

    /// <summary>Tells whether one message in advance helps: it keeps both sides at work, since what a side waits for
    /// may be there already.</summary>
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
