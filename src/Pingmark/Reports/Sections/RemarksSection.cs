using Pingmark.Model;
using Pingmark.Reports.Document;

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

    public static Section Build(RunSource run) =>
        new(
            "remarks",
            "Audits",
            [
                new Paragraph(run.Remarks.Count == 0 ? "Nothing to remark." : "") { Media = Media.Page },
                new Findings(run.Remarks.Select(run.Line).ToList()),
                new Details(PassedTitle, [new Bullets(Passed(run))]) { Media = Media.Page },
            ]
        )
        {
            TitledIn = Media.Page,
        };

    public static Section BuildPassed(RunSource run) => new("", PassedTitle, [new Bullets(Passed(run))]);

    /// <summary>The checks that found nothing wrong, each once with the cells of which it is true.</summary>
    private static List<string> Passed(RunSource run) =>
        run
            .Summary.Cells.SelectMany(c =>
                c.Audits.Where(a => a.Verdict == AuditVerdict.Ok).Select(a => (a.Id, a.Text, Cell: c))
            )
            .GroupBy(a => (a.Id, a.Text))
            .Select(g => $"{g.Key.Id}: {g.Key.Text} ({run.Names.List(g.Select(a => a.Cell).Distinct().ToList())})")
            .ToList();
}
