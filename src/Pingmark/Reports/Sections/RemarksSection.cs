using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Reports.Answers;
using Pingmark.Reports.Document;
using Pingmark.Reports.Renderers;

namespace Pingmark.Reports.Sections;

/// <summary>The sections with what to know beside the figures: what is wrong with them, and which checks found nothing
/// wrong.</summary>
internal static class RemarksSection
{
    private const string Id = "remarks",
        PassedTitle = "Audits passed";

    private const int MostTerminalLines = 5;

    /// <summary>The box on top of a page with what must not be trusted: the worst in full, the rest as a number,
    /// because all of it stands below.</summary>
    public static Section BuildWarnings(RunSource run)
    {
        var worst = run.Remarks.Where(r => r.Severity is Severity.Failed or Severity.Invalid && !r.IsCaution);
        var warnings = run.Remarks.Count(r => r.Severity == Severity.Warning);
        return new(
            new Alert(
                "What must not be trusted",
                worst.Select(run.Line).ToList(),
                new(warnings == 0 ? "" : " to read before the figures.")
                {
                    Link = ($"#{Id}", NumberText.Count(warnings, "warning")),
                }
            )
        );
    }

    /// <summary>The section before the figures, for readers who begin at the top.</summary>
    public static Section BuildBeforeFigures(RunSource run) => new(Id, "To know before the figures", [Findings(run)]);

    /// <summary>The section for a terminal: why there are no figures, as far as few lines have room for it.</summary>
    public static Section BuildWhyWithoutFigures(RunSource run)
    {
        // Where some cells have figures, the line on trust names the invalid ones; where none has, this is the answer.
        var least = run.Summary.Cells.Any(cell => cell.Status == CellStatus.Ok)
            ? Severity.Unsupported
            : Severity.Invalid;
        var lines = run
            .Remarks.Where(remark => remark.Severity <= least && remark.Cells.Count > 0)
            .Select(run.Line)
            .ToList();
        bool Fits(int count) => lines.Take(count).Sum(Height) <= MostTerminalLines;
        var shown = Enumerable.Range(1, lines.Count).LastOrDefault(Fits, Math.Min(1, lines.Count));
        return new(
            new Findings([.. lines.Take(shown)]),
            new Paragraph(shown == lines.Count ? "" : $"{NumberText.Count(lines.Count - shown)} more: `-v`")
        );
    }

    private static int Height(FindingLine line) =>
        WrappedText.Lines(line.Sentence, AnswerLines.Columns - line.Severity.Length - 2).Count;

    public static Section Build(RunSource run) =>
        new(
            Id,
            "Audits",
            [
                new Paragraph(run.Remarks.Count == 0 ? "Nothing to remark." : "", Media.Page),
                Findings(run),
                new Details(PassedTitle, [Passed(run, run.Names.List)], Media.Page),
            ],
            TitledIn: Media.Page
        );

    public static Section BuildPassed(RunSource run) => new("", PassedTitle, [Passed(run, run.Names.ListFew)]);

    private static Findings Findings(RunSource run) =>
        new([.. run.Remarks.Where(remark => !remark.IsCaution).Select(run.Line)]);

    /// <summary>The checks that found nothing wrong, each once with the cells of which it is true.</summary>
    private static Bullets Passed(RunSource run, Func<IReadOnlyList<CellSummary>, string> list) =>
        new([
            .. from cell in run.Summary.Cells
            from audit in cell.Audits
            where audit.Verdict == AuditVerdict.Ok
            group cell by (audit.Id, audit.Text) into cells
            select $"{cells.Key.Id}: {cells.Key.Text} ({list([.. cells.Distinct()])})",
        ]);
}
