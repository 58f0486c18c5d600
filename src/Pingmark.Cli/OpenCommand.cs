using System.CommandLine;
using System.Diagnostics;

namespace Pingmark.Cli;

internal static class OpenCommand
{
    private const string Opener = "xdg-open",
        Report = "report.html",
        Runs = "runs";
    private const long MaxReportBytes = 1L << 30;

    public static Command Create()
    {
        var run = new Argument<string?>("RUN")
        {
            Description = "A run's folder; the newest in runs/ when not given",
            Arity = ArgumentArity.ZeroOrOne,
        };
        var command = Help.Command(
            "open",
            "Show a run's report.html in the browser; without a display, say where it is",
            [run],
            "pingmark open",
            "pingmark open runs/quick-20260101-120000"
        );
        command.SetAction(parsed => Open(parsed.GetValue(run) ?? Newest()));
        return command;
    }

    private static int Open(string folder)
    {
        var report = Path.Combine(folder, Report);
        if (!File.Exists(report))
            throw new BadInputException(
                Directory.Exists(folder)
                    ? $"{folder} has no {Report}; `pingmark report {folder}` makes one of a run's folder"
                    : $"there is no folder {folder}; give the one that `pingmark run` named at its end"
            );
        RequireOwn(folder, report);
        if (HasDisplay)
            Show(Path.GetFullPath(report));
        Console.WriteLine(report);
        return ExitCode.Ok;
    }

    /// <summary>Refuses a page that somebody else may have put there: it would be shown as a file of this machine, with
    /// all that a browser allows such a file.</summary>
    /// <exception cref="BadInputException">The page is not the one that is made from the folder's run.</exception>
    private static void RequireOwn(string folder, string report)
    {
        var page = PlainFile.ReadText(report, MaxReportBytes);
        var results = FolderResults.Open(folder);
        if (page != results.Page())
            throw new BadInputException(
                $"{report} is not the page that this pingmark makes of the run: it was made by another one, or by "
                    + $"somebody else; `pingmark report {folder}` makes it anew"
            );
    }

    private static string Newest() =>
        (Directory.Exists(Runs) ? new DirectoryInfo(Runs).EnumerateDirectories() : [])
            .Where(folder => File.Exists(Path.Combine(folder.FullName, Report)))
            .OrderByDescending(folder =>
                FolderResults.PlanFiles.Max(plan => File.GetLastWriteTimeUtc(Path.Combine(folder.FullName, plan)))
            )
            .Select(folder => Path.Combine(Runs, folder.Name))
            .FirstOrDefault()
        ?? throw new BadInputException($"no run in {Runs}/ has a {Report}; name a run's folder");

    private static bool HasDisplay =>
        new[] { "DISPLAY", "WAYLAND_DISPLAY" }.Any(name => Environment.GetEnvironmentVariable(name) is { Length: > 0 });

    /// <summary>Opens the report in a browser that outlives this program.</summary>
    private static void Show(string report)
    {
        try
        {
            using var opener = Process.Start(
                new ProcessStartInfo(Opener, [report])
                {
                    RedirectStandardOutput = true,
                    RedirectStandardError = true,
                    RedirectStandardInput = true,
                }
            );
        }
        catch (System.ComponentModel.Win32Exception)
        {
            Console.Error.WriteLine($"{Opener} is not installed; open the file yourself");
        }
    }
}
