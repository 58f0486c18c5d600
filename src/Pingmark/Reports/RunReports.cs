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
            foreach (var (name, text) in Files(folder.Name, run, trials, summary))
                PlainFile.Write(folder[name], text);
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

    /// <summary>Makes what is written beside a run's trials, file by file.</summary>
    /// <param name="name">The name of the run's folder.</param>
    /// <returns>The names of the files, and their texts.</returns>
    public static IEnumerable<(string Name, string Text)> Files(
        string name,
        RunInfo run,
        IReadOnlyList<TrialRecord> trials,
        Summary summary
    )
    {
        yield return ("summary.json", SummaryJson.Serialize(summary));
        yield return ("report.md", MarkdownRenderer.Render(RunReport.Build(summary, Media.Markdown)));
        yield return ("report.html", HtmlReport.Render(summary, run, ChartSources.Collect(run, trials)));
        yield return ("results.csv", CsvReport.Render(summary, name));
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
