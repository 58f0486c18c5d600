using System.CommandLine;
using System.Globalization;
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
        var suite = new Argument<string>("SUITE")
        {
            Description = "A suite's name (`pingmark list suites`) or a YAML file",
            Arity = ArgumentArity.ZeroOrOne,
        };
        var stacks = new Option<string?>("--stacks")
        {
            Description =
                "Stacks to compare in place of the suite's, the baseline first: a,b; globs (cpp/*) and "
                + "labels (x=cpp/tcp-spin) are understood",
        };
        suite.OffersNames(Completions.Suites);
        stacks.CompletionSources.Add(Completions.Stacks);
        stacks.HelpName = "stacks";
        var set = new Option<string[]>("--set")
        {
            Description = "Set a key of the suite: connections=1,16, socket.no_delay=false, duration=5s",
            AllowMultipleArgumentsPerToken = true,
        };
        set.CompletionSources.Add(Completions.Keys(suite, stacks));
        var budget = new Option<string?>("--budget")
        {
            Description = "Wall time that the measuring may take (30s, 5m); the plan is shortened to fit",
        };
        var precision = new Option<string?>("--precision")
        {
            Description = "Stop a comparison when its interval is narrower than ± this (2%); never before 2 rounds",
        };
        var rounds = new Option<string?>("--rounds") { Description = "Rounds, each with fresh processes" };
        var seed = new Option<string?>("--seed")
        {
            Description = "Seed of the random order; the same seed gives the same order",
        };
        var output = new Option<string?>("--out")
        {
            Description = "Folder for the results; runs/SUITE-TIME when not given",
        };
        var resume = new Option<string?>("--resume")
        {
            Description =
                "Go on with the run in this folder, which ended early, by its plan and seed; a SUITE and options, if "
                + "given, must come to the same plan",
            HelpName = "folder",
        };
        var json = new Option<bool>("--json")
        {
            Description = "Print summary.json instead of tables; progress goes to stderr",
        };
        var log = new Option<bool>("--log-messages")
        {
            Description =
                "Write when each message of the unbroken stretches was sent and answered, a file a cell and round "
                + "(CSV) in messages/ of the results; costs one more store a message",
        };
        var awake = NoSleepStates.Option();
        var placement = new PlacementOptions();
        var command = new Command("run", "Run a suite and compare its stacks")
        {
            suite,
            stacks,
            set,
            budget,
            precision,
            rounds,
            seed,
            output,
            resume,
            log,
            awake,
            json,
        };
        command.Validators.Add(result =>
        {
            if (result.GetResult(suite)?.Tokens.Count is null or 0 && result.GetResult(resume) is null)
                result.AddError($"Required argument '{suite.Name}' missing for command: '{command.Name}'");
        });
        placement.AddTo(command);
        Help.AddExamples(
            command,
            "pingmark run quick",
            "pingmark run epoll-vs-threads --budget 2m",
            "pingmark run quick --stacks cpp/tcp-epoll,java/tcp-nio --set connections=1,100 --set message_bytes=1KiB",
            "pingmark run csharp-vs-java --server ssh:lab1 --clients ssh:lab2",
            "pingmark run --resume runs/quick-20260101-120000",
            "pingmark run quick --stacks a=cpp/tcp-spin,b=cpp/tcp-spin --budget 12s     (A/A: how far "
                + "can I trust this machine?)"
        );
        command.SetAction(
            (parsed, cancel) =>
            {
                // The short options are the suite's keys under another name, so one reader checks both.
                List<SuiteOverride> overrides = [.. (parsed.GetValue(set) ?? []).Select(SuiteOverride.OfSet)];
                foreach (
                    var (key, option) in new[]
                    {
                        ("budget", budget),
                        ("precision", precision),
                        ("rounds", rounds),
                        ("seed", seed),
                    }
                )
                    if (parsed.GetValue(option) is { } value)
                        overrides.Add(SuiteOverride.OfOption(option.Name, key, value));
                if (parsed.GetValue(log))
                    overrides.Add(new("log_messages=true", log.Name));
                return RunAsync(
                    parsed.GetValue(suite),
                    parsed.GetValue(resume),
                    parsed.GetValue(stacks),
                    overrides,
                    parsed.GetValue(output),
                    parsed.GetValue(awake),
                    parsed.GetValue(json),
                    CommandLine.Words(parsed, json.Name, output.Name),
                    placement.Read(parsed),
                    cancel
                );
            }
        );
        return command;
    }

    private static async Task<int> RunAsync(
        string? name,
        string? resumed,
        string? stacks,
        IReadOnlyList<SuiteOverride> overrides,
        string? output,
        bool awake,
        bool json,
        IReadOnlyList<string> command,
        AskedSites asked,
        CancellationToken cancel
    )
    {
        var installation = Installation.Find();
        if (resumed is not null && output is not null)
            throw new BadInputException("--resume goes on in the folder that it names: leave --out away");
        if (name is null && (overrides.Count > 0 || stacks is not null))
            throw new BadInputException(
                "--resume without SUITE goes on as the folder's run.json says: leave the other options away"
            );
        var earlier = resumed is null ? null : EarlierRun.Open(resumed);
        using var locked = earlier?.Folder;
        var suite = name is null
            ? earlier!.Suite
            : SuiteFile.Load(
                new SuiteCatalog(Path.Combine(installation.Root, "suites")).Find(name),
                installation.Workers.Stacks,
                overrides,
                stacks,
                asked.AddressProblem
            );
        if (name is null && asked.AddressProblem(suite.Cells) is { } problem)
            throw new BadInputException(
                $"{earlier!.Folder.PlanFile}: {problem}"
                    + (earlier.Info.Sites.Count > 0 ? "; its sides were placed: give --server and --clients again" : "")
            );
        foreach (var cell in suite.Cells)
        {
            RuntimeOptions.Apply(installation.Workers.Of(cell.Stack), cell.RuntimeOptions);
            RuntimeOptions.Apply(installation.Workers.Of(cell.Client), cell.RuntimeOptions);
        }
        // Who can't be reached is told before anything is built for them.
        await using var sites = await asked.OpenAsync(suite.Cells, cancel);
        var availability = await installation.PrepareAsync(
            suite.Cells.SelectMany(c => new[] { c.Stack, c.Client }),
            force: false,
            cancel
        );
        await OptionCheck.RequireAsync(suite.AskedOptions, installation.Starter, availability, cancel);
        PlacedSides? placed = null;
        if (sites is not null)
            (availability, placed) = await installation.PlaceAsync(sites, suite.Cells, availability, cancel);
        using var held = awake ? SleepStates.Forbid() : null;
        var run = installation.NewSuiteRun(placed, earlier);
        RunFolder? folder = null;
        var summary = await run.ExecuteAsync(
            suite,
            availability,
            info =>
            {
                earlier?.Folder.Rewrite(info);
                folder =
                    earlier?.Folder
                    ?? (
                        output is null
                            ? RunFolder.CreateNew(DefaultFolder(suite), info)
                            : RunFolder.Create(output, info)
                    );
                installation.Starter.Crashes = Path.GetFullPath(folder.Path);
                return folder;
            },
            cancel,
            NoSleepStates.Notes(held),
            command
        );
        ReportCommand.Show(summary, json, folder!.Path);
        return RunReports.ExitCodeOf(summary);
    }

    /// <summary>Where a run's results go when nothing else is asked for.</summary>
    public static string DefaultFolder(Suite suite) =>
        Path.Combine(
            "runs",
            string.Create(CultureInfo.InvariantCulture, $"{suite.Name}-{DateTime.Now:yyyyMMdd-HHmmss}")
        );
}
