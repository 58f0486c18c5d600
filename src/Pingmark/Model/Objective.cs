using System.Text.Json.Serialization;

namespace Pingmark.Model;

/// <summary>What an objective limits.</summary>
public enum ObjectiveQuantity
{
    /// <summary>A percentile of round trips, from the intended time, in ns; of players also of how late snapshots
    /// came. What was not answered is later than everything that was.</summary>
    Percentile,

    /// <summary>The share of messages that were not answered; of players also of snapshots that did not come, of which
    /// the larger share counts.</summary>
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
