using Pingmark.Formatting;
using Pingmark.History;

namespace Pingmark.Reports.Html;

/// <summary>Draws a figure run by run, on a logarithmic scale of its own, with marks where its level changed.</summary>
internal static class TrendMark
{
    private const double Width = 220,
        Height = 36,
        Margin = 5;

    /// <summary>The narrowest scale, so that changes of a few percent do not fill the drawing.</summary>
    private const double NarrowestLog = 0.2;

    /// <summary>Adds the drawing, which is hidden from those who hear the page: the words beside it tell what
    /// changed.</summary>
    public static void AddTo(HtmlText page, IReadOnlyList<PastFigure> figures)
    {
        var logs = figures.Select(figure => Math.Log(figure.Value.Value)).ToList();
        var (low, high) = (logs.Min(), logs.Max());
        var half = Math.Max(high - low, NarrowestLog) / 2;
        var middle = (low + high) / 2;
        double X(int at) => Margin + (Width - 2 * Margin) * (figures.Count == 1 ? 0.5 : at / (figures.Count - 1.0));
        double Y(double log) => Height / 2 - (log - middle) / half * (Height / 2 - Margin);
        Svg.Open(page, "trend", Width, Height);
        foreach (var (at, figure) in figures.Index().Where(figure => figure.Item.Change is not null))
            page.Open(
                    "path",
                    ("class", figure.Change!.Verdict.Word()),
                    ("d", $"M{Svg.Number(X(at))} 0V{Svg.Number(Height)}")
                )
                .Raw("</path>");
        var line = string.Join('L', logs.Select((log, at) => $"{Svg.Number(X(at))} {Svg.Number(Y(log))}"));
        page.Open("path", ("class", "line"), ("d", $"M{line}")).Raw("</path>");
        page.Open("circle", ("cx", Svg.Number(X(figures.Count - 1))), ("cy", Svg.Number(Y(logs[^1]))), ("r", "3"))
            .Raw("</circle>");
        page.Raw("</svg>");
    }
}
