using System.CommandLine;
using Pingmark.Capacity;
using Pingmark.Host;
using Pingmark.Model;
using Pingmark.Runs;
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
            "What must be kept under load: p99<1ms, p99.9<=5ms, lost<0.1%, late(50ms)<1%; all of several must be met",
        HelpName = "objective",
        Required = true,
        AllowMultipleArgumentsPerToken = true,
    };

    private static readonly Option<string[]> Set = new("--set")
    {
        Description = "Set a key of a suite: arrivals=uniform, socket.no_delay=false, snapshot_rate=60",
        AllowMultipleArgumentsPerToken = true,
        HelpName = "key=value",
    };

    private static readonly Option<string?> Folder = new("--out")
    {
        Description = "Folder for the results; runs/capacity-TIME when not given",
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
                    + "--rate-each), or players (who also get snapshots) [default: rate]",
            }
        ),
        ("connections", new("--connections") { Description = "Connections of the client; 1,16 are two searches" }),
        ("message_bytes", new("--message-bytes") { Description = "Size of a message [default: 32]" }),
        (
            "rate_each",
            new("--rate-each")
            {
                Description = "Messages a second of each connection (10/s); of players inputs, else one a snapshot",
            }
        ),
        (
            "client",
            new("--client") { Description = "native, reference or a stack: who drives the servers [default: native]" }
        ),
        ("budget", new("--budget") { Description = "Wall time that the measuring may take [default: 2m]" }),
        ("seed", new("--seed") { Description = "Seed of arrivals and of the order of turns" }),
    ];

    public static Command Create()
    {
        var placement = new PlacementOptions();
        var awake = NoSleepStates.Option();
        Stacks.OffersNames(Completions.Stacks);
        var command = new Command("capacity", "Find the highest load that a server carries within an objective")
        {
            Stacks,
        };
        foreach (var option in (Option[])[Slo, .. Keys.Select(key => key.Option), Set, Folder, awake, Verbose, Json])
            command.Options.Add(option);
        placement.AddTo(command);
        Help.AddExamples(
            command,
            "pingmark capacity cpp/tcp-epoll java/tcp-nio --slo 'p99<1ms' --connections 16",
            "pingmark capacity 'dotnet/tcp-async' --slo 'p99<1ms' --slo 'lost<0.1%' --client reference",
            "pingmark capacity java/netty-tcp --of connections --rate-each 10/s --slo 'p99<5ms'",
            "pingmark capacity cpp/enet dotnet/litenetlib --of players --slo 'p99<50ms' --set address=127.0.0.1",
            "pingmark run capacity --budget 5m     (the suite of the same name)"
        );
        command.SetAction((parsed, cancel) => RunAsync(parsed, placement.Read(parsed), parsed.GetValue(awake), cancel));
        return command;
    }

    private static async Task<int> RunAsync(
        ParseResult parsed,
        RequestedSites requested,
        bool isKeptAwake,
        CancellationToken cancel
    )
    {
        var installation = Installation.Find();
        var suite = SuiteFile.Parse(
            Suite,
            "capacity",
            installation.Workers.Stacks,
            [.. Overrides(parsed)],
            string.Join(',', parsed.GetValue(Stacks)!),
            requested.AddressProblem,
            installation.Workers.ServersOnly
        );
        CapacityRun.RequireBudget(suite);
        await using var sites = await requested.OpenAsync(suite.Cells, cancel);
        var here = await installation.PrepareAsync(
            suite.Cells.SelectMany(cell => new[] { cell.Stack, cell.Client }),
            force: false,
            cancel
        );
        await OptionCheck.RequireAsync(suite.AskedOptions, installation.Starter, here, cancel);
        var (forServers, sides) = await installation.PlaceAsync(sites, suite.Cells, here, cancel);
        await installation.WaitAfterBuildAsync(cancel);
        using var held = isKeptAwake ? SleepStates.Forbid() : null;
        return await CapacityOutput.SearchAsync(
            suite,
            new(installation.Starter, sides, installation.Progress)
            {
                Command = [.. CommandLine.Words(parsed, Json.Name, Folder.Name)],
                Surroundings = NoSleepStates.Notes(held),
            },
            forServers,
            parsed.GetValue(Folder),
            parsed.GetValue(Json) ? null : ReportCommand.Medium(parsed.GetValue(Verbose)),
            isStrict: false,
            cancel
        );
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
