using System.CommandLine;
using System.Diagnostics;
using Pingmark.Checks;
using Pingmark.Evidence;
using Pingmark.Formatting;
using Pingmark.Host;
using Pingmark.Impairment;
using Pingmark.Model;
using Pingmark.Model.Loads;
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
        var target = new Argument<string>("TARGET") { Description = ProbeTarget.Forms };
        var question = new ProbeQuestion();
        var framing = new Option<string>("--framing")
        {
            Description =
                "Of echoes over tcp, tls and unix. none: the server returns the bytes that it gets; length-le: it "
                + "returns messages that begin with a 4-byte little-endian length",
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
            Description =
                "Client stack [default: cpp/requests for HTTP and --send, else by the target: cpp/tcp-epoll, with "
                + "--rate cpp/tcp-spin; cpp/udp-spin; cpp/tls; cpp/unix]",
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
            "Measure a server that is not Pingmark's own, of HTTP or any that echoes",
            [target, framing, duration, client, network, awake, json, .. question.Options, .. KeyOptions.Values],
            "pingmark probe http://127.0.0.1:8080/ --rate 2k/s",
            "pingmark probe https://example.org/ --http2 --in-flight 8 --header Accept:text/html",
            "pingmark probe tcp://[::1]:7000 --framing none",
            "pingmark probe udp://127.0.0.1:7000 --connections 10 --duration 2s --json",
            "pingmark probe tcp://[::1]:7000 --framing none --rate 10k/s --arrivals poisson",
            "pingmark probe udp://127.0.0.1:7000 --network delay=20ms,loss=1%",
            @"pingmark probe tcp://127.0.0.1:6379 --send 'PING\r\n' --expect '+PONG\r\n'"
        );
        command.SetAction(
            async (parsed, cancel) =>
            {
                using var there = await ProbeTarget.ParseAsync(parsed.GetValue(target)!, cancel);
                var asked = question.Read(parsed, there);
                if (asked is not null && parsed.GetResult(framing) is { Implicit: false })
                    throw new BadInputException($"{framing.Name} is for servers that echo; leave it out");
                var scenario = ScenarioOf(parsed, there, asked);
                if (parsed.GetValue(network) is { } impaired)
                    scenario = scenario with { Network = NetworkOf(impaired, network.Name, there) };
                long? durationNs = parsed.GetValue(duration) is { } length
                    ? Units.Duration(length, duration.Name)
                    : null;
                if (durationNs is < MinDurationNs or > MaxDurationNs)
                    throw new BadInputException("--duration can be 1ms to 24h");
                using var held = parsed.GetValue(awake) ? SleepStates.Forbid() : null;
                return await MeasureAsync(
                    parsed.GetValue(client) ?? ClientFor(there, scenario, asked),
                    there,
                    scenario,
                    server => ServerOf(there, server, asked, parsed.GetValue(framing)),
                    durationNs,
                    [.. Notes(asked), .. NoSleepStates.Notes(held)],
                    parsed.GetValue(json),
                    cancel
                );
            }
        );
        return command;
    }

    private static string ClientFor(ProbeTarget target, Scenario scenario, ProbeAsked? asked) =>
        asked is not null ? $"cpp/{RequestTransport(target)}"
        : target.IsTcp ? $"cpp/tcp-{(scenario.RatePerS is null ? "epoll" : "spin")}"
        : target.IsStream ? $"cpp/{target.Scheme}"
        : "cpp/udp-spin";

    private static string RequestTransport(ProbeTarget target) => target.IsUnix ? "requests-unix" : "requests";

    private static ProbedServer ServerOf(ProbeTarget target, ServerAddress there, ProbeAsked? asked, string? framing) =>
        asked is null
            ? new(there, target.Scheme, target.IsStream ? framing : null)
            : new(there, RequestTransport(target), Framing: null) { Question = asked.Fields };

    private static IReadOnlyList<Note> Notes(ProbeAsked? asked) =>
        asked is null
            ? []
            :
            [
                new(
                    "answers-not-compared",
                    AuditVerdict.Note,
                    $"{asked.RightAnswer} is right; other answers count as corrupt"
                ),
            ];

    private static Scenario ScenarioOf(ParseResult parsed, ProbeTarget target, ProbeAsked? asked)
    {
        var given = KeyOptions.ToLookup(one => parsed.GetValue(one.Value) is not null);
        var scenario = given[true]
            .Aggregate(new Scenario(), (read, one) => one.Key.Read(parsed.GetValue(one.Value)!, one.Value.Name, read));
        if (scenario.RatePerS is null && given[true].Any(one => one.Key == ScenarioKeys.Arrivals))
            throw new BadInputException("--arrivals needs a --rate, such as --rate 10k/s");
        if (!target.IsStream && scenario.MessageBytes > ScenarioKeys.MaxDatagramBytes)
            throw new BadInputException(
                $"--message-bytes must be at most {ScenarioKeys.MaxDatagramBytes} over UDP, not "
                    + $"'{scenario.MessageBytes}'"
            );
        if (asked is not null)
            scenario = AskingScenario(asked, scenario, given[true].Select(one => one.Key).ToList());
        // Without --in-flight nobody asks a second question before the first is answered.
        var isOneByOne = asked?.IsAnsweredInTurn == true && scenario is not { RatePerS: null, Replay: null };
        scenario = given[false]
            .Where(one => !isOneByOne || one.Key != ScenarioKeys.InFlight)
            .Aggregate(scenario, (filled, one) => one.Key.WithDefault(filled));
        if (scenario.Load.RequiredServer is { } server)
            throw new BadInputException($"--test {scenario.Test} needs {server}");
        return PlanRules.FindConflict(scenario) is { } problem ? throw new BadInputException(problem.Text) : scenario;
    }

    /// <summary>A scenario of requests, whose size follows from what is asked.</summary>
    private static Scenario AskingScenario(ProbeAsked asked, Scenario scenario, IReadOnlyList<ScenarioKey> given)
    {
        if (given.Contains(ScenarioKeys.MessageBytes) || scenario.Replay?.MessageBytes is not null)
            throw new BadInputException(
                "a request's size follows from what is asked, such as --body; leave --message-bytes and sizes out"
            );
        return scenario.Load.CanAsk
            ? scenario with
            {
                MessageBytes = ScenarioKeys.MinMessageBytes,
                Question = asked.Text,
            }
            : throw new BadInputException(
                $"--test {scenario.Test} is for servers that echo; of requests there are "
                    + string.Join(" and ", LoadList.Names(load => load.CanAsk))
            );
    }

    /// <summary>Reads a network for a probe. It must be a relay: a device of this machine does not lead to somebody
    /// else's server.</summary>
    private static Network NetworkOf(string text, string option, ProbeTarget target)
    {
        var network = NetworkKeys.Read(text, option);
        if (network.Engine == NetworkEngine.Tun)
            throw new BadInputException($"{option} can't have engine=tun: a probe's server is somebody else's");
        network = network with { Engine = NetworkEngine.Relay };
        return target.IsStream && network.AltersPackets
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
        Func<ServerAddress, ProbedServer> describe,
        long? durationNs,
        IReadOnlyList<Note> notes,
        bool json,
        CancellationToken cancel
    )
    {
        var installation = Installation.Find();
        await installation.RequireAsync(client, cancel);
        var cells = target.Servers.Select(there => CellOf(target.NameOf(there), client, scenario, there)).ToList();
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
            foreach (var (tried, (one, there)) in cells.Zip(target.Servers).Index())
            {
                installation.Progress.Detail($"probing {one.Id}");
                using var path = Open(scenario.Network, client, impairer);
                try
                {
                    return (one, await probe.MeasureAsync(one, describe(there), durationNs, path, cancel));
                }
                catch (WorkerFault fault) when (!probe.IsReached && tried + 1 < target.Servers.Count)
                {
                    installation.Progress.Step(
                        $"{fault.Problem}; tries {target.Servers[tried + 1]}, the next address of {target.Host}"
                    );
                }
            }
            throw new UnreachableException();
        }
    }

    private static Cell CellOf(string name, string client, Scenario scenario, ServerAddress there) =>
        new()
        {
            Id = name,
            Label = name,
            Stack = name,
            Client = client,
            Scenario = there.IsFolder ? scenario : scenario with { Address = there.Host },
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
