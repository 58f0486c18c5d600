using Pingmark.Model;

namespace Pingmark.Reports;

/// <summary>
/// Something to know beside the figures, said once for all the cells it is true of. <c>Severity</c> is an audit's
/// verdict, or the status of a cell that has no figures. No cells: the whole run.
/// </summary>
internal sealed record Remark(Severity Severity, string Text, IReadOnlyList<CellSummary> Cells)
{
    private const string OfAllCells = "machine-in-use",
        OfEachCell = "foreign-work";

    /// <summary>It is the first thing that reports say (<see cref="ReportWords.Cautions"/>).</summary>
    public bool IsCaution => Cells.Count == 0 && Severity == Severity.Invalid;

    /// <summary>Notes of the run, reasons of cells and every audit that is not ok, without repetitions:
    /// where only quantities differ, once with the least and the most of them.</summary>
    public static IReadOnlyList<Remark> Of(Summary summary)
    {
        var ofRun = summary
            .Notes.Where(n => n.Verdict != AuditVerdict.Ok)
            .Select(n => (Severity: Of(n.Verdict), n.Text, Cell: (CellSummary?)null));
        var isSaidOfAll = summary.Notes.Any(n => n.Id == OfAllCells);
        var ofCells = summary.Cells.SelectMany(c =>
            Said(c, isSaidOfAll ? OfEachCell : "").Select(s => (s.Severity, s.Text, Cell: (CellSummary?)c))
        );
        return ofRun
            .Concat(ofCells)
            // By text alone: a cell's reasons repeat the audits that made it invalid.
            .GroupBy(r => r.Text)
            .Select(g => new Remark(
                g.Min(r => r.Severity),
                g.Key,
                g.Select(r => r.Cell).OfType<CellSummary>().Distinct().ToList()
            ))
            .GroupBy(r => (r.Severity, OfRun: r.Cells.Count == 0, r.Frame))
            .Select(Together)
            .OrderBy(r => r.Severity)
            .ToList();
    }

    /// <summary>Failures are each one's own; of what was measured only the figures differ.</summary>
    private string Frame => Severity < Severity.Invalid ? Text : AlikeTexts.Frame(Text);

    private static Remark Together(IEnumerable<Remark> alike)
    {
        var all = alike.ToList();
        return all.Count == 1
            ? all[0]
            : new(
                all[0].Severity,
                AlikeTexts.Together(all.Select(r => r.Text).ToList()),
                all.SelectMany(r => r.Cells).Distinct().ToList()
            );
    }

    /// <summary><c>cpp/tcp-epoll c1, java/tcp-nio c1: the client's core was busy …</c></summary>
    public string Sentence(CellNames names) => Cells.Count == 0 ? Text : $"{names.List(Cells)}: {Text}";

    /// <param name="but">What is said of the whole run, and needs no word more where it withholds nothing.</param>
    private static IEnumerable<(Severity Severity, string Text)> Said(CellSummary cell, string but)
    {
        foreach (var reason in cell.Reasons)
            yield return (Of(cell.Status), reason);
        foreach (var audit in cell.Audits.Where(a => a.Verdict != AuditVerdict.Ok && a.Id != but))
            yield return (Of(audit.Verdict), audit.Text);
    }

    private static Severity Of(CellStatus status) =>
        status switch
        {
            CellStatus.Failed => Severity.Failed,
            CellStatus.Unmeasured => Severity.Unmeasured,
            CellStatus.Unavailable => Severity.Unavailable,
            CellStatus.Unsupported => Severity.Unsupported,
            CellStatus.Invalid => Severity.Invalid,
            _ => Severity.Note,
        };

    private static Severity Of(AuditVerdict verdict) =>
        verdict switch
        {
            AuditVerdict.Invalid => Severity.Invalid,
            AuditVerdict.Warning => Severity.Warning,
            _ => Severity.Note,
        };
}

/// <summary>The worst first: what can't be used, then what to be careful with.</summary>
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
