using System.Text;
using Pingmark.Checks;
using Pingmark.Evidence;
using Pingmark.Model;
using Pingmark.Reports;
using Pingmark.Schema;

namespace Pingmark.Exports;

/// <summary>What a run can be exported as.</summary>
public enum ExportFormat
{
    /// <summary>A histogram log for each cell.</summary>
    Hlog,
    OpenMetrics,
    Csv,

    /// <summary>summary.json, with its JSON Schema.</summary>
    Json,
}

/// <summary>Files of a run for other programs. Pure: the same run gives the same files.</summary>
public static class RunExports
{
    private const int LongestName = 80;

    /// <returns>Names, which hold nothing that a file system could misunderstand, and contents.</returns>
    public static IReadOnlyList<(string Name, string Text)> Of(
        RunInfo run,
        IReadOnlyList<TrialRecord> trials,
        Summary summary,
        ExportFormat format
    ) =>
        format switch
        {
            ExportFormat.Hlog => Logs(run, new RunEvidence(run.Cells, TrialChecks.Judge(run.Cells, trials))),
            ExportFormat.OpenMetrics => [("metrics.txt", OpenMetrics.Render(summary))],
            ExportFormat.Csv => [("results.csv", CsvReport.Render(summary))],
            _ => [("summary.json", SummaryJson.Serialize(summary)), ("summary.schema.json", SummarySchema.Text())],
        };

    private static List<(string, string)> Logs(RunInfo run, RunEvidence evidence) =>
        run
            .Cells.Index()
            .Select(cell => (cell.Index, cell.Item, Evidence: evidence.Of(cell.Item.Id)))
            .Where(cell => cell.Evidence.Ok.Count > 0)
            .Select(cell =>
                ($"{cell.Index + 1:000}-{FileName(cell.Item.Id)}.hlog", HistogramLog.Render(run, cell.Evidence))
            )
            .ToList();

    /// <summary>An id may be anybody's text.</summary>
    private static string FileName(string id)
    {
        var name = new StringBuilder();
        foreach (var c in id.Take(LongestName))
            name.Append(char.IsAsciiLetterOrDigit(c) || c is '.' or '_' ? c : '-');
        return name.ToString();
    }
}
