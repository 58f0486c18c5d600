using System.Globalization;
using Pingmark.Formatting;
using Pingmark.Reports.Document;
using Pingmark.Reports.Html;

namespace Pingmark.Reports.Renderers;

/// <summary>Writes the tables of a page. The page's script sorts and filters the sorted one, and leaves columns out;
/// without the script the table is whole.</summary>
internal sealed class HtmlTables(HtmlText page)
{
    public HtmlText Add(Table table)
    {
        page.OpenTable(table.Title, "plain").Open("thead");
        AddGroups(table.Columns);
        AddHeadings(table.Columns, column => column.IsFigure ? "figure" : null);
        page.Open("tbody");
        var axis = AddAxis(table);
        foreach (var row in table.Rows)
        {
            page.Open("tr");
            foreach (var (column, cell) in table.Columns.Zip(row))
                if (column == table.Columns[0] && cell.Text.Length > 0)
                    page.Element("th", cell.TextWithInterval, ("scope", "row"));
                else if (cell.Judgement is { } judgement)
                    AddJudgement(cell, judgement, axis);
                else
                    page.Element("td", cell.TextWithInterval, ("class", column.IsFigure ? "figure" : null));
            page.Close("tr");
        }
        return page.Close("tbody").CloseTable();
    }

    public HtmlText Add(SortedTable table)
    {
        page.Open("div", ("class", "controls"), ("id", "controls"), ("hidden", ""));
        page.Open("label").Text("Filter ").Open("input", ("type", "search"), ("id", "filter")).Close("label");
        page.Element("button", "All columns", ("type", "button"), ("id", "columns"), ("aria-pressed", "false"));
        page.Element("output", "", ("id", "shown"), ("class", "small")).Close("div");
        page.OpenTable(table.Title, "figures", "cells").Open("thead");
        AddHeadings(table.Groups.Take(1).SelectMany(group => group.Columns), Kind);
        foreach (var group in table.Groups)
            AddGroup(group);
        return page.CloseTable();
    }

    private void AddHeadings(IEnumerable<Column> columns, Func<Column, string?> kind)
    {
        page.Open("tr");
        foreach (var column in columns)
        {
            var meaning = Glossary.Find(column.Name)?.Meaning;
            page.Element("th", column.Title, ("scope", "col"), ("class", kind(column)), ("title", meaning));
        }
        page.Close("tr").Close("thead");
    }

    /// <summary>Adds what columns that stand side by side have in common, above them.</summary>
    private void AddGroups(IReadOnlyList<Column> columns)
    {
        if (columns.All(column => column.Group.Length == 0))
            return;
        page.Open("tr");
        for (var at = 0; at < columns.Count; )
        {
            var group = columns[at].Group;
            var wide = columns.Skip(at).TakeWhile(column => column.Group == group).Count();
            // A header without a word would be announced as one.
            if (group.Length == 0)
                page.Element("td", group, ("colspan", NumberText.Count(wide)));
            else
                page.Element("th", group, ("colspan", NumberText.Count(wide)), ("scope", "colgroup"));
            at += wide;
        }
        page.Close("tr");
    }

    private void AddGroup(Table group)
    {
        page.Open("tbody").Open("tr", ("class", "scenario"));
        page.Open("th", ("colspan", NumberText.Count(group.Columns.Count)), ("scope", "rowgroup"))
            .Element("span", group.Title)
            .Close("th")
            .Close("tr");
        var axis = AddAxis(group);
        foreach (var row in group.Rows)
        {
            page.Open("tr");
            AddName(row[0]);
            foreach (var (column, cell) in group.Columns.Zip(row).Skip(1))
                if (cell.Judgement is { } judgement)
                    AddJudgement(cell, judgement, axis);
                else
                    AddFigure(column, cell);
            page.Close("tr");
        }
        page.Close("tbody");
    }

    private void AddName(TableCell cell)
    {
        var name = cell.Link is null ? "span" : "a";
        page.Open("th", ("scope", "row"))
            .Element(name, cell.Text, ("class", "name"), ("href", cell.Link), ("title", cell.Meaning));
        foreach (var mark in cell.Marks)
            page.Element("span", mark, ("class", "loss"), ("title", Glossary.Find(mark)?.Meaning));
        page.Close("th");
    }

    /// <summary>Adds the axis of a table's ratios as a row of its own.</summary>
    private IntervalAxis? AddAxis(Table table)
    {
        var judged = table.Rows.SelectMany(row => row.Index()).Where(cell => cell.Item.Judgement?.Ratio is not null);
        var axis = IntervalAxis.For(judged.Select(cell => cell.Item.Judgement!.Ratio!));
        if (axis is null)
            return null;
        var at = judged.First().Index;
        page.Open("tr", ("class", "axis"), ("aria-hidden", "true"));
        foreach (var (place, column) in table.Columns.Index())
        {
            page.Open("td", ("class", place == at ? null : Kind(column)));
            if (place == at)
                axis.AddLabels(page);
            page.Close("td");
        }
        page.Close("tr");
        return axis;
    }

    private void AddJudgement(TableCell cell, Judgement judgement, IntervalAxis? axis)
    {
        page.Open("td", ("data-value", Exact(cell))).Open("div", ("class", "ratio"));
        if (judgement.Ratio is { } ratio)
        {
            axis?.Add(page, ratio, judgement.Word);
            page.Element("span", judgement.RatioText ?? cell.Text, ("class", "value"));
            if (judgement.RatioText is null)
                page.Element("span", cell.Interval, ("class", "spread"));
        }
        var kind = judgement.Word.Length > 0 ? $"verdict {judgement.Word}" : "muted";
        var meaning = Glossary.Find(judgement.Word)?.Meaning;
        page.Element("span", judgement.Sentence, ("class", kind), ("title", meaning)).Close("div").Close("td");
    }

    private void AddFigure(Column column, TableCell cell)
    {
        page.Open("td", ("class", Kind(column)), ("data-value", Exact(cell)));
        page.Element("span", cell.Text, ("class", "value"));
        if (cell.Interval.Length > 0)
            page.Element("span", cell.Interval, ("class", "spread"));
        page.Close("td");
    }

    private static string Kind(Column column) =>
        !column.IsFigure ? "text"
        : column.Rank == 0 ? "figure"
        : "figure more";

    private static string Exact(TableCell cell) => cell.Value?.ToString("R", CultureInfo.InvariantCulture) ?? "";
}
