namespace Pingmark.Model;

public sealed record CellSummary
{
    public required string Id { get; init; }

    public required Design Design { get; init; }
    public required string Label { get; init; }
    public required string Stack { get; init; }
    public required string Client { get; init; }
    public required Scenario Scenario { get; init; }

    public required CellStatus Status { get; init; }
    public IReadOnlyList<string> Reasons { get; init; } = [];

    /// <summary>Processes outside of the run had its cores for more than a tenth of the time in more than a third of
    /// the trials that count.</summary>
    public bool Crowded { get; init; }
    public int Rounds { get; init; }
    public long Messages { get; init; }
    public double MeasuredS { get; init; }
    public Estimate? ThroughputPerS { get; init; }
    public Estimate? RttP1Ns { get; init; }
    public Estimate? RttP50Ns { get; init; }
    public Estimate? RttP90Ns { get; init; }
    public Estimate? RttP99Ns { get; init; }
    public Estimate? RttP999Ns { get; init; }
    public Estimate? RttMaxNs { get; init; }
    public Estimate? RttMeanNs { get; init; }
    public Estimate? RttUncorrectedP50Ns { get; init; }
    public Estimate? RttUncorrectedP99Ns { get; init; }
    public Estimate? SendLatenessP50Ns { get; init; }
    public Estimate? SendLatenessP99Ns { get; init; }

    /// <summary>Share of the rate that was asked for.</summary>
    public Estimate? AchievedRate { get; init; }

    /// <summary>Of messages that go one way: their bytes, by the server's count.</summary>
    public Estimate? ReceivedBytesPerS { get; init; }

    /// <summary>Of messages that go one way: by the client's count.</summary>
    public Estimate? SentPerS { get; init; }

    /// <summary>Of a connection for each message: until it was connected, and until the first byte of an
    /// answer.</summary>
    public Estimate? ConnectP50Ns { get; init; }
    public Estimate? ConnectP99Ns { get; init; }
    public Estimate? FirstByteP50Ns { get; init; }
    public Estimate? FirstByteP99Ns { get; init; }

    /// <summary>Of snapshots that a server sends unasked: those that arrived, how long after their tick's time, and
    /// after the tick's first arrival.</summary>
    public Estimate? SnapshotsPerS { get; init; }
    public Estimate? SnapshotLatenessP50Ns { get; init; }
    public Estimate? SnapshotLatenessP99Ns { get; init; }
    public Estimate? SnapshotSkewP50Ns { get; init; }
    public Estimate? SnapshotSkewP99Ns { get; init; }

    /// <summary>On an impaired network: bytes of messages that were answered.</summary>
    public Estimate? GoodputBytesPerS { get; init; }

    /// <summary>Share of the messages that took more than twice as long as those that met no trouble.</summary>
    public Estimate? StalledShare { get; init; }

    /// <summary>Packets, with their headers, both ways.</summary>
    public Estimate? WireBytesPerMsg { get; init; }

    /// <summary>CPU time of what impairs the network.</summary>
    public Estimate? ImpairmentCpuNsPerMsg { get; init; }

    /// <summary>Of many connections: resident memory that each of them takes.</summary>
    public Estimate? ServerBytesPerConnection { get; init; }
    public Estimate? ClientBytesPerConnection { get; init; }
    public Estimate? LapMeanMs { get; init; }
    public double? LapStddevMs { get; init; }
    public int? Laps { get; init; }
    public Estimate? ServerCpuNsPerMsg { get; init; }
    public Estimate? ClientCpuNsPerMsg { get; init; }

    /// <summary>CPU time of both sides over the time that passed.</summary>
    public Estimate? BusyThreads { get; init; }
    public Estimate? ServerContextSwitchesPerMsg { get; init; }
    public Estimate? ClientContextSwitchesPerMsg { get; init; }
    public Estimate? ServerAllocatedBytesPerMsg { get; init; }
    public Estimate? ClientAllocatedBytesPerMsg { get; init; }

    /// <summary>Figures that were measured, and that too little is behind to print them.</summary>
    public IReadOnlyList<Withheld> Withheld { get; init; } = [];
    public IReadOnlyList<Note> Audits { get; init; } = [];

    /// <summary>What each side did with its time, for suites with <c>sampling</c>.</summary>
    public IReadOnlyList<SideSamples> Samples { get; init; } = [];
    public long Sent { get; init; }
    public long Received { get; init; }
    public long Lost { get; init; }
    public long Late { get; init; }
    public long Duplicated { get; init; }
    public long Reordered { get; init; }
    public long Corrupt { get; init; }
    public long SilentConnections { get; init; }

    /// <summary>Messages of a rate whose time came, and that were never sent; null in a closed loop.</summary>
    public long? Unsent { get; init; }

    /// <summary>Socket options as the workers read them back, <c>server.no_delay</c> → <c>true</c>.</summary>
    public IReadOnlyDictionary<string, string> EffectiveOptions { get; init; } = new Dictionary<string, string>();

    /// <summary>Runtime and library versions, <c>server</c> and <c>client</c>.</summary>
    public IReadOnlyDictionary<string, string> Versions { get; init; } = new Dictionary<string, string>();
}

/// <param name="Metric">Its key.</param>
/// <param name="Reason">In words.</param>
public sealed record Withheld(string Metric, string Reason);

/// <summary>Cell <c>A</c> relative to its scenario's baseline <c>B</c>.</summary>
/// <param name="NeedsS">Only of an undecided one: about how long a run would take that decides it; null where nobody
/// can tell.</param>
public sealed record Comparison(
    string A,
    string B,
    string Metric,
    Estimate Ratio,
    ComparisonVerdict Verdict,
    double? NeedsS = null
);
