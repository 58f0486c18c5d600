using System.Text.Json.Nodes;
using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Model.Loads;
using static Pingmark.Schema.ScenarioKey;

namespace Pingmark.Schema;

/// <summary>All that a scenario can ask for, one row a key, in the order of documents and ids. A new key is a row here
/// and a property of <see cref="Scenario"/>.</summary>
public static class ScenarioKeys
{
    public const int MaxGenerators = 1_000,
        MaxConnections = 10_000,
        MinMessageBytes = 8,
        MaxMessageBytes = 65_536,
        MaxRatePerS = 10_000_000;

    /// <summary>The largest message that fits an Ethernet frame with room for headers and tunnels; with a larger one
    /// the loss of one fragment loses the message.</summary>
    public const int MaxDatagramBytes = 1_400;

    private const long MsNs = 1_000_000,
        MinuteNs = 60_000_000_000;
    private const long MostMessages = 1_000_000_000_000;
    private const int MostBufferBytes = 1 << 30;

    /// <summary>The length of the kernel's TCP_CA_NAME_MAX without its terminator.</summary>
    private const int MaxModuleNameLength = 15;

    public static readonly ScenarioKey Generators = Create(
        "generators",
        Values.Int(1, MaxGenerators),
        s => s.ClientWorkers,
        (s, value) => s with { Generators = value == 1 ? null : value }
    ) with
    {
        Meaning = "client workers, counted as one; each has its own `connections` and `rate`",
        IsDimension = true,
        Id = s => s.Generators is { } workers ? $"g{NumberText.Count(workers)}" : null,
        WithDefault = s => s with { Generators = s.Servers },
    };

    public static readonly ScenarioKey Connections = Create(
        "connections",
        Values.Int(1, MaxConnections),
        s => s.Connections,
        (s, value) => s with { Connections = value }
    ) with
    {
        Meaning = "connections of the client",
        IsDimension = true,
        IsSize = true,
        Id = s => $"c{NumberText.Count(s.Connections)}",
        Column = "connections",
        Wire = [new(Request.Connect, "connections", s => s.Connections)],
    };

    public static readonly ScenarioKey InFlight = Create(
        "in_flight",
        Values.Int(1, Scenario.MaxInFlight),
        s => s.InFlight,
        (s, value) => s with { InFlight = value }
    ) with
    {
        Meaning =
            "messages in flight on each connection; with a `rate` the most outstanding on each (then by default "
            + $"{Scenario.DefaultInFlightAtRate})",
        IsDimension = true,
        IsSize = true,
        Id = s => s.InFlight == s.Load.InFlight(s) ? null : $"f{NumberText.Count(s.InFlight)}",
        Column = "in_flight",
        Wire = [new(Request.Connect, "in_flight", s => s.InFlight)],
        WithDefault = s => s.Load.InFlight(s) is { } follows ? s with { InFlight = follows } : s,
    };

    public static readonly ScenarioKey Rate = Create(
        "rate",
        Values.Rate(MaxRatePerS),
        s => s.RatePerS,
        (s, value) => s with { RatePerS = value },
        "/s"
    ) with
    {
        Meaning =
            "open loop: messages a second over all connections (`10k/s`); absent: a closed loop"
            + string.Concat(
                LoadList
                    .All.Where(load => load.RateMeaning is not null)
                    .Select(load => $"; of `test: {load.Name}`: {load.RateMeaning}")
            ),
        IsDimension = true,
        IsSize = true,
        Text = s => s.RatePerS is { } rate ? Units.FormatRate(rate) : null,
        Id = s => s.RatePerS is { } rate ? $"r{Units.FormatRate(rate)}" : null,
        Column = "rate_per_s",
        ColumnText = s => s.RatePerS is { } rate ? NumberText.Count(rate) : null,
        Wire = [new(Request.Run, "rate_per_s", s => s.Replay is null ? s.RatePerS : null)],
        WithDefault = s =>
            s.RatePerS is null && s.Load.DefaultRatePerS(s) is { } usual ? s with { RatePerS = usual } : s,
    };

    public static readonly ScenarioKey Arrivals = Create(
        "arrivals",
        Values.OneOf<Arrivals>,
        s => s.Arrivals,
        (s, value) => s with { Arrivals = value }
    ) with
    {
        Meaning = "of a `rate`: `uniform` (default), `poisson`, or `bursts` of `burst` messages",
        IsDimension = true,
        Text = s => s.RatePerS is null ? null : s.Arrivals.Word(),
        Column = "arrivals",
        Wire =
        [
            new(Request.Run, "arrivals", s => s is { RatePerS: not null, Replay: null } ? s.Arrivals.Word() : null),
        ],
        WithDefault = s => s.Replay is null ? s : s with { Arrivals = Model.Arrivals.Replay },
    };

