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

    /// <summary>The section for a terminal, which has few lines: why there are no figures is told in full, of the rest
    /// as much as there is room for. Where no file has it, all is told.</summary>
    public static Section InShort(RunSource run)
    {
        // What must be known before any figure stands above them already.
        var remarks = run.Remarks.Where(remark => !remark.IsCaution).ToList();
        var lines = remarks.Select(run.Line).ToList();
        var told = run.Folder is null ? lines.Count : Fitting(remarks, lines);
        var left = lines.Count - told;
        return new(
            new Findings([.. lines.Take(told)]),
            new Paragraph(left == 0 ? "" : $"{NumberText.Count(left, "more finding")}: {RunReport.WholeFile}")
        );
    }

    /// <summary>How many remarks fit into the lines of a terminal, whose worst come first.</summary>
    private static int Fitting(IReadOnlyList<Remark> remarks, IReadOnlyList<FindingLine> lines)
    {
        var width = AnswerLines.Columns - lines.Select(line => line.Severity.Length + Gap).DefaultIfEmpty(0).Max();
        var (told, height) = (0, 0);
        while (told < lines.Count)
        {
            height += WrappedText.Height(lines[told].Sentence, width);
            var rest = told + 1 < lines.Count ? 1 : 0;
            if (height + rest > MostLines && told > 0 && remarks[told].Severity >= Severity.Invalid)
                break;
            told++;
        }
        return told;
    }

    private const int MostLines = 5,
        Gap = 2;

    public static Section Build(RunSource run) =>
        new(
            "remarks",
            "Audits",
            [
                new Paragraph(run.Remarks.Count == 0 ? "Nothing to remark." : "") { Media = Media.Page },
                new Findings(run.Remarks.Select(run.Line).ToList()),
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
