using System.CommandLine;
using System.Diagnostics;
using System.Net;
using Pingmark.Checks;
using Pingmark.Evidence;
using Pingmark.Formatting;
using Pingmark.Host;
using Pingmark.Impairment;
using Pingmark.Model;
using Pingmark.Reports;
using Pingmark.Reports.Document;
using Pingmark.Reports.Renderers;
using Pingmark.Results;
using Pingmark.Runs;
using Pingmark.Schema;
using Pingmark.Trials;
using Pingmark.Workers;

namespace Pingmark.Cli;

internal static class ProbeCommand
{
    private const long MinDurationNs = 1_000_000,
        MaxDurationNs = 24 * 3_600_000_000_000;

    /// <summary>Always the same, because a probe is repeated to be compared with itself.</summary>
    private const int NetworkSeed = 1;

    private static readonly IReadOnlyList<ScenarioKey> Keys =
    [
        LoadKeys.Test,
        .. LoadKeys.EchoServerKeys,
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

    private static readonly IReadOnlyDictionary<ScenarioKey, Option<string?>> KeyOptions = Keys.ToDictionary(
        key => key,
        OptionOf
    );

    public static Command Create()
    {
        var target = new Argument<string>("TARGET") { Description = "tcp://HOST:PORT or udp://HOST:PORT" };
        var framing = new Option<string>("--framing")
        {
            Description =
                "TCP only. none: the server returns the bytes that it gets; length-le: it returns messages that "
                + "begin with a 4-byte little-endian length",
            DefaultValueFactory = _ => "length-le",
        };
        framing.AcceptOnlyFromAmong("length-le", "none");
        var duration = new Option<string?>("--duration")
        {
            Description =
                "Measured time, after the warm-up [default: 5s, or longer where answers are so slow that a median "
                + "needs it]",
        };
        var client = new Option<string?>("--client")
        {
            Description = "Client stack [default: cpp/tcp-epoll; with --rate cpp/tcp-spin; over UDP cpp/udp-spin]",
        };
        var network = new Option<string?>("--network")
        {
            Description =
                "An impaired network before the server, by a relay on this machine: a profile "
                + $"({string.Join(", ", NetworkProfiles.Names)}) or delay=20ms,loss=1% (jitter, loss_burst, "
                + "loss_in_bursts, loss_between, duplicate, reorder, rate)",
            HelpName = "network",
        };
        var awake = NoSleepStates.Option();
        var json = new Option<bool>("--json") { Description = "Print one cell object as in summary.json" };
        var command = Help.Command(
            "probe",
            "Measure any echo server that is not Pingmark's own",
            [target, framing, duration, client, network, awake, json, .. KeyOptions.Values],
            "pingmark probe tcp://[::1]:7000 --framing none",
            "pingmark probe udp://127.0.0.1:7000 --connections 10 --duration 2s --json",
            "pingmark probe tcp://[::1]:7000 --framing none --rate 10k/s --arrivals poisson",
            "pingmark probe udp://127.0.0.1:7000 --network delay=20ms,loss=1%"
        );
        command.SetAction(
            async (parsed, cancel) =>
            {
                var asked = await ProbeTarget.ParseAsync(parsed.GetValue(target)!, cancel);
                var transport = asked.Transport;
                var scenario = ScenarioOf(parsed, transport);
                if (parsed.GetValue(network) is { } impaired)
                    scenario = scenario with { Network = NetworkOf(impaired, network.Name, transport) };
                long? durationNs = parsed.GetValue(duration) is { } time ? Units.Duration(time, duration.Name) : null;
                if (durationNs is < MinDurationNs or > MaxDurationNs)
                    throw new BadInputException("--duration can be 1ms to 24h");
                using var held = parsed.GetValue(awake) ? SleepStates.Forbid() : null;
                var isOnTime = transport == "udp" || scenario.RatePerS is not null;
                var stack = parsed.GetValue(client) ?? $"cpp/{transport}-{(isOnTime ? "spin" : "epoll")}";
                return await MeasureAsync(
                    stack,
                    asked,
                    scenario,
                    transport == "tcp" ? parsed.GetValue(framing) : null,
                    durationNs,
                    NoSleepStates.Notes(held),
                    parsed.GetValue(json),
                    cancel
                );
            }
        );
        return command;
    }

    private static Scenario ScenarioOf(ParseResult parsed, string transport)
    {
        var given = KeyOptions.ToLookup(asked => parsed.GetValue(asked.Value) is not null);
        var scenario = given[true]
            .Aggregate(
                new Scenario(),
                (read, asked) => asked.Key.Read(parsed.GetValue(asked.Value)!, asked.Value.Name, read)
            );
        if (scenario.RatePerS is null && given[true].Any(asked => asked.Key == ScenarioKeys.Arrivals))
            throw new BadInputException("--arrivals needs a --rate, such as --rate 10k/s");
        if (transport == "udp" && scenario.MessageBytes > ScenarioKeys.MaxDatagramBytes)
            throw new BadInputException(
                $"--message-bytes must be at most {ScenarioKeys.MaxDatagramBytes} over UDP, not "
                    + $"'{scenario.MessageBytes}'"
            );
        scenario = given[false].Aggregate(scenario, (filled, asked) => asked.Key.WithDefault(filled));
        if (scenario.Load.RequiredServer is { } server)
            throw new BadInputException($"--test {scenario.Test} needs {server}");
        return PlanRules.FindConflict(scenario) is { } problem ? throw new BadInputException(problem.Text) : scenario;
    }

    /// <summary>Reads a network for a probe. It must be a relay: a device of this machine does not lead to somebody
    /// else's server.</summary>
    private static Network NetworkOf(string text, string option, string transport)
    {
        var network = NetworkKeys.Read(text, option);
        if (network.Engine == NetworkEngine.Tun)
            throw new BadInputException($"{option} can't have engine=tun: a probe's server is somebody else's");
        network = network with { Engine = NetworkEngine.Relay };
        return transport == "tcp" && network.AltersPackets
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

    private static async Task<int> MeasureAsync(
        string client,
        ProbeTarget target,
        Scenario scenario,
        string? framing,
        long? durationNs,
        IReadOnlyList<Note> notes,
        bool json,
        CancellationToken cancel
    )
    {
        var installation = Installation.Find();
        await installation.RequireAsync(client, cancel);
        var cells = target.EndPoints.Select(endPoint => CellOf(target.NameOf(endPoint), client, scenario, endPoint));
        DescriptorNeeds.Require(cells);
        var impairer = new Impairer(new(), NetworkSeed);
        IReadOnlyList<NetworkCheck> networks = [];
        if (scenario.Network is { } network)
            networks = [await NetworkCommand.VerifyAsync(network, impairer, installation.Progress, cancel)];
        var probe = new Probe(
            installation.Starter,
            forecast => installation.Progress.Step(TextOf(forecast, scenario)),
            maxNs => installation.Progress.Step(TextOfWait(maxNs))
        );
        var (cell, trial) = await MeasureFirstReachedAsync();
        var result = SummaryBuilder.SummarizeCell(new CellEvidence(cell, TrialChecks.Judge(cell, [trial])));
        result = result with
        {
            Audits = [.. result.Audits, .. EndedEarly(probe, result), .. FewAnswers(result), .. notes],
        };
        installation.Progress.Clear();
        var summary = new Summary
        {
            Suite = "probe",
            StartedAt = DateTimeOffset.Now,
            DurationS = result.MeasuredS,
            Seed = 0,
            Interrupted = cancel.IsCancellationRequested,
            Baseline = cell.Id,
            Machine = Machine.Read(),
            Networks = networks,
            Cells = [result],
            Comparisons = [],
        };
        if (json)
            Screen.WriteAsJson(result);
        else
            TerminalRenderer.Write(Terminal.Output, RunReport.Build(summary, Media.Verbose));
        return RunReports.ExitCodeOf(summary);

        async Task<(Cell, TrialRecord)> MeasureFirstReachedAsync()
        {
            foreach (var (tried, (one, endPoint)) in cells.Zip(target.EndPoints).Index())
            {
                installation.Progress.Detail($"probing {one.Id}");
                using var path = Open(scenario.Network, client, impairer);
                try
                {
                    return (one, await probe.MeasureAsync(one, endPoint, framing, durationNs, path, cancel));
                }
                catch (WorkerFault fault) when (!probe.IsReached && tried + 1 < target.EndPoints.Count)
                {
                    installation.Progress.Step(
                        $"{fault.Problem}; tries {target.EndPoints[tried + 1]}, the next address of {target.Host}"
                    );
                }
            }
            throw new UnreachableException();
        }
    }

    private static Cell CellOf(string name, string client, Scenario scenario, IPEndPoint endPoint) =>
        new()
        {
            Id = name,
            Label = name,
            Stack = name,
            Client = client,
            Scenario = scenario with { Address = endPoint.Address.ToString() },
        };

    private static string TextOfWait(long maxNs) =>
        $"first answers are missing after {NumberText.Duration(Probe.SilenceToldAfterNs)}: waits for them until "
        + $"{DateTime.Now.AddSeconds((maxNs - Probe.SilenceToldAfterNs) / 1e9):HH:mm:ss}, "
        + $"{NumberText.Duration(maxNs)} in all; --lost-after sets another time";

    private static string TextOf(ProbeForecast forecast, Scenario scenario)
    {
        var said =
            $"an answer takes {NumberText.Duration(forecast.RoundTripNs)}: measures for "
            + $"{NumberText.Elapsed(forecast.LengthNs / 1e9)}, {NumberText.Elapsed(forecast.MaxNs / 1e9)} at most";
        return forecast.IsLengthened
            ? $"{said}, because a median needs {Histogram.MinValuesFor(0.5)} answers; {MoreAnswers(scenario)}, "
                + $"--duration sets the time, and Ctrl-C keeps {(forecast.IsInParts ? "what was counted" : "nothing")}"
            : said;
    }

    private static IEnumerable<Note> EndedEarly(Probe probe, CellSummary cell) =>
        probe.EndedEarlyBy is { } how
            ?
            [
                new(
                    "ended-early",
                    AuditVerdict.Warning,
                    $"{how}; the figures are of {NumberText.Count(cell.Messages, "answer")} before"
                ),
            ]
            : [];

    /// <summary>Says why the usual percentiles have no figure, and what gives them one.</summary>
    private static IEnumerable<Note> FewAnswers(CellSummary cell)
    {
        (string Metric, string Title, double Q)[] usual = [("rtt_p50_ns", "p50", 0.5), ("rtt_p99_ns", "p99", 0.99)];
        var few = usual.Where(row => cell.Withheld.Any(one => one.Metric == row.Metric)).ToList();
        if (few.Count == 0 || cell.Messages == 0)
            return [];
        var needs = few.Select(row =>
        {
            var answers = Histogram.MinValuesFor(row.Q);
            var duration = NumberText.RoughlyElapsed(answers / (cell.Messages / cell.MeasuredS)).Replace(" ", "");
            return $"{row.Title} needs {NumberText.Count(answers)} (--duration {duration.Replace("min", "m")})";
        });
        return
        [
            new(
                "few-answers",
                AuditVerdict.Note,
                $"{NumberText.Count(cell.Messages, "answer")} in {NumberText.Elapsed(cell.MeasuredS)}: "
                    + $"{string.Join(", ", needs)}; {MoreAnswers(cell.Scenario)}"
            ),
        ];
    }

    private static string MoreAnswers(Scenario scenario) =>
        $"{(scenario.RatePerS is null ? "more --connections" : "a higher --rate")} would take less time";

    private static NetworkPath Open(Network? network, string client, Impairer impairer)
    {
        try
        {
            return NetworkPath.Open(network, client, impairer);
        }
        catch (UnsupportedException e)
        {
            throw new BadInputException($"--network: {e.Reason}");
        }
    }
}
