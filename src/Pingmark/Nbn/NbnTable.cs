using Pingmark.Checks;
using Pingmark.Evidence;
using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Reports;
using Pingmark.Reports.Sections;

namespace Pingmark.Nbn;

/// <summary>Writes a predefined benchmark's result in NBN's form: what ran where, NBN's columns, and what a message
/// cost. Mean is the time per message (the measured time divided by the number of messages), of which every round gives
/// one value; <see cref="NbnError"/> has the rest.</summary>
public static class NbnTable
{
    /// <summary>The whole result as Markdown: the file <c>nbn.md</c>.</summary>
    /// <param name="width">The number of columns of a terminal that shows it, whose tables fit it then.</param>
    public static string Render(
        Summary summary,
        IReadOnlyList<TrialRecord> trials,
        IReadOnlyList<Cell> cells,
        int width = AlignedTable.Endless
    )
    {
        var evidence = new RunEvidence(cells, TrialChecks.Judge(cells, trials));
        // A figure's note is METHOD; CONDITIONS, for several methods have the same number of clients.
        var conditions = (summary.Published?.Figures ?? []).Select(f => f.Note).Distinct().ToList();
        var rows = summary.Cells.Select(cell => new NbnRow(cell, evidence.ForCell(cell.Id))).ToList();
        List<string> lines =
        [
            "```",
            .. NbnEnvironment.Lines(summary.Machine, rows.Select(row => row.Cell), Job(rows)),
            .. summary.Networks.Select(check => NbnEnvironment.NetworkOf(check.Network)),
            "```",
            "",
            .. AlignedTable.Render(
                3,
                [.. NbnReport.Columns, .. conditions.Select(c => $"Published: {c}")],
                rows.Select(row =>
                    (string[])[.. row.Texts, .. conditions.Select(c => Published(summary.Published!, row.Cell, c))]
                ),
                width
            ),
        ];
        if (NbnCosts.Table(NbnReport.NameColumns, rows.SelectMany(row => row.Costs), width) is { Count: > 0 } costs)
            lines.AddRange(["", .. costs]);
        if (Notes(summary, rows, cells).ToList() is { Count: > 0 } notes)
            lines.AddRange(["", .. notes.Select(note => $"* {note}")]);
        return Text(lines, width);
    }

    private static string Text(IEnumerable<string> lines, int width) =>
        string.Join('\n', lines.SelectMany(line => AlignedTable.Wrapped(line, width))) + "\n";

    /// <summary>What a message costs each stack that was recorded; empty without recordings.</summary>
    public static string Costs(Summary summary, int width = AlignedTable.Endless)
    {
        var table = SamplesSection.Comparison(summary);
        var titles = table.Columns.Select(column => column.Title).ToList();
        var rows = table.Rows.Select(row => row.Select(cell => cell.Text).ToArray()).ToList();
        return rows.Count == 0 ? "" : Text(AlignedTable.Render(3, titles, rows, width), width);
    }

    /// <summary>What readers should know beside the figures, the worst first.</summary>
    public static IEnumerable<string> Remarks(Summary summary, int width = AlignedTable.Endless)
    {
        var names = new CellNames(summary);
        return Remark
            .Collect(summary)
            .Select(r => Escape.Terminal($"* {r.Severity.Word()}: {r.Sentence(names)}"))
            .SelectMany(line => AlignedTable.Wrapped(line, width));
    }

    /// <summary>How it was measured, in BenchmarkDotNet's words: each round is a launch with one iteration.</summary>
    private static string Job(IEnumerable<NbnRow> rows)
    {
        var rounds = rows.Select(row => row.TimesNs.Count).Where(count => count > 0).ToList();
        return $"LaunchCount={NbnEnvironment.Range(rounds)} (rounds, each with fresh processes)  IterationCount=1  "
            + "WarmupCount=until it has settled";
    }

    private static IEnumerable<string> Notes(Summary summary, List<NbnRow> rows, IReadOnlyList<Cell> cells)
    {
        var measured = rows.Where(row => row.TimesNs.Count > 0).ToList();
        if (
            NbnError.Missing(
                "round",
                measured.Select(row => ($"{row.Cell.Scenario.Name} of {row.Name}", row.TimesNs.Count)).ToList(),
                $"`run {summary.Suite} --rounds N --budget TIME` gives more"
            ) is
            { } missing
        )
            yield return missing;
        if (measured.Count > 0)
            yield return "GCs and GC pause are those of the messages beside them, which are of the continuous windows "
                + "of all rounds; CPU/message and Allocated/message are as in report.md";
        foreach (var cell in cells.Where(cell => NbnGcModes.RequestedBy(cell) == NbnGc.Server))
            if (
                measured.FirstOrDefault(row => row.Cell.Id == cell.Id) is { } row
                && NbnGcModes.FindProblem(NbnGc.Server, row.Cell.Versions) is { } problem
            )
                yield return $"warning: {row.Name}: {problem}";
        if (summary.Published is not null)
            yield return NbnGcModes.PublishedNote;
    }

    private static string Published(Published published, CellSummary cell, string conditions) =>
        published.Figures.FirstOrDefault(f =>
            f.Stack == cell.Stack && f.Scenario == cell.Scenario.Name && f.Note == conditions
        )
            is { } figure
            ? NbnReport.Throughput(figure.Value)
            : NumberText.Missing;
}

/// <summary>A cell of a predefined benchmark, as NBN's tables show it.</summary>
internal sealed record NbnRow(CellSummary Cell, CellEvidence Evidence)
{
    /// <summary>The time for each message in each round that counts, in ns.</summary>
    public IReadOnlyList<double> TimesNs { get; } =
        Evidence.PrimaryByRound().Select(round => 1e9 / round.Average(s => s.ThroughputPerS)).ToList();

    public string Name => NbnReport.NameOf(Cell);

    private string Transmission =>
        (Evidence.Ok.Select(r => r.Transmission).FirstOrDefault() ?? Cell.Scenario.Transmission)?.ToString()
        ?? NumberText.Missing;

    public string[] Texts =>
        [
            Cell.Scenario.Name,
            Name,
            Transmission,
            NumberText.Count(Cell.Scenario.AllConnections),
            .. TimesNs.Count == 0
                ? [Cell.Status.Word(), .. Enumerable.Repeat(NumberText.Missing, 3)]
                : Figures(TimesNs.Average()),
        ];

    public IEnumerable<string[]> Costs =>
        TimesNs.Count == 0 ? [] : NbnCosts.Rows([Cell.Scenario.Name, Name, Transmission], Cell, Evidence);

    private string[] Figures(double meanNs) =>
        [
            NbnReport.Throughput(1e9 / meanNs) + (Cell.Status == CellStatus.Ok ? "" : $" ({Cell.Status.Word()})"),
            NumberText.Duration(meanNs),
            .. NbnError.Cells(TimesNs),
        ];
}
