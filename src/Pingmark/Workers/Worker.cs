using System.Net;
using System.Text.Json.Nodes;
using Pingmark.Host;
using Pingmark.Model;
using Pingmark.Vocabulary;
using Pingmark.Wording;

namespace Pingmark.Workers;

/// <summary>The worker protocol's requests as methods (docs/worker-protocol.md). All durations are
/// nanoseconds.</summary>
public sealed class Worker(IWorkerChannel channel) : IAsyncDisposable
{
    public const int ProtocolVersion = 1;
    public const string HistogramLayout = "log-linear/1024";

    /// <summary>For requests that need no waiting; generous, since a JIT and two busy cores may be in the way, and more
    /// so where there is not even one core.</summary>
    private static readonly TimeSpan Prompt = TimeSpan.FromSeconds(4 * CpuQuota.OfThisProcess.Slowness);

    /// <summary>What the client was connected for; each of its runs is under this load.</summary>
    private Scenario _load = new();

    private int _arrivalsSeed;

    /// <summary>Of a process that plays both roles: each as a worker of its own.</summary>
    public (Worker Server, Worker Client) BothRoles()
    {
        var turn = new SemaphoreSlim(1, 1);
        return (
            new(new RoleChannel(channel, RoleChannel.Server, turn)),
            new(new RoleChannel(channel, RoleChannel.Client, turn))
        );
    }

    public string Name => channel.Name;
    public int Pid => channel.Pid;
    public Whereabouts Where => channel.Where;

    /// <summary>CPU time of the process so far, all threads; null where it isn't on this machine, or has
    /// ended.</summary>
    public long? CpuNs() => channel.CpuNs();

    /// <summary>What each of its threads has used so far; empty where it isn't on this machine, or has
    /// ended.</summary>
    /// <param name="known">An earlier reading.</param>
    public IReadOnlyDictionary<int, ThreadTime> Threads(IReadOnlyDictionary<int, ThreadTime>? known = null) =>
        channel.Threads(known);

    public MachineUsage MachineUsage() => channel.MachineUsage();

    /// <summary>Compares socket options as it reports them with the kernel's.</summary>
    /// <returns>Why the kernel would not tell; null when it did.</returns>
    /// <exception cref="WorkerFault">They differ.</exception>
    public string? RequireTrueSockets(IReadOnlyDictionary<string, string> reported)
    {
        var finding = channel.LookAtSockets(reported);
        return finding.Contradictions.Count == 0
            ? finding.Refusal
            : throw channel.Fault("options", string.Join("; ", finding.Contradictions));
    }

    public WorkerFault Fault(string phase, string problem) => channel.Fault(phase, problem);

    public async Task<HelloReply> HelloAsync(CancellationToken cancel)
    {
        var reply = await channel.CallAsync("hello", new() { ["protocol"] = ProtocolVersion }, Prompt, cancel);
        if (reply.Number("protocol") != ProtocolVersion)
            throw channel.Fault(
                "hello",
                $"speaks protocol {reply.Number("protocol")}, this controller speaks {ProtocolVersion}; "
                    + "rebuild it with ./pingmark build"
            );
        if (reply.Text("histogram_layout") != HistogramLayout)
            throw channel.Fault(
                "hello",
                $"counts in histogram layout '{reply.Text("histogram_layout")}', expected {HistogramLayout}"
            );
        return new(
            reply.Text("worker"),
            reply.Text("runtime"),
            reply.Texts("libraries"),
            Cores(reply.Numbers("cpus")),
            reply.TextOrNull("gc"),
            reply.Texts("stacks")
        );
    }

    private long[] Cores(long[] told) =>
        told.Length <= CoreList.MostCores
        && told.Distinct().Count(core => core is >= 0 and < CoreList.MostCores) == told.Length
            ? told
            : throw channel.Fault("hello", "names cores that no machine has");

