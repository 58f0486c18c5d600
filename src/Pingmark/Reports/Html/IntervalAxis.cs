using Pingmark.Formatting;
using Pingmark.Model;

namespace Pingmark.Reports.Html;

/// <summary>A logarithmic axis that the ratios of a table share, with a mark at 1. It ends where the ratios do: an
/// interval that reaches far beyond would make all others too small to be seen, so it is cut, and ends in an
/// arrow.</summary>
internal sealed class IntervalAxis
{
    private const int Width = 200,
        Height = 24,
        Middle = Height / 2,
        LabelHeight = 16,
        Margin = 16,
        Cap = 5;

    private const double PointRadius = 3.2;

    /// <summary>The narrowest axis, so that differences of a few percent do not fill the drawing.</summary>
    private const double NarrowestLog = 0.2;

    /// <summary>How far beyond the ratios the axis goes for the sake of intervals, relative to the ratios'
    /// range.</summary>
    private const double Room = 0.6;

    private const double LabelWidth = 32;

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
            if (chosen.All(other => Math.Abs(At(other) - At(tick)) >= LabelWidth))
                chosen.Add(tick);
        ticks = chosen;
    }

    /// <summary>The axis of these ratios; null where there is none to be drawn.</summary>
    public static IntervalAxis? For(IEnumerable<Estimate> ratios) =>
        ratios.Where(IsDrawn).ToList() is { Count: > 0 } drawn ? new(drawn) : null;

    public void AddLabels(HtmlText page)
    {
        page.OpenSvg("interval labels", Width, LabelHeight);
        foreach (var tick in ticks)
            page.Open("text", ("x", X(tick)), ("y", HtmlText.Pixels(LabelHeight - 4)))
                .Text($"{NumberText.Significant(tick, 3)}x")
                .Raw("</text>");
        page.Raw("</svg>");
    }

    /// <summary>Adds the drawing of a ratio.</summary>
    public void Add(HtmlText page, Estimate ratio, string verdict)
    {
        if (!IsDrawn(ratio))
            return;
        page.OpenSvg($"interval {verdict}", Width, Height);
        foreach (var tick in ticks)
            page.Path(tick == 1 ? "one" : "rule", $"M{X(tick)} 0V{Height}");
        if (ratio is { CiLow: > 0 and var low, CiHigh: > 0 and var high })
            page.Path("whisker", $"M{X(low)} {Middle}H{X(high)}{End(low)}{End(high)}");
        page.Circle(At(ratio.Value), Middle, PointRadius).Raw("</svg>");
    }

    /// <summary>The end of an interval: a cap, or an arrow where it goes on beyond the axis.</summary>
    private string End(double bound)
    {
        var (log, x) = (Math.Log(bound), X(bound));
        if (log >= from && log <= to)
            return $"M{x} {Middle - Cap}v{2 * Cap}";
        var back = log < from ? $"{Cap}" : $"-{Cap}";
        return $"M{x} {Middle}l{back} -{Cap}M{x} {Middle}l{back} {Cap}";
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

    private string X(double ratio) => HtmlText.Pixels(At(ratio));
}
