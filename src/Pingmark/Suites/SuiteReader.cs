using Pingmark.Model;
using Pingmark.Wording;

namespace Pingmark.Suites;

/// <summary>What the keys of a suite mean, and what their values may be.</summary>
internal sealed class SuiteReader
{
    public const int MostConnections = 10_000;
    public const int MostInFlight = 65_536;
    private const int MostMessageBytes = 65_536;

    /// <summary>What fits an Ethernet frame with room for headers and tunnels; beyond it one lost fragment loses the
    /// message.</summary>
    private const int MostDatagramBytes = 1_400;
    private const long MsNs = 1_000_000;
    private const long SecondNs = 1_000_000_000;

    private static readonly string[] Keys =
    [
        "name",
        "about",
        "stacks",
        "client",
        "test",
        "connections",
        "in_flight",
        "message_bytes",
        "payload",
        "messages",
        "duration",
        "warmup",
        "rounds",
        "budget",
        "precision",
        "slice",
        "seed",
        "lap_messages",
        "lost_after",
        "address",
        "socket",
        "pin",
        "published",
        "scenarios",
        "transmission",
        "tick_rate",
        "client_threads",
        "native_sockets",
        "sampling",
    ];

    /// <summary>What each of <c>scenarios</c> may say; anything else is common to all.</summary>
    private static readonly string[] ScenarioKeys =
    [
        "name",
        "connections",
        "in_flight",
        "message_bytes",
        "payload",
        "transmission",
        "messages",
    ];

    private readonly MapReader suite;
    private readonly Place start;
    private readonly StackIds ids;
    private readonly Problems problems;

    public SuiteReader(MapNode root, StackIds ids, Problems problems)
    {
        (start, this.ids, this.problems) = (root.Place, ids, problems);
        suite = new MapReader(root, "", problems, Keys);
    }

    /// <param name="selection">What <c>--stacks</c> asks for; null = the suite's stacks.</param>
    /// <param name="defaultName">For a suite without a name.</param>
    /// <exception cref="BadInputException">All that is wrong, one problem a line.</exception>
    public Suite Read(string defaultName, string? selection)
    {
        var listed = suite
            .Items("stacks")
            .Select(node => StackEntry.Read(node, ids, problems))
            .OfType<StackEntry>()
            .ToList();
        if (!suite.Has("stacks") && selection is null)
            problems.Add(start, "stacks is missing: what should be compared?");
        var entries = selection is null ? listed : new StackSelection(listed, ids, problems).Apply(selection);
        StackEntry.RequireDifferentNames(entries, problems);

        var scenarios = Scenarios(Matrix(suite, new(Template(), [1], [1], [32], [Payload.Random], [null])));
        var clients = ClientChoice.Read(suite, ids) ?? new ClientChoice(start, [StackIds.Native]);
        var cells = SuiteMatrix.Build(entries, clients, scenarios, start, problems);
        foreach (var dimensions in scenarios)
            CheckTogether(entries, dimensions);

        var result = new Suite
        {
            Name = suite.One("name", Values.Name(60), defaultName),
            About = suite.One("about", Values.Text, "").Trim(),
            Cells = cells,
            Settings = Settings(),
            Published = PublishedReader.Read(suite, ids.NamesWith(listed.Concat(entries)), problems),
        };
        problems.ThrowIfAny();
        return result;
    }

    /// <summary>Each of the list <c>scenarios</c> is a matrix of its own, which takes from the suite's what it doesn't
    /// say.</summary>
    private IReadOnlyList<Dimensions> Scenarios(Dimensions whole)
    {
        var named = new List<Dimensions>();
        foreach (var node in suite.Items("scenarios"))
        {
            if (node is not MapNode item)
            {
                problems.Add(
                    node.Place,
                    $"each of scenarios must be a mapping with {string.Join(", ", ScenarioKeys)}, not {node.Described}"
                );
                continue;
            }
            var map = new MapReader(item, "scenarios", problems, ScenarioKeys);
            var name = map.Required("name", Values.Name(60), "");
            if (named.Any(other => other.Template.Name == name))
                problems.Add(map.PlaceOf("name"), $"scenarios lists '{name}' twice");
            named.Add(
                Matrix(
                    map,
                    whole with
                    {
                        Template = whole.Template with
                        {
                            Name = name,
                            Messages = map.Maybe("messages", Messages) ?? whole.Template.Messages,
                        },
                    }
                )
            );
        }
        return suite.Has("scenarios") ? named : [whole];
    }