    public async Task<StackDescription> DescribeAsync(string stack, CancellationToken cancel)
    {
        var reply = await channel.CallAsync("describe", new() { ["stack"] = stack }, Prompt, cancel);
        return new(
            stack,
            reply.Text("about"),
            reply.Text("transport"),
            reply.Text("waits") == "spin",
            reply.Text("threading"),
            reply.Flag("reliable"),
            reply.Flag("unreliable"),
            reply.Count("max_message_bytes"),
            reply.CountOrNull("max_reliable_message_bytes"),
            reply.Count("max_connections"),
            reply.Texts("socket_options"),
            reply.Has("options") ? reply.Texts("options") : []
        )
        {
            Loads = reply.Has("loads") ? reply.Texts("loads") : ["closed"],
            IsLocal = reply.TextOrNull("addresses") == "folder",
            SendsUnasked = reply.Has("sends_unasked") && reply.Flag("sends_unasked"),
            PairThreads = reply.Has("pair_threads") ? reply.Numbers("pair_threads") : [],
        };
    }

    public async Task<ListenReply> ListenAsync(
        string stack,
        string address,
        int port,
        string? token,
        bool allowWildcard,
        Scenario scenario,
        CancellationToken cancel
    )
    {
        var fields = new JsonObject
        {
            ["stack"] = stack,
            ["address"] = address,
            ["port"] = port,
            ["allow_wildcard"] = allowWildcard,
        };
        AddToken(fields, token);
        Add(fields, Request.Listen, scenario);
        var reply = await channel.CallAsync("listen", fields, Prompt, cancel);
        return new(
            RequireSame(address, reply.Text("address")),
            RequirePort(port, reply.Number("port")),
            EffectiveOptions(reply, Request.Listen, scenario)
        )
        {
            Certificate = reply.TextOrNull("certificate"),
        };
    }

    /// <summary>Clients are sent there, and nobody else is to reach it. It may be told in another form, which is of no
    /// use here.</summary>
    private string RequireSame(string asked, string told) =>
        told == asked
        || IPAddress.TryParse(told, out var there)
            && IPAddress.TryParse(asked, out var wanted)
            && Bytes(there).SequenceEqual(Bytes(wanted))
            ? asked
            : throw channel.Fault("listen", $"listens on '{told}', {asked} was asked for");

    private static byte[] Bytes(IPAddress address) => address.MapToIPv6().GetAddressBytes();

    private int RequirePort(int asked, long told) =>
        told is > 0 and <= IPEndPoint.MaxPort && (asked == 0 || told == asked)
            ? (int)told
            : throw channel.Fault("listen", $"listens on port {told}, {(asked == 0 ? "any" : asked)} was asked for");

    public async Task<ConnectReply> ConnectAsync(ConnectRequest request, CancellationToken cancel)
    {
        var scenario = _load = request.Scenario;
        _arrivalsSeed = request.ArrivalsSeed;
        var fields = new JsonObject
        {
            ["stack"] = request.Stack,
            ["address"] = request.Address,
            ["port"] = request.Port,
            ["timeout_ns"] = request.TimeoutNs,
        };
        AddToken(fields, request.Token);
        if (request.Framing is { } framing)
            fields["framing"] = framing;
        if (request.Certificate is { } certificate)
            fields["certificate"] = certificate;
        Add(fields, Request.Connect, scenario);
        var reply = await channel.CallAsync("connect", fields, Prompt + Duration(request.TimeoutNs), cancel);
        if (reply.Number("connections") != scenario.Connections)
            throw channel.Fault(
                "connect",
                $"{reply.Number("connections")} connections are up, {scenario.Connections} were asked for"
            );
        var times = reply.Histogram("connect_histogram");
        if (times.Count != 0 && times.Count != scenario.Connections)
            throw channel.Fault("connect", $"{times.Count} connect times of {scenario.Connections} connections");
        return new(times, EffectiveOptions(reply, Request.Connect, scenario));
    }

    /// <param name="lostAfterNs">For this run alone, in place of the one that was connected with.</param>
    /// <param name="startAtNs">By the worker's clock; null: at once.</param>
    public Task<Measurement> RunAsync(
        long settleNs,
        long durationNs,
        int? lapMessages,
        long graceNs,
        CancellationToken cancel,
        long? lostAfterNs = null,
        long? startAtNs = null
    ) =>
        MeasureAsync(
            new(settleNs, durationNs, Messages: null, lapMessages, _load),
            lostAfterNs,
            startAtNs,
            settleNs + durationNs + graceNs,
            cancel
        );

