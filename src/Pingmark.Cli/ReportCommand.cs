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
        var verbose = VerboseOption();
        var json = new Option<bool>("--json") { Description = "Print summary.json instead of tables" };
        var command = new Command("report", "Sum up a run again from its trials, also one that crashed or was killed")
        {
            run,
            verbose,
            json,
        };
        Help.AddExamples(command, "pingmark report runs/quick-20260101-120000");
        command.SetAction(parsed =>
            Report(parsed.GetValue(run)!, Medium(parsed.GetValue(verbose)), parsed.GetValue(json))
        );
        return command;
    }

    public static Option<bool> VerboseOption() =>
        new("--verbose", "-v")
        {
            Description = "Print all that is worth reading beside the figures: notes, causes, costs of the client",
        };

    /// <summary>What standard output shows a report as.</summary>
    public static Media Medium(bool isVerbose) => isVerbose ? Media.Verbose : Media.Terminal;

    private static int Report(string path, Media medium, bool json)
    {
        if (CapacityFolder.Holds(path))
            return CapacityOutput.Report(path, json ? null : medium);
        using var folder = RunFolder.Open(path);
        var (info, trials, summary) = SummedRun.Read(folder);
        // What can be shown is shown before anything is written: the disk may be full, or not the user's.
        if (json)
            ShowJson(summary);
        else
            Show(summary, medium, folder.Path);
        RunReports.Write(folder, info, trials, summary);
        return RunReports.ExitCodeOf(summary with { Interrupted = false });
    }

    public static void ShowJson(Summary summary) => Screen.WriteJson(SummaryJson.Serialize(summary));

    public static void Show(Summary summary, Media medium, string folder) =>
        TerminalRenderer.Write(Terminal.OutputOf(medium), RunReport.Build(summary, medium, folder));
}
