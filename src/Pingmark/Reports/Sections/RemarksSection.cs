using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Reports.Answers;
using Pingmark.Reports.Document;
using Pingmark.Reports.Renderers;

namespace Pingmark.Reports.Sections;

/// <summary>The section with what to know beside the figures: what is wrong with them, and which checks found nothing
/// wrong.</summary>
internal static class RemarksSection
{
    private const string PassedTitle = "Audits passed";

    /// <summary>The section before the figures, for readers who begin at the top.</summary>
    public static Section BeforeFigures(RunSource run) =>
        new(
            "remarks",
            "To know before the figures",
            [new Findings(run.Remarks.Where(remark => !remark.IsCaution).Select(run.Line).ToList())]
        );

    /// <summary>The section for a terminal: why there are no figures, as far as few lines have room for it.</summary>
    public static Section WhyWithoutFigures(RunSource run)
    {
        // What is trusted of the others is told in a line; where there are no others, this is the answer.
        var least = run.Summary.Cells.Any(cell => cell.Status == CellStatus.Ok)
            ? Severity.Unsupported
            : Severity.Invalid;
        var lines = run
            .Remarks.Where(remark => remark.Severity <= least && remark.Cells.Count > 0)
            .Select(run.Line)
            .ToList();
        bool Fits(int told) => lines.Take(told).Sum(Height) <= MostLines;
        var told = Enumerable.Range(1, lines.Count).LastOrDefault(Fits, Math.Min(1, lines.Count));
        return new(
            new Findings([.. lines.Take(told)]),
            new Paragraph(told == lines.Count ? "" : $"{NumberText.Count(lines.Count - told)} more: `-v`")
        );
    }

    private static int Height(FindingLine line) =>
        WrappedText.Height(line.Sentence, AnswerLines.Columns - line.Severity.Length - Gap);

    private const int MostLines = 5,
        Gap = 2;

    public static Section Build(RunSource run) =>
        new(
            "remarks",
            "Audits",
            [
                new Paragraph(run.Remarks.Count == 0 ? "Nothing to remark." : "") { Media = Media.Page },
                new Findings(run.Remarks.Where(remark => !remark.IsCaution).Select(run.Line).ToList()),
                new Details(PassedTitle, [new Bullets(Passed(run, run.Names.List))]) { Media = Media.Page },
            ]
        )
        {
            TitledIn = Media.Page,
        };

    public static Section BuildPassed(RunSource run) =>
        new("", PassedTitle, [new Bullets(Passed(run, run.Names.FewOf))]);

    /// <summary>The checks that found nothing wrong, each once with the cells of which it is true.</summary>
    private static List<string> Passed(RunSource run, Func<IReadOnlyList<CellSummary>, string> list) =>
        run
            .Summary.Cells.SelectMany(c =>
                c.Audits.Where(a => a.Verdict == AuditVerdict.Ok).Select(a => (a.Id, a.Text, Cell: c))
            )
            .GroupBy(a => (a.Id, a.Text))
            .Select(g => $"{g.Key.Id}: {g.Key.Text} ({list(g.Select(a => a.Cell).Distinct().ToList())})")
            .ToList();
}