    /// <param name="lostAfterNs">For this run alone, in place of the one that was connected with.</param>
    public Task<Measurement> RunMessagesAsync(
        long settleNs,
        long messages,
        int? lapMessages,
        long deadlineNs,
        CancellationToken cancel,
        long? lostAfterNs = null,
        long? startAtNs = null
    ) =>
        MeasureAsync(
            new(settleNs, DurationNs: null, messages, lapMessages, _load),
            lostAfterNs,
            startAtNs,
            deadlineNs,
            cancel
        );

    private async Task<Measurement> MeasureAsync(
        AskedRun asked,
        long? lostAfterNs,
        long? startAtNs,
        long expectedNs,
        CancellationToken cancel
    )
    {
        var fields = new JsonObject { ["settle_ns"] = asked.SettleNs };
        if (startAtNs is { } startAt)
            fields["start_at_ns"] = startAt;
        if (asked.DurationNs is { } duration)
            fields["duration_ns"] = duration;
        if (asked.Messages is { } messages)
            fields["messages"] = messages;
        if (asked.LapMessages is { } laps)
            fields[ScenarioKeys.LapMessages.Name] = laps;
        if (lostAfterNs is { } lostAfter)
            fields["lost_after_ns"] = lostAfter;
        if (LogMessages is { } logged)
            fields["log_messages"] = logged;
        Add(fields, Request.Run, _load);
        if (_load.RatePerS is not null)
            fields["seed"] = _arrivalsSeed;
        var reply = await channel.CallAsync("run", fields, Prompt + Duration(expectedNs), cancel);
        return MeasurementReply.Read(
            reply,
            withLaps: asked.LapMessages is not null,
            problem => channel.Fault("run", problem),
            asked
        );
    }

    /// <summary>A client ends its connections and can connect anew. A server forgets its peers, ends what is left of
    /// their connections, and goes on listening.</summary>
    public async Task DisconnectAsync(CancellationToken cancel)
    {
        var reply = await channel.CallAsync("disconnect", [], Prompt, cancel);
        if (reply.Has("connections") && reply.Count("connections") is > 0 and var left)
            throw channel.Fault("disconnect", $"{left} connections are still up");
    }

    /// <summary>So many messages of each run are logged; null: none.</summary>
    public int? LogMessages { get; set; }

    /// <summary>What the last run logged.</summary>
    public Task<MessageLog> LoggedAsync(CancellationToken cancel) =>
        MessageLogReply.ReadAsync(
            from => channel.CallAsync("logged", new() { ["from"] = from }, Prompt, cancel),
            _load.Connections,
            problem => channel.Fault("logged", problem)
        );

    public async Task<Usage> UsageAsync(CancellationToken cancel) =>
        UsageReply.Read(await channel.CallAsync("usage", [], Prompt, cancel)) with
        {
            Threads = channel.Threads(),
        };

    /// <summary>With how far its clock is from this one's.</summary>
    /// <exception cref="UnsupportedException">It does not tell its clock.</exception>
    public async Task<(Usage Usage, ClockReading Clock)> UsageAndClockAsync(CancellationToken cancel)
    {
        var askedNs = Clock.NowNs;
        var reply = await channel.CallAsync("usage", [], Prompt, cancel);
        var tookNs = Clock.NowNs - askedNs;
        var nowNs =
            reply.NumberOrNull("now_ns")
            ?? throw new UnsupportedException(Name, "it tells no clock (now_ns), by which several clients begin");
        return (
            UsageReply.Read(reply) with
            {
                Threads = channel.Threads(),
            },
            new(nowNs - askedNs - tookNs / 2, tookNs / 2)
        );
    }

    /// <summary>The clocks of its runtime; it reads each for a moment.</summary>
    public async Task<IReadOnlyList<TimerReading>> TimersAsync(CancellationToken cancel) =>
        TimerReply.Read(
            await channel.CallAsync("timers", [], Prompt, cancel),
            problem => channel.Fault("timers", problem)
        );

    public async Task<Usage> StopAsync(CancellationToken cancel) =>
        UsageReply.Read(await channel.CallAsync("stop", [], Prompt, cancel));

    /// <summary>Sends any request, for conformance cases and vectors.</summary>
    public Task<Reply> CallAsync(string op, JsonObject fields, CancellationToken cancel) =>
        channel.CallAsync(op, fields, Prompt, cancel);

    public Task<string?> EndAsync() => channel.EndAsync();

    public Task WaitForEndAsync(CancellationToken cancel) => channel.WaitForEndAsync(cancel);

