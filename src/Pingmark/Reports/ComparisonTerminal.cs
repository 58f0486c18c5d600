using Pingmark.Comparing;
using Spectre.Console;

namespace Pingmark.Reports;

/// <summary>A comparison of two runs in the terminal: a table for each scenario, and what to know about it.</summary>
public static class ComparisonTerminal
{
    private static readonly Style Bold = new(decoration: Decoration.Bold);

    public static void Write(IAnsiConsole console, RunComparison comparison)
    {
        Line(console, ComparisonWords.Headline(comparison), Bold);
        Line(console, $"Baseline: {ComparisonWords.Run(comparison.Baseline)}");
        Line(console, $"Run:      {ComparisonWords.Run(comparison.Run)}");
        console.WriteLine();
        if (!comparison.Comparable)
        {
            foreach (var difference in comparison.Differences)
                Line(console, ComparisonWords.Difference(difference));
            foreach (var remark in ComparisonWords.Remarks(comparison))
                Line(console, remark);
            Line(console, ComparisonWords.HowToMend);
            return;
        }
        foreach (var group in ComparedScenario.Of(comparison))
        {
            Line(console, group.Title, Bold);
            console.Write(Figures(group));
            Line(console, group.Drift);
            console.WriteLine();
        }
        Line(console, ComparisonWords.HowToRead);
        foreach (var remark in ComparisonWords.Remarks(comparison))
            Line(console, remark);
    }

    private static Table Figures(ComparedScenario group)
    {
        var table = new Table().Border(TableBorder.Simple);
        foreach (var (title, isFigure) in ComparedScenario.Columns)
        {
            var column = new TableColumn(new Text(title)).PadLeft(0).PadRight(1);
            table.AddColumn(isFigure ? column.RightAligned().NoWrap() : column);
        }
        foreach (var row in group.Rows)
            table.AddRow(row.Select(text => new Text(Escape.Terminal(text))));
        return table;
    }

    private static void Line(IAnsiConsole console, string text, Style? style = null)
    {
        console.Write(new Text(Escape.Terminal(text), style));
        console.WriteLine();
    }
}