    public static readonly ScenarioKey Burst = Create(
        "burst",
        (text, what) => (int?)Values.Int(1, Scenario.MaxInFlight)(text, what),
        s => s.Burst,
        (s, value) => s with { Burst = value }
    ) with
    {
        Meaning =
            "of `arrivals: bursts`: messages of a connection due at once, `in_flight` at most; bursts are spread "
            + "evenly",
        IsDimension = true,
        Id = s => s.Burst is { } messages ? $"burst{NumberText.Count(messages)}" : null,
        Column = "burst",
        Wire = [new(Request.Run, "burst", s => s.Burst)],
    };

    public static readonly ScenarioKey Replay = Create(
        "replay",
        (text, what) => (Recording?)RecordingFile.Read(text, what),
        s => s.Replay,
        (s, value) => s with { Replay = value }
    ) with
    {
        Meaning =
            "recorded traffic of each connection, in place of a `rate`: a file beside the suite, with a message's "
            + "time in seconds and its bytes on each line",
        IsDimension = true,
        Text = s => s.Replay?.File,
        Id = s => s.Replay?.File,
        Column = "replay",
        Wire =
        [
            new(Request.Run, "gaps_ns", s => s.Replay?.GapsNs),
            new(Request.Run, "sizes_bytes", s => s.Replay?.SizesBytes),
        ],
        Problem = s => s.Replay?.Problem,
    };

    public static readonly ScenarioKey MessageBytes = Create(
        "message_bytes",
        Values.Bytes(MinMessageBytes, MaxMessageBytes),
        s => s.MessageBytes,
        (s, value) => s with { MessageBytes = value }
    ) with
    {
        Meaning = "whole size of a message (8 to 64KiB; UDP to 1400)",
        IsDimension = true,
        IsSize = true,
        Id = s => $"{NumberText.Count(s.MessageBytes)}B",
        Column = "message_bytes",
        Wire = [new(Request.Connect, "message_bytes", s => s.MessageBytes)],
        WithDefault = s => s.Replay?.MessageBytes is { } bytes ? s with { MessageBytes = bytes } : s,
    };

    public static readonly ScenarioKey LapMessages = Create(
        "lap_messages",
        (text, what) => (int?)Values.Int(1, 1_000_000_000)(text, what),
        s => s.LapMessages,
        (s, value) => s with { LapMessages = value }
    ) with
    {
        Meaning = "round trips in a lap",
        Title = "lap",
        Column = "lap_messages",
    };

    public static readonly ScenarioKey Messages = Create(
        "messages",
        (text, what) => (long?)Values.Count(1, MostMessages)(text, what),
        s => s.Messages,
        (s, value) => s with { Messages = value }
    ) with
    {
        Meaning = "counted messages of a cell in a round, in place of `duration`",
        IsPerScenario = true,
    };

    public static readonly ScenarioKey Address = Create(
        "address",
        Values.Address,
        s => s.Address,
        (s, value) => s with { Address = value }
    ) with
    {
        Meaning = "where servers listen; libraries without IPv6 need `127.0.0.1`",
    };

    public static readonly ScenarioKey LostAfter = Create(
        "lost_after",
        (text, what) => (long?)Values.Duration(MsNs, MinuteNs)(text, what),
        s => s.LostAfterNs,
        (s, value) => s with { LostAfterNs = value },
        "ns"
    ) with
    {
        Meaning =
            "time without an answer after which a message is lost; absent: if messages can be lost, the largest of "
            + "100 times the warm-up's p99.9, twice its longest round trip and 10 ms, else 1 s",
        Text = s => s.LostAfterNs is { } ns ? NumberText.Duration(ns) : null,
        IsPerScenario = true,
        Wire = [new(Request.Connect, "lost_after_ns", s => s.LostAfterNs)],
    };