    private static Dimensions Matrix(MapReader map, Dimensions fallback) =>
        new(
            fallback.Template,
            map.Has("connections") ? map.Many("connections", Values.Int(1, MostConnections), 1) : fallback.Connections,
            map.Has("in_flight") ? map.Many("in_flight", Values.Int(1, MostInFlight), 1) : fallback.InFlight,
            map.Has("message_bytes")
                ? map.Many("message_bytes", Values.Bytes(8, MostMessageBytes), 32)
                : fallback.MessageBytes,
            map.Has("payload") ? map.Many("payload", Values.OneOf<Payload>, Payload.Random) : fallback.Payload,
            map.Has("transmission")
                ? map.Many<Transmission?>("transmission", (text, what) => Values.OneOf<Transmission>(text, what), null)
                : fallback.Transmission
        );

    private static readonly Func<string, string, long> Messages = Values.Count(1, 1_000_000_000_000);

    /// <summary>All of a scenario that is no dimension.</summary>
    private Scenario Template()
    {
        var defaults = new Scenario();
        var (serverTicks, clientTicks) = TickRates();
        return defaults with
        {
            Test = suite.One("test", Test, defaults.Test),
            Messages = suite.Maybe("messages", Messages),
            LapMessages = suite.Maybe("lap_messages", Values.Int(1, 1_000_000_000)),
            LostAfterNs = suite.One("lost_after", Values.Duration(MsNs, 60 * SecondNs), defaults.LostAfterNs),
            Address = suite.One("address", Values.Address, defaults.Address),
            ServerTickRateHz = serverTicks,
            ClientTickRateHz = clientTicks,
            ClientThreads = suite.Maybe("client_threads", Values.Int(1, 256)),
            NativeSockets = suite.Maybe("native_sockets", Values.Flag),
            Socket = Socket(),
            Pin = PinReader.Read(suite, problems),
        };
    }

    private static string Test(string text, string what) =>
        text == "ping-pong"
            ? text
            : throw new BadInputException($"{what} must be ping-pong, the only one that exists so far, not '{text}'");

    /// <summary><c>tick_rate: 60</c>, or each side's own.</summary>
    private (int? Server, int? Client) TickRates()
    {
        var rate = Values.Int(1, 1000);
        if (!suite.IsMap("tick_rate"))
            return suite.Maybe("tick_rate", rate) is { } both ? (both, both) : (null, null);
        var sides = suite.Map("tick_rate", "server", "client")!;
        return (sides.Maybe("server", rate), sides.Maybe("client", rate));
    }

    private SocketOptions Socket()
    {
        if (suite.Map("socket", "no_delay", "receive_buffer", "send_buffer", "congestion_control") is not { } map)
            return new SocketOptions();
        return new SocketOptions
        {
            NoDelay = map.Maybe("no_delay", Values.Flag),
            ReceiveBufferBytes = map.Maybe("receive_buffer", Values.Bytes(1, 1 << 30)),
            SendBufferBytes = map.Maybe("send_buffer", Values.Bytes(1, 1 << 30)),
            // 15 is TCP_CA_NAME_MAX without its terminator.
            CongestionControl = map.One<string?>("congestion_control", Values.Name(15), null),
        };
    }

    private SuiteSettings Settings()
    {
        var defaults = new SuiteSettings();
        return new SuiteSettings
        {
            DurationNs = suite.One("duration", Values.Duration(MsNs), defaults.DurationNs),
            WarmUpNs = suite.One<long?>(
                "warmup",
                (text, what) => text == "auto" ? null : Values.Duration(10 * MsNs, 600 * SecondNs)(text, what),
                null
            ),
            Rounds = suite.One("rounds", Values.Int(1, 1000), defaults.Rounds),
            BudgetNs = suite.Maybe("budget", Values.Duration(SecondNs)),
            Precision = suite.Maybe("precision", Values.Precision),
            SliceNs = suite.One("slice", Values.Duration(5 * MsNs, 2 * SecondNs), defaults.SliceNs),
            Seed = suite.Maybe("seed", Values.Int(0, int.MaxValue)),
            Sampling = suite.One("sampling", Values.Flag, false),
        };
    }

    /// <summary>What is only wrong in combination.</summary>
    private void CheckTogether(IReadOnlyList<StackEntry> entries, Dimensions dimensions)
    {
        var template = dimensions.Template;
        if (suite.Has("messages") && suite.Has("duration"))
            problems.Add(suite.PlaceOf("messages"), "messages and duration exclude each other; give one of them");
        if (template.LapMessages is not null && dimensions.Connections.Concat(dimensions.InFlight).Any(n => n != 1))
            problems.Add(
                suite.PlaceOf("lap_messages"),
                "lap_messages needs connections: 1 and in_flight: 1, for a lap is a row of round trips"
            );
        var largest = dimensions.MessageBytes.DefaultIfEmpty().Max();
        foreach (
            var stack in entries
                .Select(e => e.Stack)
                .Distinct()
                .Where(s => largest > MostDatagramBytes && Transports.Of(s) == "udp")
        )
            problems.Add(
                suite.PlaceOf("message_bytes"),
                $"message_bytes must be at most {MostDatagramBytes} for {stack}, whose messages are datagrams, not {largest}"
            );
    }
}
