using System.CommandLine;
using Pingmark.Capacity;
using Pingmark.Model;
using Pingmark.Reports;
using Pingmark.Reports.Document;
using Pingmark.Reports.Renderers;
using Pingmark.Results;
using Pingmark.Schema;

namespace Pingmark.Cli;

internal static class ReportCommand
{
    public static Command Create()
    {
        var run = new Argument<string>("RUN") { Description = "A run's folder" };
        var json = new Option<bool>("--json") { Description = "Print summary.json instead of tables" };
        var command = new Command("report", "Sum up a run again from its trials, also one that crashed or was killed")
        {
            run,
            json,
        };
        Help.AddExamples(command, "pingmark report runs/quick-20260101-120000");
        command.SetAction(parsed => Report(parsed.GetValue(run)!, parsed.GetValue(json)));
        return command;
    }

    private static int Report(string path, bool json)
    {
        if (CapacityFolder.Holds(path))
            return CapacityOutput.Report(path, json);
        using var folder = RunFolder.Open(path);
        var (info, trials, summary) = SummedRun.Read(folder);
        // What can be shown is shown before anything is written: the disk may be full, or not the user's.
        Show(summary, json, folder.Path);
        RunReports.Write(folder, info, trials, summary);
        return RunReports.ExitCodeOf(summary with { Interrupted = false });
    }

    public static void Show(Summary summary, bool json, string folder)
    {
        if (json)
            Screen.WriteJson(SummaryJson.Serialize(summary));
        else
            TerminalRenderer.Write(Terminal.Output, RunReport.Build(summary, Terminal.Medium, folder));
    }
}
