using System.CommandLine;
using System.Globalization;
using Pingmark.Model;
using Pingmark.Nbn;
using Pingmark.Schema;

namespace Pingmark.Cli;

/// <summary>The command line of NetworkBenchmarkDotNet: every option with its name, short form and default.</summary>
internal static class NbnCommand
{
    private const string ClientsName = "--clients";
    private static readonly NbnOptions Defaults = new();

    private static readonly Option<string> Benchmark = Choice(
        "--benchmark",
        "-b",
        Defaults.Benchmark,
        "Run a predefined benchmark, whose numbers are fixed, or a custom one by the options below"
    );
    private static readonly Option<string> Mode = Choice(
        "--execution-mode",
        "-m",
        Defaults.Mode,
        "Server and clients here (Complete), or one of them: the server first, then the clients"
    );
    private static readonly Option<string> Test = Choice(
        "--test",
        "-t",
        Defaults.Test,
        "PingPong measures; Manual asks what to send and shows what comes back"
    );
    private static readonly Option<string> Transmission = Choice(
        "--transmission",
        null,
        Defaults.Transmission,
        "How messages travel"
    );
    private static readonly Option<string[]> Library = new("--library", "-l")
    {
        Description =
            $"{string.Join(", ", NbnLibraries.Names)} or any stack's id (`pingmark list stacks`); "
            + "several with commas between, or repeated",
        DefaultValueFactory = _ => [.. Defaults.Libraries],
    };
    private static readonly Option<double> Duration = new("--duration", "-d")
    {
        Description = "Measured seconds; -1: until it is stopped by hand",
        DefaultValueFactory = _ => Defaults.DurationS,
    };
    private static readonly Option<string> Address = new("--address")
    {
        Description = "The server's IPv4 or IPv6 address",
        DefaultValueFactory = _ => Defaults.Address,
    };
    private static readonly Option<int> Port = Number("--port", Defaults.Port, "The server's port; 0: any free one");
    private static readonly Option<string[]> Clients = new(ClientsName)
    {
        Description =
            "Number of clients, or where they run, written as for --server; for both: --clients 100 --clients ssh:HOST",
        DefaultValueFactory = _ => [Defaults.Clients.ToString(CultureInfo.InvariantCulture)],
    };
    private static readonly Option<int> Parallel = Number(
        "--parallel-messages",
        Defaults.ParallelMessages,
        "Messages that each client keeps in flight"
    );
    private static readonly Option<int> Size = Number(
        "--message-byte-size",
        Defaults.MessageByteSize,
        "Bytes of a message, all of it; 8 is the least"
    );
    private static readonly Option<string> Payload = Choice(
        "--message-payload",
        null,
        Defaults.Payload,
        "What messages carry"
    );
    private static readonly Option<bool> Verbose = new("--verbose")
    {
        Description = "Print progress on stderr; `--verbose false` turns it off",
        DefaultValueFactory = _ => Defaults.Verbose,
    };
    private static readonly Option<int> ClientTicks = Number(
        "--client-tick-rate",
        Defaults.ClientTickRate,
        "How often per second the clients' library loop runs at least, where a library has one"
    );
    private static readonly Option<int> ServerTicks = Number(
        "--server-tick-rate",
        Defaults.ServerTickRate,
        "How often per second the server's library loop runs at least, where a library has one"
    );
    private static readonly Option<bool> NativeSockets = new("--use-native-sockets")
    {
        Description = "The library's own system calls in place of .NET's sockets, where a library has them",
        DefaultValueFactory = _ => Defaults.UseNativeSockets,
    };

    private static readonly Option<string[]> Gc = new("--gc")
    {
        Description =
            "The garbage collector of .NET's processes: workstation, its default; server, as in NBN's own jobs; or "
            + "both with a comma, one beside the other",
        DefaultValueFactory = _ => [.. Defaults.GcModes.Select(NbnGcModes.Word)],
        HelpName = "gc",
    };
    private static readonly Option<string?> NetworkBetween = new(NbnNetwork.Option)
    {
        Description =
            "An impaired network between server and clients, of which one is on this machine: a profile "
            + $"({string.Join(", ", NetworkProfiles.Names)}) or delay=20ms,loss=1% (jitter, loss_burst, duplicate, "
            + "reorder, rate, engine)",
        HelpName = "network",
    };

