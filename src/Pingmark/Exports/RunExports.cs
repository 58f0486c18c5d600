using System.Text;
using Pingmark.Checks;
using Pingmark.Evidence;
using Pingmark.Model;
using Pingmark.Reports;
using Pingmark.Schema;

namespace Pingmark.Exports;

/// <summary>The forms in which a run can be exported.</summary>
public enum ExportFormat
{
    /// <summary>A histogram log for each cell.</summary>
    Hlog,
    OpenMetrics,
    Csv,

    /// <summary>The file summary.json with its JSON Schema.</summary>
    Json,
}

/// <summary>Makes files of a run for other programs; the same run always gives the same files.</summary>
public static class RunExports
{
    private const int LongestName = 80;

    /// <returns>The names of the files, safe for every file system, and their contents.</returns>
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

    /// <summary>A file's name made from an id, which may be any text.</summary>
    private static string FileName(string id)
    {
        var name = new StringBuilder();
        foreach (var c in id.Take(LongestName))
            name.Append(char.IsAsciiLetterOrDigit(c) || c is '.' or '_' ? c : '-');
        return name.ToString();
    }
}
