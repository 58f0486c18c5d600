using System.CommandLine;
using Pingmark.Capacity;
using Pingmark.Capacity.Reporting;
using Pingmark.Model;
using Pingmark.Reports.Document;
using Pingmark.Reports.Renderers;
using Pingmark.Suites;
using Pingmark.Workers;

namespace Pingmark.Cli;

/// <summary>The command <c>capacity</c>: the same search as that of a suite with <c>slo</c>, from options.</summary>
internal static class CapacityCommand
{
    private const string Suite = "name: capacity\nabout: how much each stack carries within its objective\n";

    private static readonly Argument<string[]> Stacks = new("STACK")
    {
        Description = "Stacks, the baseline first; globs (cpp/*) and labels (x=cpp/tcp-spin) are understood",
        Arity = ArgumentArity.OneOrMore,
    };

    private static readonly Option<string[]> Slo = new("--slo")
    {
        Description =
            "What must be kept under load: p99<1ms, p99.9<=5ms, lost<0.1%, late(50ms)<1% (later than 50 ms); all of "
            + "several must be met",
        HelpName = "objective",
        Required = true,
        AllowMultipleArgumentsPerToken = true,
    };

    private static readonly Option<string[]> Set = new("--set")
    {
        Description = "Override a key of the suite (docs/suites.md lists them): arrivals=uniform, snapshot_rate=60",
        AllowMultipleArgumentsPerToken = true,
        HelpName = "key=value",
    };

    private static readonly Option<string?> Folder = new("--out")
    {
        Description = "Folder for the results [default: runs/capacity-TIME]",
    };

    private static readonly Option<bool> Json = new("--json")
    {
        Description = "Print capacity-summary.json instead of tables; progress goes to stderr",
    };

    private static readonly Option<bool> Verbose = ReportCommand.VerboseOption();

    /// <summary>Options for keys of the suite, whose reader checks their values.</summary>
    private static readonly IReadOnlyList<(string Key, Option<string?> Option)> Keys =
    [
        (
            "of",
            new("--of")
            {
                Description =
                    "What is raised: rate (messages a second over all connections), connections (each sends at "
                    + "--rate-each), or players (game clients, who also get snapshots) [default: rate]",
            }
        ),
        (
            "connections",
            new("--connections")
            {
                Description = "Connections of the client; a list such as 1,16 makes a search for each",
            }
        ),
        ("message_bytes", new("--message-bytes") { Description = "Size of a message [default: 32]" }),
        (
            "rate_each",
            new("--rate-each")
            {
                Description =
                    "Messages per second of each connection, e.g. 10/s; of players: inputs [default: one per snapshot]",
            }
        ),
        (
            "client",
            new("--client")
            {
                Description = "Client: native (the stack's own), reference (one for all), or a stack [default: native]",
            }
        ),
        ("budget", new("--budget") { Description = "Wall time for all measuring [default: 2m]" }),
        ("seed", new("--seed") { Description = "Seed of arrivals and of the order of turns" }),
    ];

    public static Command Create()
    {
        var placement = new PlacementOptions();
        var awake = NoSleepStates.Option();
        Stacks.OffersNames(Completions.Stacks);
        var command = Help.Command(
            "capacity",
            "Find the highest load that a server carries within an objective",
            [Stacks, Slo, .. Keys.Select(key => key.Option), Set, Folder, awake, Verbose, Json, .. placement.All],
            "pingmark capacity cpp/tcp-epoll java/tcp-nio --slo 'p99<1ms' --connections 16",
            "pingmark capacity 'dotnet/tcp-async' --slo 'p99<1ms' --slo 'lost<0.1%' --client reference",
            "pingmark capacity java/netty-tcp --of connections --rate-each 10/s --slo 'p99<5ms'",
            "pingmark capacity cpp/enet dotnet/litenetlib --of players --slo 'p99<50ms' --set address=127.0.0.1",
            "pingmark run capacity --budget 5m     (the suite of the same name)"
        );
        command.SetAction(
            (parsed, cancel) =>
                RunAsync(
                    new(
                        Suite: null,
                        ResumedFolder: null,
                        string.Join(',', parsed.GetValue(Stacks)!),
                        [.. Overrides(parsed)],
                        parsed.GetValue(Folder),
                        parsed.GetValue(awake),
                        ReportCommand.Medium(parsed, Verbose, Json),
                        CommandLine.Words(parsed, Json.Name, Folder.Name),
                        placement.Read(parsed)
                    ),
                    cancel
                )
        );
        return command;
    }

    private static async Task<int> RunAsync(RunRequest request, CancellationToken cancel)
    {
        var installation = Installation.Find();
        var suite = SuiteFile.Parse(
            Suite,
            "capacity",
            installation.Workers.Stacks,
            request.Overrides,
            request.Stacks,
            request.Sites.AddressProblem,
            installation.Workers.ServersOnly
        );
        CapacityRun.RequireBudget(suite);
        return await RunCommand.MeasureAsync(request, suite, null, installation, cancel);
    }

    private static IEnumerable<SuiteOverride> Overrides(ParseResult parsed)
    {
        yield return SuiteOverride.FromOption(Slo.Name, CapacityReader.Slo, string.Join(',', parsed.GetValue(Slo)!));
        foreach (var (key, option) in Keys)
            if (parsed.GetValue(option) is { } value)
                yield return SuiteOverride.FromOption(option.Name, key, value);
        foreach (var text in parsed.GetValue(Set) ?? [])
            yield return SuiteOverride.FromSet(text);
    }
}

internal static class CapacityOutput
{
    /// <returns>The exit code.</returns>
    public static async Task<int> SearchAsync(
        RunRequest request,
        Suite suite,
        CapacityRun run,
        Func<string, Availability> forServers,
        CancellationToken cancel
    )
    {
        CapacityFolder? kept = null;
        try
        {
            var found = await run.ExecuteAsync(
                suite,
                forServers,
                plan =>
                    kept = CapacityFolder.Create(
                        request.Folder ?? RunCommand.DefaultFolder(suite.Name),
                        plan,
                        isNew: request.Folder is null
                    ),
                cancel
            );
            Show(kept!, found, request.Medium);
            return CapacitySummaries.ExitCodeOf(found.Summary, request.IsStrict);
        }
        finally
        {
            kept?.Dispose();
        }
    }

    /// <summary>Sums a search up again from its steps, also one that was killed.</summary>
    public static int Report(string path, Media? medium)
    {
        using var folder = CapacityFolder.Open(path);
        var found = SummedSearch.Read(folder);
        Show(folder, found, medium);
        return CapacitySummaries.ExitCodeOf(found.Summary with { Interrupted = false });
    }

    /// <summary>What can be shown is shown before anything is written: the disk may be full.</summary>
    private static void Show(CapacityFolder folder, SummedSearch found, Media? medium)
    {
        if (medium is { } shown)
            TerminalRenderer.Write(Terminal.OutputOf(shown), CapacityReport.Build(found.Summary, shown, folder.Path));
        else
            Screen.WriteJson(CapacityJson.Serialize(found.Summary));
        CapacityFiles.Write(folder, found.Summary, found.Steps);
    }
}
