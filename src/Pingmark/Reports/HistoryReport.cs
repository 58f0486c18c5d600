using System.Globalization;
using Pingmark.History;
using Pingmark.Vocabulary;
using Pingmark.Wording;
using Spectre.Console;

namespace Pingmark.Reports;

/// <summary>Runs, and figures over time, in the terminal.</summary>
public static class HistoryReport
{
    private static readonly Style Bold = new(decoration: Decoration.Bold);

    public static void List(IAnsiConsole console, RunHistory history)
    {
        var table = new FittedTable(
            [
                new("Run"),
                new("Started") { Rank = 2 },
                new("Suite") { Rank = 1 },
                new("Cells") { Rank = 4 },
                new("Rounds") { Rank = 3 },
                new("Machine") { Rank = 5 },
            ],
            history.Runs.Select(run =>
                (string[])
                    [
                        run.Folder,
                        FittedTable.Together(Time(run.StartedAt)),
                        run.Suite,
                        NumberText.Count(run.Cells),
                        FittedTable.Together(ReportWords.Rounds(run.FewestRounds, run.MostRounds)),
                        $"{run.Machine.Cpu}, kernel {run.Machine.Kernel}",
                    ]
            )
        );
        if (history.Runs.Count > 0)
            Write(console, table);
        NotShown(console, history);
    }

    /// <summary>Every run of each cell, with what changed.</summary>
    public static void Show(IAnsiConsole console, RunHistory history, IReadOnlyList<CellHistory> cells)
    {
        foreach (var cell in cells)
        {
            Line(console, Title(cell, cells), Bold);
            Write(
                console,
                new(
                    [
                        new("Run"),
                        new("Started") { Rank = 1 },
                        new(Metric.Find(cell.Metric)!.Title) { IsFigure = true },
                        new(""),
                    ],
                    cell.Figures.Select(figure =>
                        (string[])
                            [
                                figure.Folder,
                                FittedTable.Together(Time(figure.StartedAt)),
                                Figure(cell, figure),
                                Remarks(figure),
                            ]
                    )
                )
            );
        }
        NotShown(console, history);
    }

    /// <summary>One line a cell, and one for each change of its level.</summary>
    public static void Trend(IAnsiConsole console, RunHistory history, IReadOnlyList<CellHistory> cells)
    {
        foreach (var cell in cells)
        {
            var runs = cell.Figures.Count == 1 ? "1 run" : $"{NumberText.Count(cell.Figures.Count)} runs";
            Line(
                console,
                $"{Title(cell, cells)}: {Metric.Find(cell.Metric)!.Title} {Figure(cell, cell.Figures[^1])} "
                    + $"in the last of {runs}",
                Bold
            );
            foreach (var figure in cell.Figures.Where(f => f.Change is not null))
                Line(console, $"  from {figure.Folder} ({Time(figure.StartedAt)}) on: {Remarks(figure)}");
        }
        NotShown(console, history);
    }

    private static string Title(CellHistory cell, IReadOnlyList<CellHistory> all)
    {
        var client = cell.Client == cell.Stack ? "" : $" (client {cell.Client})";
        var scenarios = all.Select(c => c.Scenario).Distinct().ToList();
        return $"{cell.Label}{client}, {ScenarioText.Title(cell.Scenario, scenarios)}";
    }

    private static string Figure(CellHistory cell, PastFigure figure) =>
        EstimateText.WithInterval(figure.Value, Metric.Find(cell.Metric)!.Format);

    private static string Remarks(PastFigure figure) => string.Join("; ", Changes(figure).Concat(figure.Marks));

    private static IEnumerable<string> Changes(PastFigure figure) =>
        figure.Change is { Ratio: var ratio, Verdict: var verdict }
            ? [$"{EstimateText.RatioWithInterval(ratio)} {verdict.Word()}"]
            : [];

    /// <summary>Of runs that are not in it: what is unreadable, what is older; or that there are none at all.</summary>
    private static void NotShown(IAnsiConsole console, RunHistory history)
    {
        foreach (var skipped in history.Skipped)
            Line(console, $"skipped: {skipped}");
        if (history.Older > 0)
            Line(
                console,
                $"of the newest {NumberText.Count(history.Runs.Count)} of "
                    + $"{NumberText.Count(history.Runs.Count + history.Older)} runs; --newest N takes others"
            );
        if (history.Runs.Count == 0)
            Line(console, "no runs are here");
    }

    private static string Time(DateTimeOffset time) =>
        time.ToString("yyyy-MM-dd HH:mm zzz", CultureInfo.InvariantCulture);

    private static void Write(IAnsiConsole console, FittedTable table)
    {
        if (table.Write(console) is { Count: > 0 } leftOut)
            Line(console, ReportWords.LeftOut(leftOut, null));
    }

    private static void Line(IAnsiConsole console, string text, Style? style = null)
    {
        console.Write(new Text(Escape.Terminal(text), style));
        console.WriteLine();
    }
}