    public static readonly IReadOnlyList<ScenarioKey> All =
    [
        LoadKeys.Test,
        .. LoadKeys.NumberKeys,
        PairKeys.Servers,
        Generators,
        PairKeys.Threads,
        Connections,
        InFlight,
        Rate,
        Arrivals,
        Burst,
        Replay,
        MessageBytes,
        Create("payload", Values.OneOf(Payloads.All), s => s.Payload, (s, value) => s with { Payload = value }) with
        {
            Meaning =
                "what messages carry: `zeros`, `ones` or `random` bytes; or a serialized object: `json`, `protobuf`, "
                + "`java-serialization`, `memorypack`, if the client's worker has it",
            IsDimension = true,
            Column = "payload",
            Wire = [new(Request.Connect, "payload", s => s.Payload)],
        },
        Create(
            "transmission",
            (text, what) => (Transmission?)Values.OneOf<Transmission>(text, what),
            s => s.Transmission,
            (s, value) => s with { Transmission = value }
        ) with
        {
            Meaning = "`reliable` or `unreliable`, for stacks that have both",
            IsDimension = true,
            Wire = [new(Request.Connect, "transmission", s => s.Transmission?.Word())],
        },
        Messages,
        LapMessages,
        LostAfter,
        Address,
        Create(
            "socket.no_delay",
            Flag,
            s => s.Socket.NoDelay,
            (s, value) => s with { Socket = s.Socket with { NoDelay = value } }
        ) with
        {
            Meaning = "TCP_NODELAY, set and read back: `true` or `false`",
            Title = "no_delay",
            IsDimension = true,
            Id = s => s.Socket.NoDelay is { } on ? (on ? "no_delay" : "nagle") : null,
            Column = "no_delay",
            Wire = OnBothSides("no_delay", s => s.Socket.NoDelay),
        },
        Create(
            "socket.receive_buffer",
            (text, what) => (int?)Values.Bytes(1, MostBufferBytes)(text, what),
            s => s.Socket.ReceiveBufferBytes,
            (s, value) => s with { Socket = s.Socket with { ReceiveBufferBytes = value } }
        ) with
        {
            Meaning = "SO_RCVBUF, set and read back",
            Wire = OnBothSides("receive_buffer_bytes", s => s.Socket.ReceiveBufferBytes, isExact: false),
        },
        Create(
            "socket.send_buffer",
            (text, what) => (int?)Values.Bytes(1, MostBufferBytes)(text, what),
            s => s.Socket.SendBufferBytes,
            (s, value) => s with { Socket = s.Socket with { SendBufferBytes = value } }
        ) with
        {
            Meaning = "SO_SNDBUF, set and read back",
            Wire = OnBothSides("send_buffer_bytes", s => s.Socket.SendBufferBytes, isExact: false),
        },
        Create(
            "socket.congestion_control",
            (text, what) => (string?)Values.Name(MaxModuleNameLength)(text, what),
            s => s.Socket.CongestionControl,
            (s, value) => s with { Socket = s.Socket with { CongestionControl = value } }
        ) with
        {
            Meaning = "TCP_CONGESTION, set and read back: `cubic`",
            Wire = OnBothSides("congestion_control", s => s.Socket.CongestionControl),
        },
        .. NetworkKeys.All,
        Create(
            "pin.server",
            PinKeys.ParseStored,
            s => s.Pin.Server,
            (s, value) => s with { Pin = s.Pin with { Server = value } }
        ) with
        {
            Meaning = "cores of the server: a number, `rest`, `all`, or `{cpus: \"2-3\"}`",
            Title = "server cores",
        },
        Create(
            "pin.client",
            PinKeys.ParseStored,
            s => s.Pin.Client,
            (s, value) => s with { Pin = s.Pin with { Client = value } }
        ) with
        {
            Meaning = "cores of the client",
            Title = "client cores",
        },
    ];

    /// <summary>All keys, and a key for each option that any of these scenarios asks for.</summary>
    public static IEnumerable<ScenarioKey> UsedBy(params IEnumerable<Scenario> scenarios) =>
        All.Concat(OptionKeys.UsedBy(scenarios));

    /// <summary>The row of a key.</summary>
    public static ScenarioKey Find(string name) => All.First(key => key.Name == name);

    /// <summary>The fields of a request, with their values under a scenario; null values are not sent.</summary>
    public static IEnumerable<WireField> Fields(Request request) =>
        All.SelectMany(key => key.Wire).Where(field => field.Request == request);

    private static IReadOnlyList<WireField> OnBothSides(
        string name,
        Func<Scenario, JsonNode?> value,
        bool isExact = true
    ) =>
        [
            new(Request.Listen, name, value) { IsOption = true, IsExact = isExact },
            new(Request.Connect, name, value) { IsOption = true, IsExact = isExact },
        ];

    private static bool? Flag(string text, string what) => Values.Flag(text, what);
}
