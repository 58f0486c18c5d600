using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Reports;
using Pingmark.Reports.Document;

namespace Pingmark.Website;

/// <summary>What can't be used of runs, and what is to be read with care, each with its reason.</summary>
internal static class CautionDetails
{
    /// <param name="runs">The runs whose figures are shown.</param>
    /// <param name="isShown">Whether a cell is among them.</param>
    public static Block Of(IEnumerable<PublishedRun> runs, Func<CellSummary, bool> isShown) =>
        new Details(
            "What can't be used, and what needs care",
            [new Findings([.. runs.SelectMany(run => Lines(run, isShown)).Distinct()])]
        );

    private static IEnumerable<FindingLine> Lines(PublishedRun run, Func<CellSummary, bool> isShown) =>
        from remark in run.Source.Remarks
        where remark.Severity <= Severity.Warning
        let cells = remark.Cells.Where(isShown).ToList()
        where cells.Count > 0 || remark.Cells.Count == 0
        select new FindingLine(
            remark.Severity.Word(),
            $"{run.Suite}, {RunTable.Date(run)}" + (cells.Count == 0 ? "" : $": {run.Source.Names.List(cells)}"),
            remark.Text
        );
}
