using Pingmark.Checks;
using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Reports.Document;
using Pingmark.Reports.Renderers;
using Pingmark.Reports.Sections;

namespace Pingmark.Reports.Answers;

/// <summary>Says in two lines what of a run must not be trusted, and what to do for more.</summary>
internal static class Trust
{
    private const int MostNamed = 3;

    private const double HourS = 3_600,
        TenMinutesS = 600;

    /// <summary>A budget from which on the rounds of a suite, and not the time, are what ends a run.</summary>
    private const double LongBudgetS = 300;

    /// <summary>More rounds than any suite has by itself.</summary>
    private const int ManyRounds = 20;

    private const string Lead = "Trust";

    /// <param name="more">What shows more than the report; empty: nothing.</param>
    public static IReadOnlyList<Statement> Build(RunSource run, string more = "") =>
        [
            .. new Statement[]
            {
                new(Lead, FitOneLine([.. Distrust(run).Where(text => text.Length > 0)])),
                new("For more", Join([WhatDecides(run), more])),
            }
                .Where(line => line.Text.Length > 0)
                .Select(line => line with { Text = line.Text + "." }),
        ];

    private static string Join(IEnumerable<string> texts) => string.Join("; ", texts.Where(text => text.Length > 0));

    /// <summary>As many texts as one line of a narrow terminal has room for, the first in any case.</summary>
    private static string FitOneLine(IReadOnlyList<string> texts)
    {
        string First(int count) =>
            Join(texts.Take(count).Append(count < texts.Count ? $"{texts.Count - count} more" : ""));
        bool Fits(int count) => WrappedText.Lines($"{Lead}: {First(count)}.", AnswerLines.Columns).Count == 1;
        return First(Math.Max(1, Enumerable.Range(0, texts.Count + 1).LastOrDefault(Fits)));
    }

    /// <summary>What a longer run decides of what is open or likely, as far as anybody can tell.</summary>
    private static string WhatDecides(RunSource run)
    {
        if (run.Groups.Any(group => group.IsMeasuring))
            return "the run goes on";
        var made = run.Groups.SelectMany(group => group.Headlines).ToList();
        var open = made.Where(one => one.Verdict == ComparisonVerdict.Undecided).ToList();
        var likely = made.Where(one => one.Verdict is ComparisonVerdict.LikelyFaster or ComparisonVerdict.LikelySlower);
        var within = open.Concat(likely).Where(one => one.NeedsS <= HourS).ToList();
        // One that needs much longer than the others would make all of them look out of reach.
        if (within.Where(one => one.NeedsS <= TenMinutesS).ToList() is { Count: > 0 } soon)
            within = soon;
        return within.Count > 0 ? $"`{Budget(within.Max(one => one.NeedsS!.Value))}` decides {Counted(within)}"
            : open.Count == 0 ? ""
            : open.All(one => one.NeedsS is null) ? $"more `--rounds` decide {Counted(open)}"
            : $"{Counted(open)} would take over an hour: compare fewer (`--stacks`)";
    }

    /// <summary>How many comparisons of each verdict: <c>3 open rows</c>, <c>3 open and 2 likely</c>.</summary>
    private static string Counted(IReadOnlyList<Comparison> made)
    {
        var counts = made.CountBy(one => ReportSentences.ShortVerdict(one.Verdict))
            .OrderByDescending(one => one.Key)
            .Select(one => $"{NumberText.Count(one.Value)} {one.Key}")
            .ToList();
        var rows = made.Count == 1 ? " row" : " rows";
        return WordList.Join(counts, "and") + (counts.Count > 1 ? "" : rows);
    }

    private static string Budget(double seconds) =>
        NumberText.BudgetOption(seconds) + (seconds > LongBudgetS ? $" --rounds {NumberText.Count(ManyRounds)}" : "");

    /// <summary>What must not be trusted, the worst first.</summary>
    private static List<string> Distrust(RunSource run)
    {
        var summary = run.Summary;
        var audits = summary.Cells.SelectMany(cell => cell.Audits).ToList();
        var measured = summary.Cells.Count(cell => cell.Rounds > 0);
        var notReached = summary.Cells.Count(cell => cell.Status == CellStatus.Unmeasured);
        return
        [
            .. summary.Interrupted
                ?
                [
                    $"interrupted: {NumberText.Count(measured)} of {NumberText.Count(summary.Cells.Count)} cells have "
                        + "figures, `run --resume` goes on",
                ]
                : Array.Empty<string>(),
            .. audits.Where(CheckList.FailsCommand).Select(note => note.Text).Distinct(),
            .. audits
                .Where(note => note.Verdict == AuditVerdict.Warning)
                .GroupBy(CheckList.InAnswer)
                .Where(notes => 2 * notes.Count() > measured)
                .Select(notes => notes.Key),
            .. summary
                .Notes.Where(note => note.Verdict is AuditVerdict.Invalid or AuditVerdict.Warning)
                .OrderByDescending(note => note.Verdict)
                .Select(CheckList.InAnswer),
            .. from status in new[] { CellStatus.Failed, CellStatus.Invalid }
            from cells in summary.Cells.Where(cell => cell.Status == status).GroupBy(cell => cell.Status)
            select Named(run, [.. cells], status.Word()),
            .. notReached > 0 && !summary.Interrupted
                ? [$"{NumberText.Count(notReached, "cell")} not reached: give a larger `--budget`"]
                : Array.Empty<string>(),
            .. from cell in summary.Cells
            let lost = string.Join(", ", ReportSentences.Losses(cell))
            where lost.Length > 0
            select $"{run.Names.Find(cell.Id)}: {lost}",
            .. from cell in summary.Cells
            let mark = ReportSentences.Mark(cell)
            where mark.Length > 0
            group cell by mark into cells
            select Named(run, [.. cells], cells.Key),
        ];
    }

    private static string Named(RunSource run, IReadOnlyList<CellSummary> cells, string word) =>
        cells.Count <= MostNamed
            ? $"{word}: {run.Names.List(cells)}"
            : $"{word}: {NumberText.Count(cells.Count)} cells";
}
