using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Reports;

namespace Pingmark.Capacity.Reporting;

/// <summary>The curves of a group as lines of letters: a percentile of the round trips, on a logarithmic scale that all
/// lines share, from no load on the left to the largest that was offered on the right.</summary>
internal sealed class CapacityDrawing(CapacitySummary summary, CapacityGroup scenario)
{
    private const string Steps = "▁▂▃▄▅▆▇█";
    private const char CapacityMark = '┊';

    private const int MaxColumns = 60,
        Gap = 2;

    private readonly (string Title, Func<LoadFigures, double?> Of) _percentile = PercentileOf(summary.Objectives);

    private IReadOnlyList<CellCapacity> Cells { get; } = [.. scenario.Cells.Where(cell => cell.Curve.Count > 1)];

    private IEnumerable<double> Times =>
        from cell in Cells
        from point in cell.Curve
        where _percentile.Of(point) > 0
        select _percentile.Of(point)!.Value;

    /// <summary>What the letters mean; empty where there is nothing to draw.</summary>
    public string Legend =>
        Cells.Count == 0 || !Times.Any()
            ? ""
            : $"{_percentile.Title} from {NumberText.Duration(Times.Min())} ({Steps[0]}) to "
                + $"{NumberText.Duration(Times.Max())} ({Steps[^1]}, logarithmic) against a load up to "
                + $"{CapacityWords.For(summary.Kind).Text(MostLoad)}"
                + (Cells.Any(cell => cell.Outcome == CapacityOutcome.Found) ? $"; {CapacityMark} the capacity" : "");

    private double MostLoad => Cells.Max(cell => cell.Curve.Max(point => point.Offered));

    public IEnumerable<string> Lines(int width)
    {
        if (Legend.Length == 0)
            return [];
        var names = Cells.Max(cell => scenario.Name(cell).Length);
        var columns = Math.Clamp(width - names - Gap, 1, MaxColumns);
        return Cells.Select(cell => scenario.Name(cell).PadRight(names + Gap) + Line(cell, columns));
    }

    private string Line(CellCapacity cell, int columns)
    {
        var (least, most) = (Times.Min(), Times.Max());
        var points = cell.Curve.Where(point => _percentile.Of(point) > 0).ToList();
        var capacity = cell is { Outcome: CapacityOutcome.Found, Capacity: { } known } ? Place(known.Value) : -1;
        return string.Concat(Enumerable.Range(0, columns).Select(Letter)).TrimEnd();

        int Place(double load) => Math.Min(columns - 1, (int)(load / MostLoad * columns));
        char Letter(int column)
        {
            if (column == capacity)
                return CapacityMark;
            if (At(points, (column + 0.5) / columns * MostLoad) is not { } ns)
                return ' ';
            var height = most > least ? Math.Log(ns / least) / Math.Log(most / least) : 0;
            return Steps[Math.Clamp((int)(height * Steps.Length), 0, Steps.Length - 1)];
        }
    }

    /// <summary>The time at a load, interpolated in logarithms; null outside of the curve.</summary>
    private double? At(List<CurvePoint> points, double load)
    {
        var above = points.FindIndex(point => point.Offered >= load);
        if (above <= 0)
            return null;
        var (from, to) = (points[above - 1], points[above]);
        var share = (load - from.Offered) / (to.Offered - from.Offered);
        var (low, high) = (Math.Log(_percentile.Of(from)!.Value), Math.Log(_percentile.Of(to)!.Value));
        return Math.Exp(low + share * (high - low));
    }

    /// <summary>The percentile that the first objective of one is about, among those that curves have.</summary>
    public static (string Title, Func<LoadFigures, double?> Of) PercentileOf(IEnumerable<Objective> objectives) =>
        objectives.FirstOrDefault(objective => objective.Percentile is not null)?.Percentile switch
        {
            <= 0.5 => ("p50", figures => figures.P50Ns),
            >= 0.999 => ("p99.9", figures => figures.P999Ns),
            _ => ("p99", figures => figures.P99Ns),
        };
}
