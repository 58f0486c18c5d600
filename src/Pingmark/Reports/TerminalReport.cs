using Pingmark.Model;
using Pingmark.Vocabulary;
using Pingmark.Wording;
using Spectre.Console;

namespace Pingmark.Reports;

/// <summary>
/// A run in the terminal: a table for each scenario, then what to know about the figures, then where the files are.
/// Everything is written as <see cref="Text"/>, never as markup, so what comes from files can't be taken for markup.
/// </summary>
public static class TerminalReport
{
    /// <summary>From this width on, intervals have room beside their figures.</summary>
    private const int WideColumns = 110;

    private static readonly Style Bold = new(decoration: Decoration.Bold);

    /// <param name="console">Its width decides how much is shown; 80 columns are enough.</param>
    /// <param name="summary">The run.</param>
    /// <param name="runFolder">Where the run's files are, as the user would type it; null when nothing was
    /// kept.</param>
    public static void Write(IAnsiConsole console, Summary summary, string? runFolder = null)
    {
        var groups = ScenarioGroup.Of(summary);
        var leftOut = new List<string>();
        var tables = new List<ScenarioGroup>();
        WriteHead(console, summary);
        foreach (var group in groups)
        {
            Line(console, group.Title, Bold);
            var maps = HeatMap.Of(group);
            WriteHeatMaps(console, maps);
            if (!HeatMap.SayAll(maps, group))
            {
                leftOut.AddRange(Figures(group, console.Profile.Width).Write(console));
                tables.Add(group);
            }
            if (group.Cells.All(c => Metric.LapMean.Of(c) is null))
                continue;
            Line(console, $"Laps of {NumberText.Count(group.Scenario.LapMessages ?? 0)} round trips, ms");
            leftOut.AddRange(TerminalTables.Laps(group, summary.Published).Write(console));
        }
        string[] howToRead =
        [
            .. tables.Any(g => g.Cells.Count > 1) ? [ReportWords.HowToReadRatios] : Array.Empty<string>(),
            .. ReportWords.Footnotes(tables),
        ];
        foreach (var line in howToRead)
            Line(console, line);
        if (howToRead.Length > 0)
            console.WriteLine();
        if (summary.Published is { } published)
            leftOut.AddRange(WritePublished(console, published, groups));
        if (leftOut.Count > 0)
        {
            Line(console, ReportWords.LeftOut(leftOut, runFolder is null ? null : "report.html"));
            console.WriteLine();
        }
        WriteObservations(console, summary);
        WriteRemarks(console, summary);
        if (runFolder is null)
            return;
        Line(
            console,
            "Complete figures and charts; report.md, results.csv, summary.json and trials.jsonl beside them:"
        );
        Line(console, Path.Combine(runFolder, "report.html"));
    }

    private static void WriteHead(IAnsiConsole console, Summary summary)
    {
        Line(console, summary.About.Length == 0 ? summary.Suite : $"{summary.Suite}: {summary.About.Trim()}", Bold);
        Line(console, ReportWords.Run(summary));
        Line(console, ReportWords.Machine(summary.Machine));
        foreach (var caution in ReportWords.Cautions(summary))
            Line(console, caution, Bold);
        console.WriteLine();
    }

    private static void WriteHeatMaps(IAnsiConsole console, IReadOnlyList<HeatMap> maps)
    {
        foreach (var map in maps)
        {
            Line(console, map.Title);
            foreach (var line in map.Lines(console.Profile.Width))
                Line(console, line);
            console.WriteLine();
        }
        if (maps.Count > 0)
            Line(console, HeatMap.Legend);
    }

    /// <summary>With intervals where they cost no column.</summary>
    private static FittedTable Figures(ScenarioGroup group, int width)
    {
        var table = TerminalTables.Figures(group, withIntervals: false);
        return
            width >= WideColumns
            && TerminalTables.Figures(group, withIntervals: true) is var wide
            && wide.LeftOut(width).Count <= table.LeftOut(width).Count
            ? wide
            : table;
    }

    /// <returns>Columns for which there was no room.</returns>
    private static List<string> WritePublished(
        IAnsiConsole console,
        Published published,
        IReadOnlyList<ScenarioGroup> groups
    )
    {
        var leftOut = new List<string>();
        Line(console, $"Published: {published.Source}", Bold);
        foreach (var group in groups)
        {
            if (TerminalTables.Published(group, published) is not { } table)
                continue;
            Line(console, group.Title);
            leftOut.AddRange(table.Write(console));
        }
        if (published.Finding.Length > 0)
            Line(console, $"Finding: {published.Finding.Trim()}");
        Line(console, PublishedRow.Caution(groups, published));
        console.WriteLine();
        return leftOut;
    }

    private static void WriteObservations(IAnsiConsole console, Summary summary)
    {
        if (summary.Observations.Count == 0)
            return;
        Line(console, ReportWords.Observed, Bold);
        foreach (var observation in summary.Observations)
            Line(console, observation.Text);
        console.WriteLine();
    }

    private static void WriteRemarks(IAnsiConsole console, Summary summary)
    {
        var names = new CellNames(summary);
        var remarks = Remark.Of(summary);
        if (remarks.Count == 0)
            return;
        // A grid, so that long texts are indented as a block and the severities stand in a column of their own.
        var grid = new Grid()
            .AddColumn(new GridColumn().NoWrap().PadLeft(0).PadRight(2))
            .AddColumn(new GridColumn().PadLeft(0).PadRight(0));
        foreach (var remark in remarks)
            grid.AddRow(Safe(remark.Severity.Word(), Bold), Safe(remark.Sentence(names)));
        console.Write(grid);
        console.WriteLine();
    }

    private static void Line(IAnsiConsole console, string text, Style? style = null)
    {
        console.Write(Safe(text, style));
        console.WriteLine();
    }

    private static Text Safe(string text, Style? style = null) => new(Escape.Terminal(text), style);
}
