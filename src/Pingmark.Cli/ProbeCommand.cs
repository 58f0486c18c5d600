using System.CommandLine;
using Pingmark.Formatting;
using Pingmark.Host;
using Pingmark.Model;
using Pingmark.Schema;

namespace Pingmark.Cli;

internal static class ProbeCommand
{
    private const long ShortestNs = 1_000_000,
        LongestNs = 24 * 3_600_000_000_000;

    private static readonly IReadOnlyList<ScenarioKey> Keys =
    [
        LoadKeys.Test,
        .. LoadKeys.OfEchoServers,
        ScenarioKeys.MessageBytes,
        ScenarioKeys.Generators,
        ScenarioKeys.Connections,
        ScenarioKeys.InFlight,
        ScenarioKeys.Rate,
        ScenarioKeys.Arrivals,
        ScenarioKeys.Burst,
        ScenarioKeys.Replay,
        ScenarioKeys.LostAfter,
    ];

    /// <summary>The keys of a scenario that can be asked for, each with its option.</summary>
    private static readonly IReadOnlyDictionary<ScenarioKey, Option<string?>> Asked = Keys.ToDictionary(
        key => key,
        OptionOf
    );

    public static Command Create()
    {
        var target = new Argument<string>("TARGET") { Description = "tcp://HOST:PORT or udp://HOST:PORT" };
        var framing = new Option<string>("--framing")
        {
            Description =
                "TCP only. none: the server echoes bytes; length-le: it echoes messages with a 4-byte "
                + "little-endian length",
            DefaultValueFactory = _ => "length-le",
        };
        framing.AcceptOnlyFromAmong("length-le", "none");
        var duration = new Option<string>("--duration")
        {
            Description = "Counted time",
            DefaultValueFactory = _ => "5s",
        };
        var client = new Option<string?>("--client")
        {
            Description = "Client stack; the cheapest of the transport when not given",
        };
        var network = new Option<string?>("--network")
        {
            Description =
                "An impaired network before the server, by a relay on this machine: a profile "
                + $"({string.Join(", ", NetworkProfiles.Names)}) or delay=20ms,loss=1% (jitter, loss_burst, "
                + "loss_in_bursts, loss_between, duplicate, reorder, rate)",
            HelpName = "network",
        };
        var log = new Option<string?>("--log-messages")
        {
            Description =
                "Write when each counted message was sent and answered to this file, a line each (CSV); costs one "
                + $"more store a message, and has room for {NumberText.Count(MessageLog.Most)} of them",
            HelpName = "file",
        };
        var awake = NoSleepStates.Option();
        var json = new Option<bool>("--json") { Description = "Print one cell object as in summary.json" };
        var command = new Command("probe", "Measure any third-party echo server: no hello, no worker on the other side")
        {
            target,
            framing,
            duration,
            client,
            network,
            log,
            awake,
            json,
        };
        foreach (var option in Asked.Values)
            command.Options.Add(option);
        Help.AddExamples(
            command,
            "pingmark probe tcp://[::1]:7000 --framing none",
            "pingmark probe udp://127.0.0.1:7000 --connections 10 --duration 2s --json",
            "pingmark probe tcp://[::1]:7000 --framing none --rate 10k/s --arrivals poisson",
            "pingmark probe udp://127.0.0.1:7000 --network delay=20ms,loss=1%",
            "pingmark probe udp://127.0.0.1:7000 --log-messages messages.csv"
        );
        command.SetAction(
            async (parsed, cancel) =>
            {
                var to = await ProbeTarget.ParseAsync(parsed.GetValue(target)!, cancel);
                var scenario = ScenarioOf(parsed, to);
                if (parsed.GetValue(network) is { } impaired)
                    scenario = scenario with { Network = NetworkOf(impaired, network.Name, to.Transport) };
                var durationNs = Units.Duration(parsed.GetValue(duration)!, "--duration");
                if (durationNs is < ShortestNs or > LongestNs)
                    throw new BadInputException("--duration can be 1ms to 24h");
                var logFile = parsed.GetValue(log);
                RequireLog(logFile, scenario);
                using var held = parsed.GetValue(awake) ? SleepStates.Forbid() : null;
                var isOnTime = to.Transport == "udp" || scenario.RatePerS is not null;
                return await new RequestedProbe(to, scenario, durationNs)
                {
                    Client = parsed.GetValue(client) ?? $"cpp/{to.Transport}-{(isOnTime ? "spin" : "epoll")}",
                    Framing = to.Transport == "tcp" ? parsed.GetValue(framing) : null,
                    Notes = NoSleepStates.Notes(held),
                    LogFile = logFile,
                    IsJson = parsed.GetValue(json),
                }.MeasureAsync(cancel);
            }
        );
        return command;
    }

    private static Scenario ScenarioOf(ParseResult parsed, ProbeTarget target)
    {
        var given = Asked.ToLookup(asked => parsed.GetValue(asked.Value) is not null);
        var scenario = given[true]
            .Aggregate(
                new Scenario { Address = target.Address.ToString() },
                (read, asked) => asked.Key.Read(parsed.GetValue(asked.Value)!, asked.Value.Name, read)
            );
        if (scenario.RatePerS is null && given[true].Any(asked => asked.Key == ScenarioKeys.Arrivals))
            throw new BadInputException("--arrivals needs a --rate, such as --rate 10k/s");
        if (target.Transport == "udp" && scenario.MessageBytes > ScenarioKeys.MostDatagramBytes)
            throw new BadInputException(
                $"--message-bytes must be at most {ScenarioKeys.MostDatagramBytes} over UDP, not "
                    + $"'{scenario.MessageBytes}'"
            );
        scenario = given[false].Aggregate(scenario, (filled, asked) => asked.Key.WithDefault(filled));
        if (scenario.Load.NeededServer is { } server)
            throw new BadInputException($"--test {scenario.Test} needs {server}");
        return PlanRules.OfTogether(scenario) is { } problem ? throw new BadInputException(problem.Text) : scenario;
    }

    private static void RequireLog(string? file, Scenario scenario)
    {
        if (file is null)
            return;
        if (scenario.Generators is not null)
            throw new BadInputException(
                "--log-messages and --generators exclude each other: each generator has a clock of its own"
            );
        var isFile = file.Length > 0 && !Directory.Exists(file);
        if (!isFile || !Directory.Exists(Path.GetDirectoryName(Path.GetFullPath(file))))
            throw new BadInputException(
                $"--log-messages '{file}' is no file that can be written: is its folder there?"
            );
    }

    /// <summary>Reads a network for a probe. It must be a relay: a device of this machine does not lead to somebody
    /// else's server.</summary>
    private static Network NetworkOf(string text, string option, string transport)
    {
        var network = NetworkKeys.Read(text, option);
        if (network.Engine == NetworkEngine.Tun)
            throw new BadInputException($"{option} can't have engine=tun: a probe's server is somebody else's");
        network = network with { Engine = NetworkEngine.Relay };
        return transport == "tcp" && network.HarmsPackets
            ? throw new BadInputException(
                $"{option}: a relay passes on the bytes of a stream, and can't lose, double or reorder its packets"
            )
            : network;
    }

    private static Option<string?> OptionOf(ScenarioKey key)
    {
        var meaning = char.ToUpperInvariant(key.Meaning[0]) + key.Meaning[1..].Replace("`", "");
        return new("--" + key.Name.Replace('_', '-'))
        {
            Description = meaning + (key.Default is { } value ? $" [default: {value}]" : ""),
        };
    }
}
