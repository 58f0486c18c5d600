using System.Text.Json.Serialization;

namespace Pingmark.Model;

/// <summary>A search for capacity: the objectives, and the load that is raised until one is missed.</summary>
/// <param name="Objectives">All of them must be met at once; at least one.</param>
/// <param name="BudgetNs">The wall time that measuring may take.</param>
/// <param name="RateEachPerS">The messages a second that each connection sends, where connections are what is looked
/// for; of players the inputs, null: one for each snapshot.</param>
public sealed record CapacitySettings(
    CapacityKind Kind,
    IReadOnlyList<Objective> Objectives,
    long BudgetNs,
    int? RateEachPerS = null
);

/// <summary>What a capacity is a number of.</summary>
public enum CapacityKind
{
    /// <summary>Messages a second over all connections, sent whatever the server does.</summary>
    Rate,

    /// <summary>Connections, each of which sends at a fixed rate.</summary>
    Connections,

    /// <summary>Connections that send inputs, and that get a snapshot at each tick of the server.</summary>
    Players,
}

/// <summary>How the search for a cell's capacity ended.</summary>
public enum CapacityOutcome
{
    /// <summary>The capacity is known, with an interval.</summary>
    Found,

    /// <summary>The objective is missed at the least load already.</summary>
    IdleMisses,

    /// <summary>The largest load that can be offered meets the objective.</summary>
    NoLoadMisses,

    /// <summary>The client could not keep up before the server missed the objective.</summary>
    BeyondClient,

    /// <summary>There is a capacity in fewer generations than an interval needs.</summary>
    TooFewGenerations,

    /// <summary>A side failed, can't do what was asked, or is not available.</summary>
    Failed,
}

/// <summary>What an objective limits.</summary>
public enum ObjectiveQuantity
{
    /// <summary>A percentile of round trips, in ns; for players also of snapshot lateness. Unanswered counts as
    /// longest.</summary>
    Percentile,

    /// <summary>The share of unanswered messages; for players the share of missing snapshots if that is
    /// larger.</summary>
    Lost,

    /// <summary>The share of answers that came later than a time or never; of players the share of snapshots.</summary>
    Late,
}

/// <summary>What a server must keep to under load: <c>p99&lt;1ms</c>, <c>lost&lt;0.1%</c>,
/// <c>late(50ms)&lt;1%</c>.</summary>
/// <param name="Text">It as it was written, without spaces.</param>
/// <param name="Limit">The limit: ns of a percentile, else a share from 0 to 1.</param>
public sealed record Objective(string Text, ObjectiveQuantity Quantity, double Limit)
{
    /// <summary>The share of the values that may not be above the limit (0.99); of a percentile alone.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public double? Percentile { get; init; }

    /// <summary>After how many ns something is late; of <see cref="ObjectiveQuantity.Late"/> alone.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public long? LateAfterNs { get; init; }

    /// <summary>Whether a value that is exactly the limit meets it (<c>&lt;=</c>).</summary>
    public bool AllowsLimit { get; init; }

    /// <summary>The value of which it is known that it is beyond all that was measured.</summary>
    public const double Beyond = double.PositiveInfinity;

    /// <summary>Whether a measured value meets it.</summary>
    public bool IsMetBy(double value) => AllowsLimit ? value <= Limit : value < Limit;

    public override string ToString() => Text;
}
