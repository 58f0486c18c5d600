using Pingmark.Formatting;
using Pingmark.History;
using Pingmark.Schema;

namespace Pingmark.Reports.Html;

/// <summary>Writes figures over time as a table: a row a cell, with where its level changed.</summary>
internal sealed class TrendTable(HtmlText page)
{
    private static readonly string[] Headers =
    [
        "Stack",
        "Scenario",
        "Figure",
        "Latest",
        "Oldest to newest",
        "Changes of level",
    ];

    /// <summary>Where the name of a stack, as a cell is labelled, leads.</summary>
    public required Func<CellHistory, string> StackLink { get; init; }

    /// <summary>Where the name of a run leads.</summary>
    public required Func<string, string> RunLink { get; init; }

    /// <summary>By what a page's script filters the row of a cell; null where none does.</summary>
    public Func<CellHistory, string?> Tags { get; init; } = _ => null;

    /// <summary>What it is of, for readers who don't see where it stands.</summary>
    public string Title { get; init; } = "Figures over time";

    /// <param name="cells">The cells, at least one.</param>
    /// <param name="id">The table's id; null where there may be several on a page.</param>
    public void Add(IReadOnlyList<CellHistory> cells, string? id = null)
    {
        var scenarios = cells.Select(cell => cell.Scenario).Distinct().ToList();
        page.OpenTable(Title, "plain over-time", id).Open("thead").Open("tr");
        foreach (var header in Headers)
            page.Element("th", header, ("scope", "col"));
        page.Close("tr").Close("thead").Open("tbody");
        foreach (var cell in cells)
            Add(cell, ScenarioText.Title(cell.Scenario, scenarios));
        page.Close("tbody").CloseTable();
    }

    private void Add(CellHistory cell, string scenario)
    {
        var metric = Metric.Find(cell.Metric)!;
        page.Open("tr", ("data-in", Tags(cell))).Open("th", ("scope", "row")).Open("span", ("class", "name"));
        page.Link(StackLink(cell), cell.Label).Raw("</span>");
        page.Close("th").Element("td", scenario).Element("td", metric.Title);
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

    private void AddChange(PastFigure figure)
    {
        var change = figure.Change!;
        page.Open("p").Element("span", change.Verdict.Word(), ("class", $"verdict {change.Verdict.Word()}"));
        page.Text($" {EstimateText.RatioWithInterval(change.Ratio)} from ");
        page.Link(RunLink(figure.Folder), figure.Folder).Text(" on");
        page.Text(figure.Marks.Count > 0 ? $": {string.Join("; ", figure.Marks)}" : "").Close("p");
    }
}
