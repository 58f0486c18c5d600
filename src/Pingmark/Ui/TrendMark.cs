using Pingmark.Formatting;
using Pingmark.History;
using Pingmark.Reports.Html;

namespace Pingmark.Ui;

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
        page.OpenSvg("trend", Width, Height);
        foreach (var (at, figure) in figures.Index().Where(figure => figure.Item.Change is not null))
            page.Path(figure.Change!.Verdict.Word(), $"M{HtmlText.Pixels(X(at))} 0V{HtmlText.Pixels(Height)}");
        page.Path(
            "line",
            $"M{string.Join('L', logs.Select((log, at) => $"{HtmlText.Pixels(X(at))} {HtmlText.Pixels(Y(log))}"))}"
        );
        page.Circle(X(figures.Count - 1), Y(logs[^1]), 3).Raw("</svg>");
    }
}
