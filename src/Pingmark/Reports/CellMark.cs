using Pingmark.Checks;
using Pingmark.Model;
using Pingmark.Schema;

namespace Pingmark.Reports;

/// <summary>What must be known of a cell beside its figure, as one sign of a map.</summary>
internal sealed record CellMark(char Sign, string Meaning, Func<CellSummary, bool> Applies)
{
    /// <summary>A cell's half-width in percent from which on its figure is uncertain.</summary>
    private const double UncertainPercent = 10;

    /// <summary>The worst first: of several a cell has the first.</summary>
    private static readonly IReadOnlyList<CellMark> All =
    [
        new('·', "not reached", cell => cell.Status == CellStatus.Unmeasured),
        new('x', "withheld", cell => cell.Status == CellStatus.Invalid),
        new('f', "failed", cell => cell.Status == CellStatus.Failed),
        new('-', "can't be measured here", cell => cell.Status != CellStatus.Ok),
        new(
            '!',
            "messages lost, late, duplicated, reordered, corrupt or silent",
            cell => ReportSentences.Losses(cell).Any()
        ),
        new('q', "throttled: a CPU quota stopped it", cell => HasMark(cell, ThrottledCell.Id)),
        new('*', "noisy: others had its cores", cell => HasMark(cell, NoisyCell.Id)),
        new(
            '~',
            "uncertain: beyond ± 10 %, or a drift",
            cell =>
                CheckList.Marks(cell.Audits).Any()
                || Metric.Throughput.EstimateOf(cell) is not { } rate
                || !(EstimateText.FartherPercent(rate) <= UncertainPercent)
        ),
    ];

    private static bool HasMark(CellSummary cell, string mark) => CheckList.Marks(cell.Audits).Contains(mark);

    /// <summary>The mark of a cell; null where there is nothing to know.</summary>
    public static CellMark? Find(CellSummary cell) => All.FirstOrDefault(mark => mark.Applies(cell));

    /// <summary>The explanation of those that occur; empty where none does.</summary>
    public static string Legend(IEnumerable<CellSummary> cells) =>
        string.Join("; ", All.Intersect(cells.Select(Find).OfType<CellMark>()).Select(it => $"{it.Sign} {it.Meaning}"));
}
