using System.Globalization;
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
        Open(page, "interval labels", LabelHeight);
        foreach (var tick in ticks)
            page.Open("text", ("x", N(At(tick))), ("y", N(LabelHeight - 4)))
                .Text($"{NumberText.Significant(tick, 3)}x")
                .Raw("</text>");
        page.Raw("</svg>");
    }

    /// <summary>Adds the drawing of a ratio.</summary>
    public void Add(HtmlText page, Estimate ratio, string verdict)
    {
        if (!IsDrawn(ratio))
            return;
        Open(page, $"interval {verdict}", Height);
        foreach (var tick in ticks)
            page.Open("path", ("class", tick == 1 ? "one" : "rule"), ("d", $"M{N(At(tick))} 0V{N(Height)}"))
                .Raw("</path>");
        var middle = N(Height / 2);
        if (ratio is { CiLow: > 0 and var low, CiHigh: > 0 and var high })
            page.Open("path", ("class", "whisker"), ("d", $"M{X(low)} {middle}H{X(high)}{End(low)}{End(high)}"))
                .Raw("</path>");
        page.Open("circle", ("cx", X(ratio.Value)), ("cy", middle), ("r", N(Point))).Raw("</circle>");
        page.Raw("</svg>");
    }

    /// <summary>The end of an interval: a cap, or an arrow where it goes on beyond the axis.</summary>
    private string End(double bound)
    {
        var (log, x) = (Math.Log(bound), X(bound));
        if (log >= from && log <= to)
            return $"M{x} {N(Height / 2 - Cap)}v{N(2 * Cap)}";
        var back = N(log < from ? Cap : -Cap);
        return $"M{x} {N(Height / 2)}l{back} {N(-Cap)}M{x} {N(Height / 2)}l{back} {N(Cap)}";
    }

    private static bool IsDrawn(Estimate ratio) => ratio.Value > 0 && double.IsFinite(ratio.Value);

    private static IEnumerable<double> Bounds(IEnumerable<Estimate> ratios, Func<Estimate, double?> bound) =>
        ratios
            .Select(bound)
            .OfType<double>()
            .Where(value => value > 0 && double.IsFinite(value))
            .Select(value => Math.Log(value));

    private static void Open(HtmlText page, string kind, double height) =>
        page.Open(
            "svg",
            ("class", kind),
            ("viewBox", $"0 0 {N(Width)} {N(height)}"),
            ("width", N(Width)),
            ("height", N(height)),
            ("aria-hidden", "true")
        );

    private double At(double ratio) =>
        Margin + (Math.Clamp(Math.Log(ratio), from, to) - from) / (to - from) * (Width - 2 * Margin);

    private string X(double ratio) => N(At(ratio));

    private static string N(double value) => value.ToString("0.##", CultureInfo.InvariantCulture);
}
