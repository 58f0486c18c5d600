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
        var command = Help.Command(
            "report",
            "Sum up a run again from its trials, also one that crashed or was killed",
            [run, verbose, json],
            "pingmark report runs/quick-20260101-120000"
        );
        command.SetAction(parsed => Report(parsed.GetValue(run)!, Medium(parsed, verbose, json)));
        return command;
    }

    public static Option<bool> VerboseOption() =>
        new("--verbose", "-v")
        {
            Description = "Print all that is worth reading beside the figures: notes, causes, costs of the client",
        };

    /// <summary>What standard output shows a report as; null: as JSON.</summary>
    public static Media? Medium(ParseResult parsed, Option<bool> verbose, Option<bool> json) =>
        parsed.GetValue(json) ? null
        : parsed.GetValue(verbose) ? Media.Verbose
        : Media.Terminal;

    private static int Report(string path, Media? medium)
    {
        if (CapacityFolder.Holds(path))
            return CapacityOutput.Report(path, medium);
        using var folder = RunFolder.Open(path);
        var (info, trials, summary) = SummedRun.Read(folder);
        // What can be shown is shown before anything is written: the disk may be full, or not the user's.
        Show(summary, medium, folder.Path);
        RunReports.Write(folder, info, trials, summary);
        return RunReports.ExitCodeOf(summary with { Interrupted = false });
    }

    /// <param name="medium">Null: it is written as JSON.</param>
    public static void Show(Summary summary, Media? medium, string folder)
    {
        if (medium is { } shown)
            TerminalRenderer.Write(Terminal.OutputOf(shown), RunReport.Build(summary, shown, folder));
        else
            Screen.WriteJson(SummaryJson.Serialize(summary));
    }
}
