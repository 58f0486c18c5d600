using System.Globalization;
using Pingmark.Formatting;
using Pingmark.History;
using Pingmark.Reports.Document;
using Pingmark.Schema;

namespace Pingmark.Reports;

/// <summary>The documents of lists of runs, and of figures over time.</summary>
public static class HistoryReport
{
    public static ReportDocument List(RunHistory history) =>
        Document(
            history,
            [
                Table.FromItems(
                    "Runs",
                    history.Runs,
                    ("Run", run => run.Folder),
                    (new("Started") { Rank = 2, IsOnOneLine = true }, run => Time(run.StartedAt)),
                    (new("Suite") { Rank = 1 }, run => run.Suite),
                    (new("Cells") { Rank = 4 }, run => NumberText.Count(run.Cells)),
                    (
                        new("Rounds") { Rank = 3, IsOnOneLine = true },
                        run => ReportSentences.Rounds(run.FewestRounds, run.MostRounds)
                    ),
                    (new("Machine") { Rank = 5 }, run => $"{run.Machine.Cpu}, kernel {run.Machine.Kernel}")
                ),
            ]
        );

    /// <summary>The document with every run of each cell, and with what changed.</summary>
    public static ReportDocument Show(RunHistory history, IReadOnlyList<CellHistory> cells) =>
        Document(
            history,
            cells
                .Select(Block (cell) => new Details(Title(cell, cells), [Runs(cell)]))
                .Append(new Bullets([.. NotSeen(cells, cells.Count)]))
        );

    private static Table Runs(CellHistory cell) =>
        Table.FromItems(
            cell.Label,
            cell.Figures,
            ("Run", figure => figure.Folder),
            (new("Started") { Rank = 1, IsOnOneLine = true }, figure => Time(figure.StartedAt)),
            (Column.Figure(Metric.Find(cell.Metric)!.Title), figure => Figure(cell, figure)),
            ("", figure => Remarks(figure))
        );

    /// <summary>The document with the cells whose level changed, and a line for each change; one line where nothing
    /// did.</summary>
    public static ReportDocument Trend(RunHistory history, IReadOnlyList<CellHistory> cells)
    {
        var changed = cells.Where(cell => cell.Figures.Any(figure => figure.Change is not null)).ToList();
        return Document(
            history,
            changed.Count == 0
                ? [new Bullets([.. Unchanged(history, cells)])]
                : [.. changed.SelectMany(cell => Trend(cell, cells)), new Bullets([.. NotSeen(cells, changed.Count)])]
        );
    }

    private static Block[] Trend(CellHistory cell, IReadOnlyList<CellHistory> all) =>
        [
            new Paragraph(
                $"{Title(cell, all)}: {Metric.Find(cell.Metric)!.Title} {Figure(cell, cell.Figures[^1])} "
                    + $"in the last of {Runs(cell.Figures.Count)}"
            )
            {
                IsStrong = true,
            },
            new Bullets([
                .. cell
                    .Figures.Where(figure => figure.Change is not null)
                    .Select(figure => $"  from {figure.Folder} ({Time(figure.StartedAt)}) on: {Remarks(figure)}"),
            ]),
        ];

    /// <summary>Says in one sentence that nothing changed, or that there are too few runs to tell.</summary>
    private static IEnumerable<string> Unchanged(RunHistory history, IReadOnlyList<CellHistory> cells)
    {
        if (cells.Count == 0)
            return history.Runs.Count == 0
                ? []
                : [$"nothing can be told: no cell of {Runs(history.Runs.Count)} has a figure that counts"];
        var (runs, count) = (cells.Max(cell => cell.Figures.Count), NumberText.Count(cells.Count, "cell"));
        return
        [
            runs < CellHistory.FewestRuns
                ? $"nothing can be told yet: {count} of {Runs(runs)}; a level is judged by "
                    + $"{NumberText.Count(CellHistory.FewestRuns)} runs and more on one machine"
                : string.Join(
                    "; ",
                    [
                        $"nothing changed: {count} {(cells.Count == 1 ? "keeps its" : "keep their")} level in "
                            + Runs(runs),
                        .. Alone(cells),
                    ]
                ),
        ];
    }

    /// <summary>Tells what else there is than the cells that changed, and which changes of a level can't be
    /// found.</summary>
    private static IEnumerable<string> NotSeen(IReadOnlyList<CellHistory> cells, int changed)
    {
        if (changed < cells.Count)
            yield return cells.Count - changed == 1
                ? "the other cell keeps its level"
                : $"the other {NumberText.Count(cells.Count - changed)} cells keep their level";
        if (cells.Any(cell => !cell.IsAlone))
            yield return "what all cells did alike in a run is taken for the machine's, so that a change of all of "
                + "them is not seen here";
        foreach (var alone in Alone(cells))
            yield return alone;
    }

    private static IEnumerable<string> Alone(IReadOnlyList<CellHistory> cells) =>
        cells.Count(cell => cell.IsAlone) is > 0 and var alone
            ?
            [
                $"of {(alone == cells.Count ? "all" : NumberText.Count(alone))} cells fewer than four are measured "
                    + "beside one another, so that only levels far apart are seen",
            ]
            : [];

    private static string Runs(int count) => NumberText.Count(count, "run");

    private static ReportDocument Document(RunHistory history, IEnumerable<Block> blocks) =>
        new("", [new Section([.. blocks, new Bullets(NotShown(history).ToList())])]);

    /// <summary>Names the runs that are not shown, unreadable and older ones, or says that there are none at
    /// all.</summary>
    private static IEnumerable<string> NotShown(RunHistory history)
    {
        foreach (var skipped in history.Skipped)
            yield return $"skipped: {skipped}";
        foreach (var leftOut in history.LeftOut)
            yield return $"left out of {leftOut}";
        if (history.Older > 0)
            yield return $"of the newest {NumberText.Count(history.Runs.Count)} of "
                + $"{NumberText.Count(history.Runs.Count + history.Older)} runs; --newest N takes others";
        if (history.Runs.Count == 0)
            yield return "no runs are here";
    }

    private static string Title(CellHistory cell, IReadOnlyList<CellHistory> all) =>
        $"{CellNames.WithClient(cell.Label, cell.Stack, cell.Client)}, "
        + ScenarioText.Title(cell.Scenario, all.Select(c => c.Scenario).Distinct().ToList());

    private static string Figure(CellHistory cell, PastFigure figure) =>
        EstimateText.WithInterval(figure.Value, Metric.Find(cell.Metric)!.Format);

    private static string Remarks(PastFigure figure) =>
        string.Join(
            "; ",
            figure.Change is { Ratio: var ratio, Verdict: var verdict }
                ? figure.Marks.Prepend($"{EstimateText.RatioWithInterval(ratio)} {verdict.Word()}")
                : figure.Marks
        );

    private static string Time(DateTimeOffset time) =>
        time.ToString("yyyy-MM-dd HH:mm zzz", CultureInfo.InvariantCulture);
}
