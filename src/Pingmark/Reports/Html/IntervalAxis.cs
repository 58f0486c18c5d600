using Pingmark.Formatting;
using Pingmark.Model;

namespace Pingmark.Reports.Html;

/// <summary>A logarithmic axis that the ratios of a table share, with a mark at 1. It ends where the ratios do: an
/// interval that reaches far beyond would make all others too small to be seen, so it is cut, and ends in an
/// arrow.</summary>
internal sealed class IntervalAxis
{
    private const double Width = 200,
        Height = 24,
        LabelHeight = 16,
        Margin = 16,
        Cap = 5,
        Point = 3.2;

    /// <summary>The narrowest axis, so that differences of a few percent do not fill the drawing.</summary>
    private const double NarrowestLog = 0.2;

    /// <summary>How far beyond the ratios the axis goes for the sake of intervals, relative to how far these are
    /// apart.</summary>
    private const double Room = 0.6;

    /// <summary>The room that a tick's label needs.</summary>
    private const double LabelRoom = 32;

    /// <summary>What may be a tick beside 1 in each decade, the better ones first.</summary>
    private static readonly double[] Steps = [1, 5, 2, 3, 7, 8, 9, 1.5, 1.2, 1.1, 9.5, 1.05];

    private static readonly IReadOnlyList<double> Candidates =
    [
        1,
        .. from step in Steps
        from decade in Enumerable.Range(-4, 9).OrderBy(Math.Abs)
        select step * Math.Pow(10, decade),
    ];

    private readonly double from,
        to;

    private readonly IReadOnlyList<double> ticks;

    private IntervalAxis(IReadOnlyList<Estimate> ratios)
    {
        var values = ratios.Select(ratio => Math.Log(ratio.Value)).Append(0).ToList();
        var (least, most) = (values.Min(), values.Max());
        var room = Room * Math.Max(most - least, NarrowestLog);
        from = Math.Max(least - room, Bounds(ratios, ratio => ratio.CiLow).Append(least).Min());
        to = Math.Min(most + room, Bounds(ratios, ratio => ratio.CiHigh).Append(most).Max());
        if (NarrowestLog - (to - from) is > 0 and var missing)
            (from, to) = (from - missing / 2, to + missing / 2);
        var chosen = new List<double>();
        foreach (var tick in Candidates.Where(tick => Math.Log(tick) is var log && log >= from && log <= to))
            if (chosen.All(other => Math.Abs(At(other) - At(tick)) >= LabelRoom))
                chosen.Add(tick);
        ticks = chosen;
    }

    /// <summary>The axis of these ratios; null where there is none to be drawn.</summary>
    public static IntervalAxis? For(IEnumerable<Estimate> ratios) =>
        ratios.Where(IsDrawn).ToList() is { Count: > 0 } drawn ? new(drawn) : null;

    /// <summary>Adds the labels of the ticks. They are hidden from those who hear the page, as all of it is, because
    /// the figures stand in words beside it.</summary>
    public void AddLabels(HtmlText page)
    {
        Svg.Open(page, "interval labels", Width, LabelHeight);
        foreach (var tick in ticks)
            page.Open("text", ("x", Svg.Number(At(tick))), ("y", Svg.Number(LabelHeight - 4)))
                .Text($"{NumberText.Significant(tick, 3)}x")
                .Raw("</text>");
        page.Raw("</svg>");
    }

    /// <summary>Adds the drawing of a ratio.</summary>
    public void Add(HtmlText page, Estimate ratio, string verdict)
    {
        if (!IsDrawn(ratio))
            return;
        Svg.Open(page, $"interval {verdict}", Width, Height);
        foreach (var tick in ticks)
            page.Open(
                    "path",
                    ("class", tick == 1 ? "one" : "rule"),
                    ("d", $"M{Svg.Number(At(tick))} 0V{Svg.Number(Height)}")
                )
                .Raw("</path>");
        var middle = Svg.Number(Height / 2);
        if (ratio is { CiLow: > 0 and var low, CiHigh: > 0 and var high })
            page.Open("path", ("class", "whisker"), ("d", $"M{X(low)} {middle}H{X(high)}{End(low)}{End(high)}"))
                .Raw("</path>");
        page.Open("circle", ("cx", X(ratio.Value)), ("cy", middle), ("r", Svg.Number(Point))).Raw("</circle>");
        page.Raw("</svg>");
    }

    /// <summary>The end of an interval: a cap, or an arrow where it goes on beyond the axis.</summary>
    private string End(double bound)
    {
        var (log, x) = (Math.Log(bound), X(bound));
        if (log >= from && log <= to)
            return $"M{x} {Svg.Number(Height / 2 - Cap)}v{Svg.Number(2 * Cap)}";
        var back = Svg.Number(log < from ? Cap : -Cap);
        var middle = Svg.Number(Height / 2);
        return $"M{x} {middle}l{back} {Svg.Number(-Cap)}M{x} {middle}l{back} {Svg.Number(Cap)}";
    }

    private static bool IsDrawn(Estimate ratio) => ratio.Value > 0 && double.IsFinite(ratio.Value);

    private static IEnumerable<double> Bounds(IEnumerable<Estimate> ratios, Func<Estimate, double?> bound) =>
        ratios
            .Select(bound)
            .OfType<double>()
            .Where(value => value > 0 && double.IsFinite(value))
            .Select(value => Math.Log(value));

    private double At(double ratio) =>
        Margin + (Math.Clamp(Math.Log(ratio), from, to) - from) / (to - from) * (Width - 2 * Margin);

    private string X(double ratio) => Svg.Number(At(ratio));
}
