using Pingmark.Checks;
using Pingmark.Model;

namespace Pingmark.Reports;

/// <summary>Something to know beside the figures, written once for all cells that it is true of. Its severity is a
/// check's verdict, or the status of a cell without figures. Without cells it is about the whole run.</summary>
/// <param name="IsCaution">Whether it is shown before everything else (<see cref="ReportSentences.Cautions"/>).</param>
internal sealed record Remark(Severity Severity, string Text, IReadOnlyList<CellSummary> Cells, bool IsCaution)
{
    /// <summary>Notes of the run, reasons of cells and every finding that is not ok, without repetitions: those that
    /// differ in quantities alone become one, with the least and the most of them.</summary>
    public static IReadOnlyList<Remark> Collect(Summary summary)
    {
        var runNotes = summary.Notes.Select(note =>
            (Note: note, Severity: SeverityOf(note.Verdict), Cell: (CellSummary?)null)
        );
        var cellNotes = summary.Cells.SelectMany(cell =>
            Reasons(cell)
                .Concat(cell.Audits.Select(audit => (Note: audit, Severity: SeverityOf(audit.Verdict))))
                .Select(one => (one.Note, one.Severity, Cell: (CellSummary?)cell))
        );
        return runNotes
            .Concat(cellNotes)
            .Where(one => one.Note.Verdict != AuditVerdict.Ok)
            .GroupBy(one => (one.Severity, IsOfRun: one.Cell is null, one.Note.Id, one.Note.Sentence.MergeKey))
            .Select(alike => new Remark(
                alike.Key.Severity,
                Model.Sentence.Merge([.. alike.Select(one => one.Note.Sentence)]).Text,
                alike.Select(one => one.Cell).OfType<CellSummary>().Distinct().ToList(),
                alike.Key.IsOfRun && CheckList.IsCaution(alike.First().Note)
            ))
            .OrderBy(remark => remark.Severity)
            .ToList();
    }

    /// <summary>The remark as a sentence: <c>cpp/tcp-epoll c1, java/tcp-nio c1: the client's core was busy
    /// …</c></summary>
    public string Sentence(CellNames names) => Cells.Count == 0 ? Text : $"{names.List(Cells)}: {Text}";

    /// <summary>Why a cell has no figures: the finding that made it invalid, or a failure that no check
    /// reports.</summary>
    private static IEnumerable<(Note Note, Severity Severity)> Reasons(CellSummary cell) =>
        cell.Reasons.Select(reason =>
            (
                cell.Audits.FirstOrDefault(audit => audit.Text == reason) ?? new("", AuditVerdict.Invalid, reason),
                SeverityOf(cell.Status)
            )
        );

    private static Severity SeverityOf(CellStatus status) =>
        status switch
        {
            CellStatus.Failed => Severity.Failed,
            CellStatus.Unmeasured => Severity.Unmeasured,
            CellStatus.Unavailable => Severity.Unavailable,
            CellStatus.Unsupported => Severity.Unsupported,
            CellStatus.Invalid => Severity.Invalid,
            _ => Severity.Note,
        };

    private static Severity SeverityOf(AuditVerdict verdict) =>
        verdict switch
        {
            AuditVerdict.Invalid => Severity.Invalid,
            AuditVerdict.Warning => Severity.Warning,
            _ => Severity.Note,
        };
}

/// <summary>The severities, the worst first: what can't be used, then what needs care.</summary>
internal enum Severity
{
    Failed,
    Unmeasured,
    Unavailable,
    Unsupported,
    Invalid,
    Warning,
    Note,
}
