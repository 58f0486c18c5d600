namespace Pingmark.Capacity;

/// <summary>What windows of about the same load measured, all generations together. Times are in ns, shares from 0 to
/// 1, CPU times in cores.</summary>
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

/// <summary>A point of a cell's curve.</summary>
public sealed record CurvePoint : LoadFigures
{
    public int Windows { get; init; }

    /// <summary>How many of its windows met all objectives.</summary>
    public int Met { get; init; }

    /// <summary>In how many of them the client did not keep up.</summary>
    public int ClientBound { get; init; }
}