    public void Freeze() => channel.Freeze();

    public void Thaw() => channel.Thaw();

    public ValueTask DisposeAsync() => channel.DisposeAsync();

    private static void AddToken(JsonObject fields, string? token)
    {
        if (token is null)
            fields["plain"] = true;
        else
            fields["token"] = token;
    }

    private static TimeSpan Duration(long ns) => TimeSpan.FromMicroseconds(ns / 1000.0);

    private static void Add(JsonObject fields, Request request, Scenario scenario)
    {
        foreach (var field in ScenarioKeys.Fields(request))
            if (field.Value(scenario) is { } value)
                fields[field.Name] = value;
    }

    /// <summary>What the worker reports of the options; one that was asked for must be among them, and in
    /// effect.</summary>
    private Dictionary<string, string> EffectiveOptions(Reply reply, Request request, Scenario scenario)
    {
        var phase = request.Word();
        var effective = new Dictionary<string, string>();
        foreach (var option in ScenarioKeys.Fields(request).Where(field => field.IsOption))
        {
            var value = reply.Display(option.Name);
            if (value is not null)
                effective[option.Name] = value;
            if (option.Value(scenario) is not { } wanted)
                continue;
            if (value is null)
                throw channel.Fault(
                    phase,
                    $"asked for {option.Name}={wanted.ToJsonString()}, and the worker does not report it as effective"
                );
            if (option.IsExact && value != wanted.ToString())
                throw channel.Fault(phase, $"asked for {option.Name}={wanted}, effective is {value}");
        }
        return effective;
    }
}

public sealed record HelloReply(
    string Worker,
    string Runtime,
    IReadOnlyList<string> Libraries,
    IReadOnlyList<long> Cpus,
    string? Gc,
    IReadOnlyList<string> Stacks
);

/// <param name="Transport">What is spoken on the wire; a client can drive every server of its transport.</param>
/// <param name="Spins">An idle server of this stack burns its core, so it is frozen while another cell is
/// measured.</param>
/// <param name="MaxMessageBytes">Of the unreliable transmission where the stack has both.</param>
/// <param name="MaxReliableMessageBytes">Null: the same.</param>
/// <param name="Options">Options beyond the socket's that it takes.</param>
public sealed record StackDescription(
    string Stack,
    string About,
    string Transport,
    bool Spins,
    string Threading,
    bool IsReliable,
    bool IsUnreliable,
    long MaxMessageBytes,
    long? MaxReliableMessageBytes,
    long MaxConnections,
    IReadOnlyList<string> SocketOptions,
    IReadOnlyList<string> Options
)
{
    /// <summary>The load models that its client can make.</summary>
    public IReadOnlyList<string> Loads { get; init; } = ["closed"];

    /// <summary>Its server can send snapshots.</summary>
    public bool SendsUnasked { get; init; }

    /// <summary>How many threads both sides can have in one process.</summary>
    public IReadOnlyList<long> PairThreads { get; init; } = [];

    /// <summary>Its servers listen in a folder of this machine, and not at an IP address.</summary>
    public bool IsLocal { get; init; }

    /// <summary>By which transmission messages travel when a scenario asks for this one.</summary>
    public Transmission TransmissionFor(Transmission? asked) =>
        asked ?? (IsUnreliable ? Transmission.Unreliable : Transmission.Reliable);
}

public sealed record ListenReply(string Address, int Port, IReadOnlyDictionary<string, string> EffectiveOptions)
{
    /// <summary>The SHA-256 of the one that the server shows; null: it encrypts nothing.</summary>
    public string? Certificate { get; init; }
}

/// <param name="Token">Null: plain, no hello.</param>
/// <param name="Framing">Null: the stack's own; <c>none</c> for third-party stream echoes.</param>
public sealed record ConnectRequest(
    string Stack,
    string Address,
    int Port,
    string? Token,
    Scenario Scenario,
    long TimeoutNs,
    string? Framing = null
)
{
    /// <summary>Of the arrivals at a rate.</summary>
    public int ArrivalsSeed { get; init; } = 1;

    /// <summary>The SHA-256 of the one that the server has to show; null: any.</summary>
    public string? Certificate { get; init; }
}

public sealed record ConnectReply(Histogram ConnectTime, IReadOnlyDictionary<string, string> EffectiveOptions);
