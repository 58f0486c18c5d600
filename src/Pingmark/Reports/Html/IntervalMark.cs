using System.Globalization;
using Pingmark.Model;

namespace Pingmark.Reports.Html;

/// <summary>Draws a ratio and its interval on a logarithmic scale that a scenario's rows share; the line in the middle
/// is the baseline.</summary>
internal sealed class IntervalMark
{
    private const double Width = 132,
        Height = 18,
        Margin = 6;

    /// <summary>The narrowest scale, so that differences of a few percent do not fill the drawing.</summary>
    private const double NarrowestLog = 0.18;

    private readonly double mostLog;

    public IntervalMark(IEnumerable<Estimate> ratios) =>
        mostLog = ratios
            .SelectMany(r => new[] { r.Value, r.CiLow ?? r.Value, r.CiHigh ?? r.Value })
            .Where(value => value > 0 && double.IsFinite(value))
            .Select(value => Math.Abs(Math.Log(value)))
            .Append(NarrowestLog)
            .Max();

    /// <summary>Adds the drawing. It is hidden from those who hear the page, because the figures stand in words beside
    /// it.</summary>
    public void AddTo(HtmlText page, Estimate ratio, string verdict)
    {
        if (!(ratio.Value > 0) || !double.IsFinite(ratio.Value))
            return;
        var middle = N(Height / 2);
        page.Open(
            "svg",
            ("class", $"interval {verdict}"),
            ("viewBox", $"0 0 {N(Width)} {N(Height)}"),
            ("width", N(Width)),
            ("height", N(Height)),
            ("aria-hidden", "true")
        );
        page.Open("path", ("class", "one"), ("d", $"M{N(Width / 2)} 0V{N(Height)}")).Raw("</path>");
        if (ratio is { CiLow: > 0 and var low, CiHigh: > 0 and var high })
            page.Open("path", ("class", "whisker"), ("d", $"M{X(low)} {middle}H{X(high)}")).Raw("</path>");
        page.Open("circle", ("cx", X(ratio.Value)), ("cy", middle), ("r", "4")).Raw("</circle>");
        page.Raw("</svg>");
    }

    private string X(double ratio) =>
        N(Width / 2 + Math.Clamp(Math.Log(ratio) / mostLog, -1, 1) * (Width / 2 - Margin));

    private static string N(double value) => value.ToString("0.##", CultureInfo.InvariantCulture);
}
