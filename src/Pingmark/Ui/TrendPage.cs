using Pingmark.Formatting;
using Pingmark.History;
using Pingmark.Reports;
using Pingmark.Reports.Html;
using Pingmark.Schema;

namespace Pingmark.Ui;

/// <summary>Writes the figures of a folder's runs over time: a row a cell, with where its level changed.</summary>
internal sealed class TrendPage(HtmlText page)
{
    public void AddForm(string stack, string metric)
    {
        page.Open("form", ("method", "get"), ("action", "/trend"), ("class", "controls"));
        page.Open("label").Text("Stack ");
        page.Open("input", ("name", "stack"), ("placeholder", "all"), ("value", stack.Length > 0 ? stack : null));
        page.Close("label").Open("label").Text("Figure ").Open("select", ("name", "metric"));
        page.Element("option", "each scenario's first", ("value", ""));
        foreach (var one in Metric.All)
            page.Element("option", one.Title, ("value", one.Key), ("selected", one.Key == metric ? "" : null));
        page.Close("select").Close("label").Element("button", "Show", ("type", "submit")).Close("form");
    }

    public void AddCells(IReadOnlyList<CellHistory> cells)
    {
        if (cells.Count == 0)
        {
            page.Element("p", "No run has such figures.");
            return;
        }
        var scenarios = cells.Select(cell => cell.Scenario).Distinct().ToList();
        page.OpenTable("Figures over time", "plain", "trend").Open("thead").Open("tr");
        foreach (
            var header in new[] { "Stack", "Scenario", "Figure", "Latest", "Oldest to newest", "Changes of level" }
        )
            page.Element("th", header, ("scope", "col"));
        page.Close("tr").Close("thead").Open("tbody");
        foreach (var cell in cells)
        {
            var metric = Metric.Find(cell.Metric)!;
            page.Open("tr").Open("th", ("scope", "row")).Open("span", ("class", "name"));
            page.Raw(UiPages.Link($"/trend?stack={Uri.EscapeDataString(cell.Label)}", cell.Label)).Raw("</span>");
            page.Close("th").Element("td", ScenarioText.Title(cell.Scenario, scenarios));
            page.Element("td", metric.Title);
            page.Element("td", EstimateText.WithInterval(cell.Figures[^1].Value, metric.Format), ("class", "value"));
            page.Open("td");
            TrendMark.AddTo(page, cell.Figures);
            page.Element("span", NumberText.Count(cell.Figures.Count, "run"), ("class", "spread")).Close("td");
            page.Open("td", ("class", "outcome"));
            var changed = cell.Figures.Where(figure => figure.Change is not null).ToList();
            changed.ForEach(AddChange);
            if (changed.Count == 0)
                page.Element("span", "none", ("class", "muted"));
            page.Close("td").Close("tr");
        }
        page.Close("tbody").CloseTable();
    }

    private void AddChange(PastFigure figure)
    {
        var change = figure.Change!;
        page.Open("p").Element("span", change.Verdict.Word(), ("class", $"verdict {change.Verdict.Word()}"));
        page.Text($" {EstimateText.RatioWithInterval(change.Ratio)} from ");
        page.Raw(UiPages.LinkToReport(figure.Folder)).Text(" on");
        page.Text(figure.Marks.Count > 0 ? $": {string.Join("; ", figure.Marks)}" : "").Close("p");
    }
}

/// <summary>Draws a figure run by run, on a logarithmic scale of its own, with marks where its level changed.</summary>
internal static class TrendMark
{
    private const double Width = 220,
        Height = 36,
        Margin = 5;

    /// <summary>The narrowest scale, so that changes of a few percent do not fill the drawing.</summary>
    private const double MinLogRange = 0.2;

    /// <summary>Adds the drawing; screen readers get the words beside it instead.</summary>
    public static void AddTo(HtmlText page, IReadOnlyList<PastFigure> figures)
    {
        var logs = figures.Select(figure => Math.Log(figure.Value.Value)).ToList();
        var (low, high) = (logs.Min(), logs.Max());
        var half = Math.Max(high - low, MinLogRange) / 2;
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
