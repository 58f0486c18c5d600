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
        PatientS = 600;

    /// <summary>A budget from which on the rounds of a suite, and not the time, are what ends a run.</summary>
    private const double LongS = 300;

    /// <summary>More rounds than any suite has by itself.</summary>
    private const int ManyRounds = 20;

    private const string Lead = "Trust",
        More = "For more";

    /// <param name="shows">What shows more than the report; empty: nothing.</param>
    public static IReadOnlyList<Statement> Build(RunSource run, string shows = "")
    {
        var more = string.Join("; ", new[] { Decides(run), shows }.Where(text => text.Length > 0));
        return
        [
            .. new Statement[] { new(Lead, Fitting(Distrust(run))), new(More, more) }
                .Where(line => line.Text.Length > 0)
                .Select(line => line with { Text = line.Text + "." }),
        ];
    }

    /// <summary>As many sentences as one line of a narrow terminal has room for, the first in any case.</summary>
    private static string Fitting(IReadOnlyList<string> texts)
    {
        string Text(int told) =>
            string.Join("; ", texts.Take(told).Concat(told < texts.Count ? [$"{texts.Count - told} more"] : []));
        bool Fits(int told) => WrappedText.Height($"{Lead}: {Text(told)}.", AnswerLines.Columns) == 1;
        return texts.Count == 0 ? "" : Text(Enumerable.Range(1, texts.Count).Where(Fits).DefaultIfEmpty(1).Max());
    }

    /// <summary>What a longer run decides of what is open or likely, as far as anybody can tell.</summary>
    private static string Decides(RunSource run)
    {
        if (run.Groups.Any(group => group.IsMeasuring))
            return "the run goes on";
        var made = run.Groups.SelectMany(group => group.Headlines).ToList();
        var open = made.Where(one => one.Verdict == ComparisonVerdict.Undecided).ToList();
        var likely = made.Where(one => one.Verdict is ComparisonVerdict.LikelyFaster or ComparisonVerdict.LikelySlower);
        var within = open.Concat(likely).Where(one => one.NeedsS <= HourS).ToList();
        // What takes much longer than the others would make all of them look hopeless.
        if (within.Where(one => one.NeedsS <= PatientS).ToList() is { Count: > 0 } soon)
            within = soon;
        return within.Count > 0 ? $"`{Budget(within.Max(one => one.NeedsS!.Value))}` decides {Counted(within)}"
            : open.Count == 0 ? ""
            : open.All(one => one.NeedsS is null) ? $"more `--rounds` decide {Counted(open)}"
            : $"{Counted(open)} would take over an hour: compare fewer (`--stacks`)";
    }

    /// <summary>How many comparisons of each verdict: <c>3 open rows</c>, <c>3 open and 2
    /// likely</c>.</summary>
    private static string Counted(IReadOnlyList<Comparison> made)
    {
        var counts = made.CountBy(one => ReportSentences.ShortVerdict(one.Verdict)).OrderByDescending(one => one.Key);
        var texts = counts.Select(one => $"{NumberText.Count(one.Value)} {one.Key}").ToList();
        return WordList.Join(texts, "and")
            + (
                texts.Count > 1 ? ""
                : made.Count == 1 ? " row"
                : " rows"
            );
    }

    private static string Budget(double seconds) =>
        BudgetOption.Text(seconds) + (seconds > LongS ? $" --rounds {NumberText.Count(ManyRounds)}" : "");

    /// <summary>What must not be trusted, the worst first.</summary>
    private static IReadOnlyList<string> Distrust(RunSource run)
    {
        var summary = run.Summary;
        var failed = summary
            .Cells.SelectMany(cell => cell.Audits)
            .Where(CheckList.FailsCommand)
            .Select(note => note.Text);
        var ofRun = summary
            .Notes.Where(note => note.Verdict is AuditVerdict.Invalid or AuditVerdict.Warning)
            .OrderByDescending(note => note.Verdict)
            .Select(CheckList.InAnswer);
        var ofMostCells = summary
            .Cells.SelectMany(cell => cell.Audits)
            .Where(note => note.Verdict == AuditVerdict.Warning)
            .GroupBy(CheckList.InAnswer)
            .Where(notes => 2 * notes.Count() > summary.Cells.Count(cell => cell.Rounds > 0))
            .Select(notes => notes.Key);
        var named = new[] { CellStatus.Failed, CellStatus.Invalid }.Select(status =>
            Named(run, run.Summary.Cells.Where(cell => cell.Status == status), status.Word())
        );
        var marked = summary
            .Cells.Where(cell => cell.Status == CellStatus.Ok && ReportSentences.Mark(cell).Length > 0)
            .GroupBy(ReportSentences.Mark)
            .Select(cells => Named(run, cells, cells.Key));
        return
        [
            .. new[] { summary.Interrupted ? Interrupted(summary) : "" }
                .Concat(failed.Distinct())
                .Concat(ofMostCells)
                .Concat(ofRun)
                .Concat(named)
                .Concat([NotReached(summary)])
                .Concat(
                    summary
                        .Cells.Select(cell => (cell, Lost: string.Join(", ", ReportSentences.Losses(cell))))
                        .Where(one => one.Lost.Length > 0)
                        .Select(one => $"{run.Names.Find(one.cell.Id)}: {one.Lost}")
                )
                .Concat(marked)
                .Where(text => text.Length > 0),
        ];
    }

    private static string Named(RunSource run, IEnumerable<CellSummary> cells, string word) =>
        cells.ToList() switch
        {
            [] => "",
            { Count: <= MostNamed } few => $"{word}: {run.Names.List(few)}",
            var many => $"{word}: {NumberText.Count(many.Count)} cells",
        };

    private static string Interrupted(Summary summary) =>
        $"interrupted: {NumberText.Count(summary.Cells.Count(cell => cell.Rounds > 0))} of "
        + $"{NumberText.Count(summary.Cells.Count)} cells have figures, `run --resume` goes on";

    private static string NotReached(Summary summary) =>
        summary.Interrupted
        || summary.Cells.Count(cell => cell.Status == CellStatus.Unmeasured) is not (> 0 and var cells)
            ? ""
            : $"{NumberText.Count(cells, "cell")} not reached: give a larger `--budget`";
}
