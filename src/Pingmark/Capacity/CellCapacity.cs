using Pingmark.Model;

namespace Pingmark.Capacity;

/// <summary>What is known of a cell's capacity. Loads are in the unit of the kind: messages a second, connections or
/// players. CPU times are in cores: 0.5 is half of one.</summary>
public sealed record CellCapacity
{
    public required string Id { get; init; }
    public required string Label { get; init; }
    public required string Stack { get; init; }
    public required string Client { get; init; }
    public required Scenario Scenario { get; init; }
    public required CapacityOutcome Outcome { get; init; }

    /// <summary>The outcome in words, a whole sentence; empty where the capacity was found.</summary>
    public string Reason { get; init; } = "";

    /// <summary>The highest load that meets all objectives, the geometric mean over generations with its interval of
    /// 95 %; null where no generation has one. With too few generations it has no interval.</summary>
    public Estimate? Capacity { get; init; }

    /// <summary>The highest load below all missed ones whose windows met all objectives, or null.</summary>
    public double? HighestMet { get; init; }

    /// <summary>The lowest load that missed an objective though its client kept up, or null.</summary>
    public double? LowestMissed { get; init; }

    /// <summary>The capacity divided by the cores of the server; null where the server has all cores.</summary>
    public Estimate? PerCore { get; init; }

    /// <summary>The number of cores that the server is pinned to; null where it has all of the machine's.</summary>
    public int? ServerCores { get; init; }

    /// <summary>The objective that decides: the one that was missed by the lowest load; null where none was.</summary>
    public string? LimitedBy { get; init; }
    public IReadOnlyList<GenerationCapacity> Generations { get; init; } = [];
    public IReadOnlyList<CurvePoint> Curve { get; init; } = [];

    /// <summary>The load from which on the p99 rises more steeply than it did over all loads before; null where the
    /// curve is too short or too noisy to tell.</summary>
    public double? Knee { get; init; }

    /// <summary>What is to be expected at 50, 70 and 90 % of the capacity, read from the curve.</summary>
    public IReadOnlyList<LoadFigures> At { get; init; } = [];
    public long? ServerBytesPerConnection { get; init; }
    public long? ClientBytesPerConnection { get; init; }
    public int Windows { get; init; }

    /// <summary>A lower bound of the capacity where no offered load was too high; else null.</summary>
    public double? AtLeast() =>
        Outcome is CapacityOutcome.NoLoadMisses or CapacityOutcome.BeyondClient ? HighestMet : null;

    public IReadOnlyDictionary<string, string> Versions { get; init; } = new Dictionary<string, string>();
}

/// <param name="Capacity">The load at which its curve crosses the objective; null where it does not.</param>
public sealed record GenerationCapacity(int Generation, double? Capacity, int Windows);

/// <summary>Figures of all windows at about the same load. Shares are 0 to 1, CPU times cores.</summary>
public record LoadFigures
{
    /// <summary>The offered load in the unit of the kind: the geometric mean of its windows.</summary>
    public required double Offered { get; init; }

    /// <summary>The load as a share of the capacity; null where that is not known.</summary>
    public double? OfCapacity { get; init; }

    /// <summary>The messages a second that were due, and those that were answered.</summary>
    public double OfferedPerS { get; init; }
    public double AchievedPerS { get; init; }

    /// <summary>Percentiles of the round trips from the intended time; of players of how late snapshots came. Null
    /// where too little is behind them, or beyond all that was measured.</summary>
    public double? P50Ns { get; init; }
    public double? P99Ns { get; init; }
    public double? P999Ns { get; init; }
    public double Lost { get; init; }
    public double? ServerCpuCores { get; init; }
    public double? ClientCpuCores { get; init; }
}

public sealed record CurvePoint : LoadFigures
{
    public int Windows { get; init; }
    public int Met { get; init; }
    public int ClientBound { get; init; }
}
