using System.Text.Json.Serialization;
using Pingmark.Model.Loads;

namespace Pingmark.Model;

/// <summary>The workload. Two cells are comparable exactly when their scenarios are equal.</summary>
public sealed record Scenario
{
    /// <summary>The limit of outstanding messages on a connection where a rate is asked for and no limit: enough to
    /// outlast a pause of the server, few enough to notice one that does not keep up.</summary>
    public const int InFlightWithRate = 64;

    public const int MostInFlight = 65_536;

    /// <summary>Its name in the suite's list of <c>scenarios</c>; empty where it is not from there.</summary>
    public string Name { get; init; } = "";

    /// <summary>The name of its load.</summary>
    public string Test { get; init; } = PingPongLoad.Word;

    /// <summary>The numbers that its load reads.</summary>
    internal LoadNumbers Numbers { get; set; } = LoadNumbers.None;

    /// <summary>How many client workers there are, each of which does all that is asked of a client; null:
    /// one.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public int? Generators { get; init; }

    /// <summary>How many servers there are, over which the client workers are spread evenly; null: one.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public int? Servers { get; init; }

    /// <summary>How many threads the one process has that plays both sides; null: each side has a process of its
    /// own.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public int? PairThreads { get; init; }
    public int Connections { get; init; } = 1;

    /// <summary>Messages in flight on each connection; with a rate, the most that may be outstanding on each.</summary>
    public int InFlight { get; init; } = 1;

    /// <summary>Messages a second over all connections, sent whatever the server does (open loop); null in a closed
    /// loop.</summary>
    public int? RatePerS { get; init; }

    /// <summary>How a rate's messages are spread over time; it has no meaning without a rate.</summary>
    public Arrivals Arrivals { get; init; }

    /// <summary>How many messages a connection sends at the same time; null where arrivals are no bursts.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public int? Burst { get; init; }

    /// <summary>The recorded traffic that each connection plays again, from which the rate follows; null where none
    /// is.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public Recording? Replay { get; init; }
    public int MessageBytes { get; init; } = 32;

    /// <summary>The mean size of its messages, in bytes, for what is told in bytes a second.</summary>
    [JsonIgnore]
    public double MeanMessageBytes => Replay?.MeanMessageBytes ?? MessageBytes;

    /// <summary>One of <see cref="Payloads.All"/>.</summary>
    public string Payload { get; init; } = Payloads.Random;

    /// <summary>Counted messages of each cell and round, in place of the suite's duration; null where the duration
    /// decides.</summary>
    public long? Messages { get; init; }

    /// <summary>Round trips in a lap; null: there are no laps.</summary>
    public int? LapMessages { get; init; }

    /// <summary>The time after which an unanswered message is lost; null: derived from measured round trips where
    /// messages can be lost.</summary>
    public long? LostAfterNs { get; init; }
    public string Address { get; init; } = "::1";

    /// <summary>The transmission of stacks that have both; null: the stack's default, which is unreliable where it has
    /// that.</summary>
    public Transmission? Transmission { get; init; }

    /// <summary>Options of stacks that are asked for by the stacks' own names.</summary>
    [JsonIgnore]
    public StackOptions Options { get; set; } = StackOptions.None;
    public SocketOptions Socket { get; init; } = new();

    /// <summary>The impaired network between client and server; null: the machine's own network.</summary>
    public Network? Network { get; init; }
    public Pin Pin { get; init; } = new();

    [JsonIgnore]
    public Load Load => LoadList.Of(Test);

    /// <summary>The name of the load that its client is asked for.</summary>
    [JsonIgnore]
    public string LoadName => Load.NameFor(this);

    /// <summary>A number that its load reads; null where it has none.</summary>
    public int? this[LoadNumber number] => Numbers[number];

    public Scenario With(LoadNumber number, int? value) => this with { Numbers = Numbers.With(number, value) };

    /// <summary>Whether profilers can tell its sides apart, as they tell processes apart.</summary>
    [JsonIgnore]
    public bool CanBeSampled => PairThreads is null;

    /// <summary>The fewest connections that tell how much memory one of them takes; with fewer the rest of the
    /// process's memory is noise.</summary>
    public const int ConnectionsThatTellMemory = 100;

    [JsonIgnore]
    public long AllConnections => (long)ClientWorkers * Connections;

    /// <summary>The ends of connections that one process has, of the process that has most: a server has those of all
    /// its clients.</summary>
    [JsonIgnore]
    public long EndsInAProcess => AllConnections / ServerWorkers * (PairThreads is null ? 1 : 2);

    [JsonIgnore]
    public bool TellsMemory => AllConnections >= ConnectionsThatTellMemory;

    /// <summary>Messages that are in flight at any time, over all connections.</summary>
    public long TotalInFlight => AllConnections * InFlight;

    [JsonIgnore]
    public int ClientWorkers => Generators ?? 1;

    /// <summary>The scenario of one of its client workers.</summary>
    [JsonIgnore]
    public Scenario OfOneClient => this with { Generators = null, Servers = null };

    [JsonIgnore]
    public int ServerWorkers => Servers ?? 1;

    /// <summary>Whether it is measured without slices: at a rate each slice would begin with an empty queue, and queues
    /// are what a rate is about.</summary>
    [JsonIgnore]
    public bool IsMeasuredWhole => RatePerS is not null;

    /// <summary>What a server is told of the scenario; whatever concerns clients alone has its default.</summary>
    public Scenario AsOfServer =>
        new()
        {
            Address = Address,
            Options = Options.OfServer,
            Socket = Socket,
            Network = Network?.AsOfServer,
            Pin = Pin,
            PairThreads = PairThreads,
            Servers = Servers,
        };

    /// <summary>The metric that cells are compared by. Throughput comes from paired slices, and with one message in
    /// flight it is the inverse of the mean round trip; a rate is the same for all, so round trips are
    /// compared.</summary>
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

/// <summary>The cores of each side: a count (<c>1</c>), <c>rest</c>, <c>all</c>, or a list (<c>cpus: 2-3</c> is stored
/// as <c>cpus:2-3</c>).</summary>
public sealed record Pin(string Server = "1", string Client = "rest");
