using System.CommandLine;
using Pingmark.Exports;
using Pingmark.Formatting;
using Pingmark.Reports;

namespace Pingmark.Cli;

internal static class ExportCommand
{
    public static Command Create()
    {
        var run = new Argument<string>("RUN") { Description = "A run's folder" };
        var to = new Option<string?>("--to") { Description = "Folder for the files; made where it is missing" };
        var charts = new Option<string?>("--charts")
        {
            Description = "Folder for the charts of report.html, an SVG file each; needs Node.js",
        };
        var format = new Option<string[]>("--format")
        {
            Description = $"{Formats()}; all when not given",
            AllowMultipleArgumentsPerToken = true,
        };
        var separator = new Option<string>("--csv-separator")
        {
            Description =
                "What separates the fields of CSV files: , or ; (whose figures have decimal commas) or tab "
                + "[default: ,]",
            HelpName = "separator",
        };
        separator.AcceptOnlyFromAmong([.. CsvFormat.BySeparator.Keys]);
        to.HelpName = charts.HelpName = "folder";
        format.HelpName = "format";
        format.AcceptOnlyFromAmong([.. RunExports.All.Select(exporter => exporter.Name)]);
        var command = Help.Command(
            "export",
            "Write a run's figures and round trips for other programs",
            [run, to, format, separator, charts],
            "pingmark export runs/quick-20260101-120000 --to exported",
            "pingmark export runs/quick-20260101-120000 --to logs --format hlog",
            "pingmark export runs/quick-20260101-120000 --to tables --format csv --csv-separator tab",
            "pingmark export runs/quick-20260101-120000 --charts figures"
        );
        command.Validators.Add(result =>
        {
            if (result.GetResult(to) is null && result.GetResult(charts) is null)
                result.AddError("Option '--to' is required, or '--charts'");
        });
        command.SetAction(
            (parsed, cancel) =>
                ExportAsync(
                    parsed.GetValue(run)!,
                    parsed.GetValue(to),
                    parsed.GetValue(format) ?? [],
                    parsed.GetValue(separator) is { } asked ? CsvFormat.BySeparator[asked] : null,
                    parsed.GetValue(charts),
                    cancel
                )
        );
        return command;
    }

    private static string Formats() =>
        WordList.Join(RunExports.All.Select(exporter => $"{exporter.Name} ({exporter.Meaning})"), "or");

    private static async Task<int> ExportAsync(
        string path,
        string? to,
        IReadOnlyList<string> formats,
        CsvFormat? csv,
        string? charts,
        CancellationToken cancel
    )
    {
        var results = FolderResults.Open(path, csv);
        foreach (var damage in results.Damages)
            Console.Error.WriteLine($"warning: {damage}");
        if (to is not null)
            Write(path, to, "--to", results.Export(formats));
        if (charts is not null)
            Write(path, charts, "--charts", await results.DrawAsync(cancel));
        return results.Damages.Count > 0 ? ExitCode.CellFailed : ExitCode.Ok;
    }

    private static void Write(string path, string to, string option, IReadOnlyList<(string Name, string Text)> files)
    {
        if (files.Count == 0)
            throw new BadInputException($"{path} has nothing to export: no cell was measured to its end");
        try
        {
            Directory.CreateDirectory(to);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            throw new BadInputException($"the folder '{to}' can't be made: {e.Message}; choose another with {option}");
        }
        foreach (var (name, text) in files)
        {
            PlainFile.Write(Path.Combine(to, name), text);
            Console.WriteLine(Path.Combine(to, name));
        }
    }
}
