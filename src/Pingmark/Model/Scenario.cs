using System.Text.Json.Serialization;
using Pingmark.Model.Loads;

namespace Pingmark.Model;

/// <summary>The workload. Two cells are comparable exactly when their scenarios are equal.</summary>
public sealed record Scenario
{
    /// <summary>The default limit of outstanding messages at a rate: outlasts a server's pause, reveals one that falls
    /// behind.</summary>
    public const int DefaultInFlightAtRate = 64;

    public const int MaxInFlight = 65_536;

    /// <summary>Its name in the suite's list of <c>scenarios</c>; empty where it is not from there.</summary>
    public string Name { get; init; } = "";

    /// <summary>The name of its load.</summary>
    public string Test { get; init; } = PingPongLoad.LoadName;

    /// <summary>The numbers that its load reads.</summary>
    internal LoadNumbers Numbers { get; set; } = LoadNumbers.None;

    /// <summary>How many client workers there are, each with all connections and the whole rate; null: one.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public int? Generators { get; init; }

    /// <summary>How many servers there are, over which the client workers are spread evenly; null: one.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public int? Servers { get; init; }

    /// <summary>The threads of one process that plays both sides; null: a process for each side.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public int? PairThreads { get; init; }
    public int Connections { get; init; } = 1;

    /// <summary>Messages in flight on each connection; with a rate, the most that may be outstanding on each.</summary>
    public int InFlight { get; init; } = 1;

    /// <summary>Messages a second over all connections (open loop); null in a closed loop.</summary>
    public int? RatePerS { get; init; }

    /// <summary>How a rate's messages are spread over time; it has no meaning without a rate.</summary>
    public Arrivals Arrivals { get; init; }

    /// <summary>How many messages a connection sends at the same time; null where arrivals are no bursts.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public int? Burst { get; init; }

    /// <summary>The recorded traffic that each connection replays, which gives the rate; null: none.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public Recording? Replay { get; init; }
    public int MessageBytes { get; init; } = 32;

    /// <summary>What is asked in place of messages that are echoed, such as <c>GET /</c>; null: messages are
    /// echoed.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Question { get; init; }

    /// <summary>The mean size of its messages, in bytes, for what is told in bytes a second.</summary>
    [JsonIgnore]
    public double MeanMessageBytes => Replay?.MeanMessageBytes ?? MessageBytes;

    /// <summary>One of <see cref="Payloads.All"/>.</summary>
    public string Payload { get; init; } = Payloads.Random;

    /// <summary>Counted messages per cell and round; null: the suite's duration decides.</summary>
    public long? Messages { get; init; }

    /// <summary>Round trips in a lap; null: there are no laps.</summary>
    public int? LapMessages { get; init; }

    /// <summary>The time until an unanswered message is lost; null: derived from measured round trips.</summary>
    public long? LostAfterNs { get; init; }
    public string Address { get; init; } = "::1";

    /// <summary>The transmission; null: the stack's default, unreliable if it has that.</summary>
    public Transmission? Transmission { get; init; }

    /// <summary>Options of stacks that are asked for by the stacks' own names.</summary>
    [JsonIgnore]
    public StackOptions Options { get; set; } = StackOptions.None;
    public SocketOptions Socket { get; init; } = new();

    /// <summary>The impaired network between client and server; null: the machine's own network.</summary>
    public Network? Network { get; init; }
    public Pin Pin { get; init; } = new();

    [JsonIgnore]
    public Load Load => LoadList.Find(Test);

    /// <summary>The name of the load that its client is asked for.</summary>
    [JsonIgnore]
    public string LoadName => Load.NameFor(this);

    /// <summary>A number that its load reads; null where it has none.</summary>
    public int? this[LoadNumber number] => Numbers[number];

    public Scenario With(LoadNumber number, int? value) => this with { Numbers = Numbers.With(number, value) };

    /// <summary>Whether profilers can tell its sides apart, as they tell processes apart.</summary>
    [JsonIgnore]
    public bool CanBeSampled => PairThreads is null;

    /// <summary>The fewest connections from which the memory of one can be told from noise.</summary>
    public const int MinConnectionsForMemory = 100;

    [JsonIgnore]
    public long AllConnections => (long)ClientWorkers * Connections;

    /// <summary>The connection ends in the process that has most of them.</summary>
    [JsonIgnore]
    public long MaxEndsPerProcess => AllConnections / ServerWorkers * (PairThreads is null ? 1 : 2);

    [JsonIgnore]
    public bool CanMeasureMemory => AllConnections >= MinConnectionsForMemory;

    /// <summary>Messages that are in flight at any time, over all connections.</summary>
    public long TotalInFlight => AllConnections * InFlight;

    [JsonIgnore]
    public int ClientWorkers => Generators ?? 1;

    /// <summary>The scenario of one of its client workers.</summary>
    [JsonIgnore]
    public Scenario ForOneClient => this with { Generators = null, Servers = null };

    [JsonIgnore]
    public int ServerWorkers => Servers ?? 1;

    /// <summary>Whether it is measured without slices: at a rate each would begin with an empty queue.</summary>
    [JsonIgnore]
    public bool NeedsContinuousWindows => RatePerS is not null;

    /// <summary>What a server is told of the scenario; whatever concerns clients alone has its default.</summary>
    public Scenario ForServer =>
        new()
        {
            Address = Address,
            Options = Options.ForServer,
            Socket = Socket,
            Network = Network?.ForServer,
            Pin = Pin,
            PairThreads = PairThreads,
            Servers = Servers,
        };

    /// <summary>The metric of comparisons: throughput, or round trips where the rate is given.</summary>
    public string HeadlineMetric => RatePerS is not null ? "rtt_p50_ns" : "throughput_per_s";
}

/// <summary>The socket options that are asked for; null where one is not.</summary>
public sealed record SocketOptions
{
    public bool? NoDelay { get; init; }
    public int? ReceiveBufferBytes { get; init; }
    public int? SendBufferBytes { get; init; }
    public string? CongestionControl { get; init; }
}

/// <summary>The cores of each side: a count, <c>rest</c>, <c>all</c>, or a list (<c>cpus:2-3</c>).</summary>
public sealed record Pin(string Server = "1", string Client = "rest");
