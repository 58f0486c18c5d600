using Pingmark.Reports;

namespace Pingmark.Results;

/// <summary>Writes the reports of a run beside its trials.</summary>
public static class RunReports
{
    public static void Write(RunFolder folder, Summary summary)
    {
        SummaryJson.Save(summary, folder["summary.json"]);
        File.WriteAllText(folder["report.md"], MarkdownReport.Render(summary));
        File.WriteAllText(folder["results.csv"], CsvReport.Render(summary));
    }

    /// <summary>A failed or invalid cell fails the run; unsupported and unavailable ones only when nothing else was measured.</summary>
    public static int ExitCodeOf(Summary summary)
    {
        if (summary.Interrupted)
            return ExitCode.Interrupted;
        if (summary.Cells.Any(c => c.Status is "failed" or "invalid"))
            return ExitCode.CellFailed;
        return summary.Cells.Any(c => c.Status == "ok") ? ExitCode.Ok : ExitCode.NothingAvailable;
    }
}
