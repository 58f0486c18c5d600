using System.CommandLine;
using Pingmark.Model;
using Pingmark.Reports;
using Pingmark.Results;

namespace Pingmark.Cli;

internal static class ReportCommand
{
    private const double LongestRunS = 1e9;

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
        using var folder = RunFolder.Open(path);
        var (info, trials, summary) = Read(folder);
        // What can be shown is shown before anything is written: the disk may be full, or not the user's.
        Show(summary, json, folder.Path);
        RunReports.Write(folder, info, trials, summary);
        return RunReports.ExitCodeOf(summary with { Interrupted = false });
    }

    /// <summary>A run and its summary, made anew.</summary>
    /// <exception cref="BadInputException">It is damaged.</exception>
    public static (RunInfo Info, IReadOnlyList<TrialRecord> Trials, Summary Summary) Read(RunFolder folder)
    {
        var (info, trials, earlier) = (folder.ReadInfo(), folder.ReadTrials(), Earlier(folder));
        var summary = SummaryBuilder.Build(
            info,
            trials,
            earlier?.DurationS is >= 0 and < LongestRunS and var seconds ? TimeSpan.FromSeconds(seconds) : null,
            earlier?.Interrupted ?? true
        );
        return (info, trials, summary);
    }

    /// <summary>A run that ended by itself knows how long it took and whether it was interrupted; one that was killed
    /// has no summary, and a damaged one is made anew.</summary>
    private static Summary? Earlier(RunFolder folder)
    {
        try
        {
            return PlainFile.Exists(folder["summary.json"]) ? SummaryJson.Load(folder["summary.json"]) : null;
        }
        catch (BadInputException)
        {
            return null;
        }
    }

    public static void Show(Summary summary, bool json, string folder)
    {
        if (json)
            Screen.WriteJson(SummaryJson.Serialize(summary));
        else
            TerminalReport.Write(Terminal.Output, summary, folder);
    }
}
