using Pingmark.History;
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
            page.Element("p", "No run has such figures.");
        else
            new TrendTable(page)
            {
                StackLink = cell => $"/trend?stack={Uri.EscapeDataString(cell.Label)}",
                RunLink = UiPages.Report,
            }.Add(cells, "trend");
    }
}
