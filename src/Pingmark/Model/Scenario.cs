using System.Text.Json.Serialization;

namespace Pingmark.Model;

/// <summary>The workload. Two cells are comparable exactly when their scenarios are equal.</summary>
public sealed record Scenario
{
    /// <summary>Messages outstanding on a connection where a rate is asked for and no bound: enough to ride out a pause
    /// of the server, few enough to notice one that does not keep up.</summary>
    public const int InFlightWithRate = 64;

    /// <summary>From the suite's list of <c>scenarios</c>; empty for the others.</summary>
    public string Name { get; init; } = "";

    /// <summary>One of <see cref="TestKinds"/>.</summary>
    public string Test { get; init; } = TestKinds.PingPong;

    /// <summary>Messages that go together; one way, by one call. Null but for these tests.</summary>
    public int? Batch { get; init; }

    /// <summary>Messages that go before the first answer is awaited; null but for that test.</summary>
    public int? Preflood { get; init; }

    /// <summary>So often a second a server sends each connection a snapshot; null but for that test.</summary>
    public int? SnapshotRateHz { get; init; }

    /// <summary>Size of a whole snapshot; null but for that test.</summary>
    public int? SnapshotBytes { get; init; }

    /// <summary>Client workers, each with all that is asked of a client; null: one.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public int? Generators { get; init; }

    /// <summary>Both sides in one process, with so many threads; null: each has a process of its own.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public int? PairThreads { get; init; }
    public int Connections { get; init; } = 1;

    /// <summary>Messages under way on each connection; with a rate, the most that may be outstanding on each.</summary>
    public int InFlight { get; init; } = 1;

    /// <summary>Open loop: messages a second over all connections, whatever the server does; null = closed
    /// loop.</summary>
    public int? RatePerS { get; init; }

    /// <summary>How a rate's messages are spread over time; without a rate of no meaning.</summary>
    public Arrivals Arrivals { get; init; }
    public int MessageBytes { get; init; } = 32;
    public Payload Payload { get; init; } = Payload.Random;

    /// <summary>Counted messages per cell and round, instead of the suite's duration.</summary>
    public long? Messages { get; init; }

    /// <summary>Round trips in a lap; null = no laps.</summary>
    public int? LapMessages { get; init; }

    /// <summary>When an unanswered message is lost; null = derived from measured round trips where messages can be
    /// lost.</summary>
    public long? LostAfterNs { get; init; }
    public string Address { get; init; } = "::1";

    /// <summary>For stacks that have both; null = the stack's default, unreliable where it has it.</summary>
    public Transmission? Transmission { get; init; }

    /// <summary>What is asked of stacks by names of their own.</summary>
    [JsonIgnore]
    public StackOptions Options { get; set; } = StackOptions.None;
    public SocketOptions Socket { get; init; } = new();

    /// <summary>Between client and server; null: the machine's own.</summary>
    public Network? Network { get; init; }
    public Pin Pin { get; init; } = new();

    public const string ClosedLoad = "closed";

    /// <summary>What its client is asked for.</summary>
    public string Load =>
        RatePerS is not null && !IsTick ? "fixed-rate"
        : Test == TestKinds.PingPong ? ClosedLoad
        : Test;

    /// <summary>Each message has a connection of its own.</summary>
    public bool IsChurn => Test == TestKinds.Churn;

    /// <summary>Its server sends unasked, beside the answers.</summary>
    public bool IsTick => Test == TestKinds.Tick;

    /// <summary>Nobody sends messages back: the server counts them.</summary>
    public bool IsOneWay => Test == TestKinds.Stream;

    /// <summary>One clock tells when each message was sent and answered.</summary>
    [JsonIgnore]
    public bool CanBeLogged => !IsChurn && !IsOneWay && Generators is null;

    /// <summary>So many tell what one of them takes of a process's memory; the rest of it is noise to fewer.</summary>
    public const int ConnectionsThatTellMemory = 100;

    [JsonIgnore]
    public long AllConnections => (long)ClientWorkers * Connections;

    [JsonIgnore]
    public bool TellsMemory => AllConnections >= ConnectionsThatTellMemory;

    /// <summary>Messages that are under way at any time, over all connections.</summary>
    public long TotalInFlight => AllConnections * InFlight;

    [JsonIgnore]
    public int ClientWorkers => Generators ?? 1;

    /// <summary>As one of its client workers has it.</summary>
    [JsonIgnore]
    public Scenario OfOneClient => this with { Generators = null };

    /// <summary>At a rate each slice would begin with an empty queue, and queues are what a rate is
    /// about.</summary>
    [JsonIgnore]
    public bool IsMeasuredWhole => RatePerS is not null;

    /// <summary>What a server is told of it; all that concerns clients alone has its default.</summary>
    public Scenario AsOfServer =>
        new()
        {
            Address = Address,
            Options = Options.OfServer,
            Socket = Socket,
            Network = Network?.AsOfServer,
            Pin = Pin,
            PairThreads = PairThreads,
        };

    /// <summary>Throughput comes from paired slices, and with one message under way it is the inverse of the mean round
    /// trip. A rate is the same for all, so that its round trips are compared.</summary>
    public string HeadlineMetric => RatePerS is not null ? "rtt_p50_ns" : "throughput_per_s";
}

/// <summary>Socket options as asked for; null = not asked for.</summary>
public sealed record SocketOptions
{
    public bool? NoDelay { get; init; }
    public int? ReceiveBufferBytes { get; init; }
    public int? SendBufferBytes { get; init; }
    public string? CongestionControl { get; init; }
}

/// <summary>Cores of each side: a count (<c>1</c>), <c>rest</c>, <c>all</c>, or a list (<c>cpus: 2-3</c> is stored as
/// <c>cpus:2-3</c>).</summary>
public sealed record Pin(string Server = "1", string Client = "rest");
