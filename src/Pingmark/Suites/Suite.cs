namespace Pingmark.Suites;

/// <summary>A suite file as read and checked: what to compare, under which scenarios, and how carefully.</summary>
public sealed record Suite
{
    public required string Name { get; init; }
    public string About { get; init; } = "";

    /// <summary>Every stack x client x scenario, in the file's order; the first cell of each scenario is that
    /// scenario's baseline.</summary>
    public required IReadOnlyList<Cell> Cells { get; init; }
    public required SuiteSettings Settings { get; init; }
    public Published? Published { get; init; }
}

/// <summary>How carefully a suite is measured. Durations are nanoseconds.</summary>
public sealed record SuiteSettings
{
    /// <summary>Counted time per cell and round.</summary>
    public long DurationNs { get; init; } = 1_000_000_000;

    /// <summary>Null: warm-up is detected (see <c>WarmUp</c>); otherwise its fixed length.</summary>
    public long? WarmUpNs { get; init; }
    public int Rounds { get; init; } = 5;

    /// <summary>Wall time that the whole run may take; null = no limit.</summary>
    public long? BudgetNs { get; init; }

    /// <summary>Half-width of the headline ratio's interval at which a comparison is precise enough (0.02 = 2 %); null
    /// = run all rounds.</summary>
    public double? Precision { get; init; }

    /// <summary>Length of one slice; the number of cells in a block follows from it.</summary>
    public long SliceNs { get; init; } = 100_000_000;
    public int? Seed { get; init; }

    /// <summary>After the rounds each cell runs once more under its runtimes' own profilers.</summary>
    public bool Sampling { get; init; }
}

/// <summary>One stack under one scenario: the unit that is measured, compared and reported.</summary>
public sealed record Cell
{
    /// <summary>Unique in the suite, e.g. <c>cpp/tcp-epoll c16 f1 32B</c>; the label comes first when two cells share a
    /// stack.</summary>
    public required string Id { get; init; }
    public required string Label { get; init; }
    public required string Stack { get; init; }

    /// <summary>The client's stack id; <c>native</c> and <c>reference</c> are resolved when the suite is
    /// read.</summary>
    public required string Client { get; init; }
    public required Scenario Scenario { get; init; }

    /// <summary>Runtime (<c>java</c>, <c>dotnet</c>) to options for workers of that runtime.</summary>
    public IReadOnlyDictionary<string, IReadOnlyList<string>> RuntimeOptions { get; init; } =
        new Dictionary<string, IReadOnlyList<string>>();
}

/// <summary>The workload. Two cells are comparable exactly when their scenarios are equal.</summary>
public sealed record Scenario
{
    /// <summary>From the suite's list of <c>scenarios</c>; empty for the others.</summary>
    public string Name { get; init; } = "";
    public string Test { get; init; } = "ping-pong";
    public int Connections { get; init; } = 1;
    public int InFlight { get; init; } = 1;
    public int MessageBytes { get; init; } = 32;
    public string Payload { get; init; } = "random";

    /// <summary>Counted messages per cell and round, instead of the suite's duration.</summary>
    public long? Messages { get; init; }

    /// <summary>Round trips in a lap; null = no laps.</summary>
    public int? LapMessages { get; init; }
    public long LostAfterNs { get; init; } = 1_000_000_000;
    public string Address { get; init; } = "::1";

    /// <summary>For stacks that have both: <c>reliable</c> or <c>unreliable</c>; null = the stack's default, unreliable
    /// where it has it.</summary>
    public string? Transmission { get; init; }

    /// <summary>How often at least a library's own loop runs; null = the worker's default.</summary>
    public int? ServerTickRateHz { get; init; }
    public int? ClientTickRateHz { get; init; }

    /// <summary>Threads that share a library client's connections; null = the worker's default.</summary>
    public int? ClientThreads { get; init; }

    /// <summary>A library's own system calls in place of its runtime's sockets.</summary>
    public bool? NativeSockets { get; init; }
    public SocketOptions Socket { get; init; } = new();
    public Pin Pin { get; init; } = new();

    /// <summary>Messages that are under way at any time, over all connections.</summary>
    public long TotalInFlight => (long)Connections * InFlight;

    /// <summary>A round trip alone on its machine is judged by its median, everything else by throughput.</summary>
    public string HeadlineMetric => TotalInFlight == 1 ? "rtt_p50_ns" : "throughput_per_s";
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

/// <summary>Figures that were published for this experiment, printed beside the measured ones.</summary>
public sealed record Published(string Source, string Finding, IReadOnlyList<PublishedFigure> Figures);

/// <summary>One published figure; null match fields match every cell.</summary>
public sealed record PublishedFigure(
    string? Stack,
    string? Scenario,
    int? Connections,
    int? InFlight,
    string Metric,
    double Value,
    double? Spread,
    string Note
);
