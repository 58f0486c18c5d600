using Pingmark.Checks;
using Pingmark.Model;
using Pingmark.Reports.Document;
using Pingmark.Reports.Html;
using Pingmark.Reports.Renderers;
using Pingmark.Results;
using Pingmark.Schema;

namespace Pingmark.Reports;

/// <summary>Writes the reports of a run beside its trials.</summary>
public static class RunReports
{
    /// <param name="folder">The run's folder.</param>
    /// <param name="run">The content of run.json.</param>
    /// <param name="trials">The content of trials.jsonl.</param>
    /// <param name="summary">The summary of both.</param>
    /// <exception cref="BadInputException">A run writes in the folder at this moment.</exception>
    /// <exception cref="PingmarkException">The disk is full or the folder can't be written; the trials are not
    /// touched.</exception>
    public static void Write(RunFolder folder, RunInfo run, IReadOnlyList<TrialRecord> trials, Summary summary)
    {
        try
        {
            folder.Lock();
            PlainFile.Write(folder["summary.json"], SummaryJson.Serialize(summary));
            PlainFile.Write(folder["report.md"], MarkdownRenderer.Render(RunReport.Build(summary, Media.Markdown)));
            PlainFile.Write(folder["report.html"], HtmlReport.Render(summary, run, ChartSources.Collect(run, trials)));
            PlainFile.Write(folder["results.csv"], CsvReport.Render(summary, folder.Name));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new PingmarkException(
                $"{e.Message}; the trials are kept, "
                    + $"`pingmark report {folder.Path}` shows them, and writes the reports when it can",
                ExitCode.CellFailed,
                e
            );
        }
    }

    /// <summary>The exit code of a run. A failed or invalid cell fails the run, and so do a lost generator, damaged
    /// files, and a note that figures must not be used; unsupported and unavailable cells only where nothing else was
    /// measured.</summary>
    public static int ExitCodeOf(Summary summary)
    {
        if (summary.Interrupted)
            return ExitCode.Interrupted;
        if (
            summary.Notes.Concat(summary.Cells.SelectMany(c => c.Audits)).Any(CheckList.FailsCommand)
            || summary.Notes.Any(note => note.Verdict == AuditVerdict.Invalid)
            || summary.Cells.Any(c => c.Status is CellStatus.Failed or CellStatus.Invalid or CellStatus.Unmeasured)
        )
            return ExitCode.CellFailed;
        return summary.Cells.Any(c => c.Status == CellStatus.Ok) ? ExitCode.Ok : ExitCode.NothingAvailable;
    }
}
