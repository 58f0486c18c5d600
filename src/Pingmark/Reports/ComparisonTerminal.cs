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
        var leftOut = new List<string>();
        foreach (var group in ComparedScenario.Of(comparison))
        {
            Line(console, group.Title, Bold);
            leftOut.AddRange(Figures(group).Write(console));
            Line(console, group.Drift);
            console.WriteLine();
        }
        if (leftOut.Count > 0)
            Line(console, ReportWords.LeftOut(leftOut, null));
        Line(console, ComparisonWords.HowToRead);
        foreach (var remark in ComparisonWords.Remarks(comparison))
            Line(console, remark);
    }

    private static FittedTable Figures(ComparedScenario group) => new(ComparedScenario.Columns, group.Rows);

    private static void Line(IAnsiConsole console, string text, Style? style = null)
    {
        console.Write(new Text(Escape.Terminal(text), style));
        console.WriteLine();
    }
}