    public static Command Create()
    {
        var placement = new PlacementOptions();
        var command = Help.Command(
            "nbn",
            "Run NetworkBenchmarkDotNet's benchmarks with its options, for its libraries and all other stacks",
            [
                .. (Option[])[Benchmark, Mode, Test, Transmission, Library, Duration, Address, Port, Clients],
                .. (Option[])[Parallel, Size, Payload, Verbose, ClientTicks, ServerTicks, NativeSockets],
                .. (Option[])[Gc, NetworkBetween],
                .. placement.WithoutClients,
            ],
            "pingmark nbn -l ENet,LiteNetLib -d 5                      two libraries, 500 clients each",
            "pingmark nbn -b Quick                                     all libraries, within a minute",
            "pingmark nbn -l LiteNetLib --gc server,workstation        NBN's own garbage collector, and .NET's default",
            "pingmark nbn -l LiteNetLib --network wifi                 through a worse network than this machine's",
            "pingmark nbn -m Server -d -1 --address 192.168.0.10       serves, and prints the clients' command",
            "pingmark nbn -l ENet --server ssh:a --clients ssh:b       each side on a machine of its own",
            "pingmark nbn -t Manual -l LiteNetLib                      send messages by hand"
        );
        command.SetAction(
            (parsed, cancel) =>
            {
                var (count, hosts) = ClientsOption.Read(
                    parsed.GetResult(Clients) is { Implicit: false } ? parsed.GetValue(Clients)! : [],
                    placement.HasHostsFile(parsed)
                );
                List<string> placed = [.. placement.TypedOptions(parsed)];
                if (hosts is not null)
                    placed.AddRange([ClientsName, hosts]);
                var sites = placement.Read(parsed, hosts);
                return NbnModes.RunAsync(
                    Read(parsed, count, placed) with
                    {
                        ClientMachines = sites.Sites.Clients.Count,
                    },
                    sites,
                    CommandLine.Words(parsed),
                    cancel
                );
            }
        );
        return command;
    }

    /// <param name="clients">The number of clients; null where it is not given.</param>
    private static NbnOptions Read(ParseResult parsed, int? clients, IReadOnlyList<string> placed) =>
        new()
        {
            Benchmark = Word<NbnBenchmark>(parsed, Benchmark),
            Mode = Word<NbnExecutionMode>(parsed, Mode),
            Test = Word<NbnTest>(parsed, Test),
            Transmission = Word<Transmission>(parsed, Transmission),
            Libraries = NbnLibraries.Split(parsed.GetValue(Library) ?? []),
            DurationS = parsed.GetValue(Duration),
            Address = parsed.GetValue(Address)!,
            Port = parsed.GetValue(Port),
            Clients = clients ?? Defaults.Clients,
            ParallelMessages = parsed.GetValue(Parallel),
            MessageByteSize = parsed.GetValue(Size),
            Payload = Word<Payload>(parsed, Payload),
            Verbose = parsed.GetValue(Verbose),
            ClientTickRate = parsed.GetValue(ClientTicks),
            ServerTickRate = parsed.GetValue(ServerTicks),
            UseNativeSockets = parsed.GetValue(NativeSockets),
            GcModes = NbnGcModes.Read(parsed.GetValue(Gc) ?? []),
            Network = parsed.GetValue(NetworkBetween) is { } network
                ? NetworkKeys.Read(network, NbnNetwork.Option)
                : null,
            NetworkWords = parsed.GetValue(NetworkBetween) ?? "",
            Given = parsed
                .CommandResult.Command.Options.Where(o => parsed.GetResult(o) is { Implicit: false })
                .Select(o => o.Name)
                .Except(clients is null ? placed.Append(ClientsName) : placed.Where(word => word != ClientsName))
                .ToHashSet(),
            Placement = placed,
        };

    private static T Word<T>(ParseResult parsed, Option<string> option)
        where T : struct, Enum => Enum.Parse<T>(parsed.GetValue(option)!, ignoreCase: true);

    private static Option<string> Choice<T>(string name, string? alias, T standard, string description)
        where T : struct, Enum
    {
        var option = new Option<string>(name, alias is null ? [] : [alias])
        {
            Description = description,
            DefaultValueFactory = _ => standard.ToString(),
        };
        option.AcceptOnlyFromAmong(StringComparer.OrdinalIgnoreCase, Enum.GetNames<T>());
        return option;
    }

    private static Option<int> Number(string name, int standard, string description) =>
        new(name) { Description = description, DefaultValueFactory = _ => standard };
}
