using Pingmark.Model;

namespace Pingmark.Reports;

/// <summary>
/// Something to know beside the figures, said once for all the cells it is true of.
/// <c>Severity</c> is an audit's verdict, or the status of a cell that has no figures. No cells: the whole run.
/// </summary>
internal sealed record Remark(string Severity, string Text, IReadOnlyList<CellSummary> Cells)
{
    /// <summary>The worst first: what can't be used, then what to be careful with.</summary>
    private static readonly string[] Order =
    [
        "failed",
        "unmeasured",
        "unavailable",
        "unsupported",
        "invalid",
        "warning",
        "note",
    ];

    /// <summary>Notes of the run, reasons of cells and every audit that is not ok, without repetitions.</summary>
    public static IReadOnlyList<Remark> Of(Summary summary)
    {
        var ofRun = summary
            .Notes.Where(n => n.Verdict != "ok")
            .Select(n => (Severity: n.Verdict, n.Text, Cell: (CellSummary?)null));
        var ofCells = summary.Cells.SelectMany(c => Said(c).Select(s => (s.Severity, s.Text, Cell: (CellSummary?)c)));
        return ofRun
            .Concat(ofCells)
            // By text alone: a cell's reasons repeat the audits that made it invalid.
            .GroupBy(r => r.Text)
            .Select(g => new Remark(
                g.MinBy(r => Rank(r.Severity)).Severity,
                g.Key,
                g.Select(r => r.Cell).OfType<CellSummary>().Distinct().ToList()
            ))
            .OrderBy(r => Rank(r.Severity))
            .ToList();
    }

    /// <summary><c>cpp/tcp-epoll c1, java/tcp-nio c1: the client's core was busy …</c></summary>
    public string Sentence(CellNames names) => Cells.Count == 0 ? Text : $"{names.List(Cells)}: {Text}";

    private static IEnumerable<(string Severity, string Text)> Said(CellSummary cell)
    {
        foreach (var reason in cell.Reasons)
            yield return (cell.Status == "ok" ? "note" : cell.Status, reason);
        foreach (var audit in cell.Audits.Where(a => a.Verdict != "ok"))
            yield return (audit.Verdict, audit.Text);
    }

    private static int Rank(string severity)
    {
        var rank = Array.IndexOf(Order, severity);
        return rank < 0 ? Order.Length : rank;
    }
}
