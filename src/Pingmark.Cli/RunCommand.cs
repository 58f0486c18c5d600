using System.CommandLine;
using System.Globalization;
using Pingmark.Capacity;
using Pingmark.Host;
using Pingmark.Model;
using Pingmark.Reports;
using Pingmark.Results;
using Pingmark.Runs;
using Pingmark.Suites;
using Pingmark.Workers;

namespace Pingmark.Cli;

internal static class RunCommand
{
    public static Command Create()
    {
        var options = new RunOptions();
        var command = Help.Command(
            "run",
            "Run suites and compare their stacks",
            options.All,
            "pingmark run quick",
            "pingmark run epoll-vs-threads --budget 2m",
            "pingmark run quick local-ipc --out tonight",
            "pingmark run quick --stacks cpp/tcp-epoll,java/tcp-nio --set connections=1,100 --set message_bytes=1KiB",
            "pingmark run csharp-vs-java --server ssh:lab1 --clients ssh:lab2",
            "pingmark run --resume runs/quick-20260101-120000",
            "pingmark run quick --stacks a=cpp/tcp-spin,b=cpp/tcp-spin --budget 12s     (A/A: how far "
                + "can I trust this machine?)"
        );
        command.Validators.Add(options.Validate);
        command.SetAction((parsed, cancel) => RunAsync(options.Read(parsed), cancel));
        return command;
    }

    /// <summary>Runs one suite after the other; one that can't be measured does not keep the others from it.</summary>
    /// <returns>The first exit code that is not 0.</returns>
    private static async Task<int> RunAsync(IReadOnlyList<RunRequest> requests, CancellationToken cancel)
    {
        var installation = Installation.Find();
        var earlier = requests[0].ResumedFolder is { } resumed ? EarlierRun.Open(resumed) : null;
        using var locked = earlier?.Folder;
        // What is wrong with any of them is told before the first is measured.
        var suites = requests.Select(request => Load(request, earlier, installation)).ToList();
        if (RunForecast.Describe(suites, installation.ToBuild(suites)) is { } forecast)
            installation.Progress.Step(forecast);
        var code = ExitCode.Ok;
        foreach (var (request, suite) in requests.Zip(suites))
        {
            var ended = await RunAsync(request, suite, earlier, installation, cancel);
            code = code == ExitCode.Ok ? ended : code;
            if (ended == ExitCode.Interrupted)
                return ended;
        }
        return code;
    }

    private static async Task<int> RunAsync(
        RunRequest request,
        Suite suite,
        EarlierRun? earlier,
        Installation installation,
        CancellationToken cancel
    )
    {
        try
        {
            return await MeasureAsync(request, suite, earlier, installation, cancel);
        }
        catch (PingmarkException e) when (request.IsOneOfSeveral)
        {
            await CommandLine.ComplainAsync([$"{suite.Name}: {e.Message}"], isJson: request.Medium is null);
            return e.ExitCode;
        }
    }

    public static async Task<int> MeasureAsync(
        RunRequest request,
        Suite suite,
        EarlierRun? earlier,
        Installation installation,
        CancellationToken cancel
    )
    {
        // Who can't be reached is told before anything is built for them.
        await using var sites = await request.Sites.OpenAsync(suite.Cells, cancel);
        var here = await installation.PrepareAsync(suite.Cells, cancel);
        await OptionCheck.RequireAsync(suite.AskedOptions, installation.Starter, here, cancel);
        var (forServers, sides) = await installation.PlaceAsync(sites, suite.Cells, here, cancel);
        await installation.WaitAfterBuildAsync(cancel);
        using var held = request.IsKeptAwake ? SleepStates.Forbid() : null;
        if (suite.Capacity is not null)
            return await CapacityOutput.SearchAsync(
                request,
                suite,
                new(installation.Starter, sides, installation.Progress)
                {
                    Command = request.Command,
                    Surroundings = NoSleepStates.Notes(held),
                },
                forServers,
                cancel
            );
        var run = installation.NewSuiteRun(sides, request.Command, earlier, NoSleepStates.Notes(held));
        if (request.IsPlanOnly)
        {
            Console.WriteLine(await run.DescribePlanAsync(suite, forServers, cancel));
            return ExitCode.Ok;
        }
        RunFolder? folder = null;
        var summary = await run.ExecuteAsync(
            suite,
            forServers,
            info =>
            {
                folder = FolderOf(request, earlier, info);
                installation.Starter.Crashes = Path.GetFullPath(folder.Path);
                return folder;
            },
            cancel
        );
        ReportCommand.Show(summary, request.Medium, folder!.Path);
        return RunReports.ExitCodeOf(summary, request.IsStrict);
    }

    /// <exception cref="BadInputException">The suite is wrong, or can't be measured where it was asked for.</exception>
    private static Suite Load(RunRequest request, EarlierRun? earlier, Installation installation)
    {
        var suite = Read(request, earlier, installation);
        CapacityRun.RequireBudget(suite);
        RequireOptions(suite, installation);
        return suite;
    }

    /// <exception cref="BadInputException">Nobody has a stack of the suite, or its worker does not allow an option of
    /// its runtime.</exception>
    public static void RequireOptions(Suite suite, Installation installation)
    {
        foreach (var cell in suite.Cells)
        {
            RuntimeOptions.Apply(installation.Workers.Find(cell.Stack), cell.RuntimeOptions);
            RuntimeOptions.Apply(installation.Workers.Find(cell.Client), cell.RuntimeOptions);
        }
    }

    private static Suite Read(RunRequest request, EarlierRun? earlier, Installation installation)
    {
        if (request.Suite is { } name)
            return SuiteFile.Load(
                installation.Suites.Find(name),
                installation.Workers.Stacks,
                request.Overrides,
                request.Stacks,
                request.Sites.AddressProblem,
                installation.Workers.ServersOnly
            );
        var suite = earlier!.Suite;
        return request.Sites.AddressProblem(suite.Cells) is { } problem
            ? throw new BadInputException(
                $"{earlier.Folder.PlanFile}: {problem}"
                    + (earlier.Info.Sites.Count > 0 ? "; its sides were placed: give --server and --clients again" : "")
            )
            : suite;
    }

    private static RunFolder FolderOf(RunRequest request, EarlierRun? earlier, RunInfo info)
    {
        if (earlier is null)
            return request.Folder is { } asked
                ? RunFolder.Create(asked, info)
                : RunFolder.CreateUnique(DefaultFolder(info.Suite), info);
        earlier.Folder.Rewrite(info);
        return earlier.Folder;
    }

    public static string DefaultFolder(string suite) =>
        Path.Combine("runs", string.Create(CultureInfo.InvariantCulture, $"{suite}-{DateTime.Now:yyyyMMdd-HHmmss}"));
}
