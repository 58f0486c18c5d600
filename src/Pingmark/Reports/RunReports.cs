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

    /// <summary>The exit code of a run. It fails for what its reader has to mend: a stack that failed, figures that
    /// contradict themselves, a lost generator, damaged files, or no figure at all.</summary>
    /// <param name="isStrict">Whether a warning fails it, too, and a cell that was not reached.</param>
    public static int ExitCodeOf(Summary summary, bool isStrict = false)
    {
        if (summary.Interrupted)
            return ExitCode.Interrupted;
        List<Note> found = [.. summary.Notes, .. summary.Cells.SelectMany(cell => cell.Audits)];
        if (
            Has(CellStatus.Failed)
            || Has(CellStatus.Invalid)
            || found.Exists(CheckList.FailsCommand)
            || isStrict && (Has(CellStatus.Unmeasured) || found.Exists(note => note.Verdict >= AuditVerdict.Warning))
        )
            return ExitCode.CellFailed;
        return Has(CellStatus.Ok) ? ExitCode.Ok
            : Has(CellStatus.Unmeasured) ? ExitCode.CellFailed
            : ExitCode.NothingAvailable;

        bool Has(CellStatus status) => summary.Cells.Any(cell => cell.Status == status);
    }
}
