using System.Text.Json;

namespace Pingmark.Worker.Kit;

/// <summary>What a stack is and where its limits are. Those of a library differ from a socket's, and are set in its
/// description.</summary>
/// <param name="IsStream">Bytes arrive, and the kit frames them; otherwise whole messages arrive.</param>
/// <param name="Spins">An idle server burns its core.</param>
public sealed record StackDescription(
    string Stack,
    string About,
    bool IsStream,
    bool Spins,
    string Threading,
    int MaxInFlightBytes
)
{
    /// <summary>What UDP carries over IPv4.</summary>
    private const int MaxDatagramBytes = 65_507;

    /// <summary>A client that sends while it receives needs no lower limit than its memory.</summary>
    public const int MemoryBound = 16 << 20;

    /// <summary>What a client that waits in its send may have under way: more could fill the buffers of both
    /// directions, and nobody would read.</summary>
    public const int BufferBound = 256 << 10;

    /// <summary>What is spoken on the wire.</summary>
    public Transport Transport { get; init; } = IsStream ? Transport.Tcp : Transport.Udp;
    public bool IsReliable { get; init; } = IsStream;
    public bool IsUnreliable { get; init; } = !IsStream;
    public int MaxConnections { get; init; } = 10_000;

    /// <summary>The largest message; unreliable, where the stack has both transmissions.</summary>
    public int MaxMessageBytes { get; init; } = IsStream ? sizeof(int) + Constants.MaxBodyBytes : MaxDatagramBytes;

    /// <summary>The largest reliable message, where it differs.</summary>
    public int? MaxReliableMessageBytes { get; init; }

    /// <summary>It is more than a server.</summary>
    public bool HasClient { get; init; } = true;

    /// <summary>Its client wakes when a message is due, and not only when one arrives.</summary>
    public bool KeepsTimes { get; init; } = true;

    /// <summary>Its server can count and acknowledge, in place of echoing.</summary>
    public bool TakesOneWay { get; init; }

    /// <summary>At a wildcard address its server answers from the address that was asked, which a connection does by
    /// itself.</summary>
    public bool AnswersFromAskedAddress { get; init; } = true;

    /// <summary>Its server can send snapshots.</summary>
    public bool SendsUnasked { get; init; }

    /// <summary>Its client can take snapshots: one lane receives them all.</summary>
    public bool TakesSnapshots { get; init; }

    /// <summary>Its server's end of a connection can be served by the client's thread.</summary>
    public bool RunsInOneThread { get; init; }

    /// <summary>The kit opens a connection for each message, where a socket is all that it takes.</summary>
    internal bool Churns => Transport == Kit.Transport.Tcp;

    /// <summary>Those that its client can make; of a server alone those that it can bear.</summary>
    public IReadOnlyList<string> Loads =>
        HasClient ? Kit.Loads.Names(IsStream, KeepsTimes, TakesOneWay, Churns, TakesSnapshots) : ["closed"];

    /// <summary>Options that it has beside a socket's.</summary>
    public IReadOnlyList<StackOption> Options { get; init; } = [];
    public IReadOnlyList<string> SocketOptions
    {
        get => field ?? Kit.SocketOptions.Names(Transport.IsTcp);
        init;
    }

    /// <summary>How many threads both sides can have in one process.</summary>
    private IReadOnlyList<long> PairThreads => RunsInOneThread ? [1, 2] : [2];

    /// <returns>By how many both sides are to run in this process; 0: it is a server alone.</returns>
    internal int ReadPairThreads(Request request) =>
        !request.Has("pair_threads") ? 0
        : request.Integer("pair_threads") is var threads && PairThreads.Contains(threads) ? (int)threads
        : throw new UnsupportedException($"pair_threads {threads}: {Stack} can't");

    public string DefaultTransmission => IsUnreliable ? "unreliable" : "reliable";

    internal void Write(Utf8JsonWriter json)
    {
        json.WriteString("stack", Stack);
        json.WriteString("about", About);
        json.WriteString("transport", Transport.Name);
        json.WriteString("addresses", Transport.IsLocal ? "folder" : "ip");
        json.WriteString("framing", IsStream ? "stream" : "datagram");
        json.WriteStrings("roles", HasClient ? ["server", "client"] : ["server"]);
        json.WriteString("waits", Spins ? "spin" : "block");
        json.WriteString("threading", Threading);
        json.WriteNumber("min_message_bytes", Constants.MinMessageBytes);
        json.WriteNumber("max_message_bytes", MaxMessageBytes);
        json.WriteNumber("max_connections", MaxConnections);
        json.WriteNumber("max_in_flight", Constants.MaxInFlight);
        json.WriteNumber("max_in_flight_bytes", MaxInFlightBytes);
        json.WriteStrings("loads", Loads);
        json.WriteStrings("payloads", Serializers.Names);
        json.WriteBoolean("sends_unasked", SendsUnasked);
        json.WriteNumbers("pair_threads", PairThreads);
        if (MaxReliableMessageBytes is { } largest)
            json.WriteNumber("max_reliable_message_bytes", largest);
        json.WriteBoolean("reliable", IsReliable);
        json.WriteBoolean("unreliable", IsUnreliable);
        json.WriteBoolean("tls", Transport.IsEncrypted);
        json.WriteStrings("socket_options", SocketOptions);
        StackOption.Describe(Options, json);
    }

    /// <summary>How much a connection may have under way. What comes back of messages one way is small, so that a send
    /// that waits for the peer waits for nothing that the peer waits for.</summary>
    internal int MostInFlightBytes(ConnectPlan plan) => plan.IsOneWay ? MemoryBound : MaxInFlightBytes;

    internal void Check(ConnectPlan plan)
    {
        if (plan.IsReliable ? !IsReliable : !IsUnreliable)
            throw new UnsupportedException(
                $"transmission {(plan.IsReliable ? "reliable" : "unreliable")}: {Stack} is {DefaultTransmission} only"
            );
        Within("message_bytes", plan.MessageBytes, Constants.MinMessageBytes, MostBytes(plan));
        Within("connections", plan.Connections, 1, MaxConnections);
        Within("in_flight", plan.InFlight, 1, Constants.MaxInFlight);
        Within("in_flight x message_bytes", plan.InFlightBytes, 1, MostInFlightBytes(plan));
        Within("connections x in_flight", (long)plan.Connections * plan.InFlight, 1, Constants.MaxMessagesInFlight);
        var isAlone = !plan.IsOneWay && plan.Ticks is null;
        if (plan.Churns && (!Churns || plan.InFlight != 1 || !isAlone))
            throw new UnsupportedException("churn: of TCP with in_flight 1, and not with one_way or snapshots");
        if (plan.Ticks is { } ticks)
            CheckTicks(plan, ticks);
        if (plan.IsOneWay)
            CheckOneWay(plan);
        if (plan.IsUnframed && !IsStream)
            throw new UnsupportedException($"framing none: {Stack} sends datagrams, which need no framing");
    }

    /// <summary>Of a message of the plan's transmission.</summary>
    private int MostBytes(ConnectPlan plan) =>
        plan.IsReliable ? MaxReliableMessageBytes ?? MaxMessageBytes : MaxMessageBytes;

    /// <summary>A client tells them from answers by their length.</summary>
    private void CheckTicks(ConnectPlan plan, TickPlan ticks)
    {
        if (!TakesSnapshots || plan.Token is null)
            throw new UnsupportedException(
                $"snapshots: {(TakesSnapshots ? "a plain server sends nothing unasked" : Stack + " can't take them")}"
            );
        Within("snapshot_bytes", ticks.SnapshotBytes, Constants.MinSnapshotBytes, MostBytes(plan));
        if (plan.Library.ClientThreads > 1)
            throw new UnsupportedException(
                $"snapshots: one lane takes them all, and client_threads is {plan.Library.ClientThreads}"
            );
        if (plan.IsOneWay || ticks.SnapshotBytes == plan.MessageBytes)
            throw new UnsupportedException(
                "snapshots: not with one_way, and not of message_bytes, which they are told by"
            );
    }

    private void CheckOneWay(ConnectPlan plan)
    {
        if (!TakesOneWay || plan.Token is null)
            throw new UnsupportedException(
                $"one_way: {(TakesOneWay ? "a plain server echoes" : Stack + " can only be echoed to")}"
            );
        if (!int.IsPow2(plan.InFlight))
            throw new UnsupportedException($"one_way: in_flight {plan.InFlight} is no power of two");
        Within("one_way: message_bytes", plan.MessageBytes, Constants.MinOneWayMessageBytes, MaxMessageBytes);
    }

    private void Within(string name, long value, long least, long most)
    {
        if (value < least || value > most)
            throw new UnsupportedException($"{name} {value}: {Stack} takes {least} to {most}");
    }
}
