using System.CommandLine;
using Pingmark.Exports;
using Pingmark.Results;
using Pingmark.Wording;

namespace Pingmark.Cli;

internal static class ExportCommand
{
    public static Command Create()
    {
        var run = new Argument<string>("RUN") { Description = "A run's folder" };
        var to = new Option<string>("--to")
        {
            Description = "Folder for the files; made where it is missing",
            Required = true,
        };
        var format = new Option<string[]>("--format")
        {
            Description =
                "hlog (a histogram log for each cell), openmetrics, csv or json (with its schema); all when not given",
            AllowMultipleArgumentsPerToken = true,
        };
        to.HelpName = "folder";
        format.HelpName = "format";
        format.AcceptOnlyFromAmong([.. Enum.GetValues<ExportFormat>().Select(Name)]);
        var command = new Command("export", "Write a run's figures and round trips for other programs")
        {
            run,
            to,
            format,
        };
        Help.AddExamples(
            command,
            "pingmark export runs/quick-20260101-120000 --to exported",
            "pingmark export runs/quick-20260101-120000 --to logs --format hlog"
        );
        command.SetAction(parsed =>
            Export(
                parsed.GetValue(run)!,
                parsed.GetValue(to)!,
                Enum.GetValues<ExportFormat>()
                    .Where(f => parsed.GetValue(format) is not { Length: > 0 } named || named.Contains(Name(f)))
            )
        );
        return command;
    }

    private static string Name(ExportFormat format) =>
        format == ExportFormat.OpenMetrics ? "openmetrics" : format.Word();

    private static int Export(string path, string to, IEnumerable<ExportFormat> formats)
    {
        using var folder = RunFolder.Open(path);
        var (info, trials, summary) = ReportCommand.Read(folder);
        var files = formats.SelectMany(format => RunExports.Of(info, trials, summary, format)).ToList();
        if (files.Count == 0)
            throw new BadInputException($"{path} has nothing to export: no cell was measured to its end");
        try
        {
            Directory.CreateDirectory(to);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            throw new BadInputException($"the folder '{to}' can't be made: {e.Message}; choose another with --to");
        }
        foreach (var (name, text) in files)
        {
            PlainFile.Write(Path.Combine(to, name), text);
            Console.WriteLine(Path.Combine(to, name));
        }
        return ExitCode.Ok;
    }
}
