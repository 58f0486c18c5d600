using Pingmark.Model;

namespace Pingmark.Trials;

/// <summary>How a pair measures one window.</summary>
/// <param name="SettleNs">Load that runs first, and at the beginning of each part, and does not count.</param>
/// <param name="LengthNs">Counted time; null: until <see cref="Stop"/>.</param>
public sealed record WindowPlan(long SettleNs, long? LengthNs)
{
    /// <summary>Counted messages in place of time.</summary>
    public long? Messages { get; init; }

    /// <summary>The longest part: between two of them a measurement can be ended, and a server on another machine be
    /// missed. Null: one piece.</summary>
    public long? PartNs { get; init; }

    /// <summary>Told of every part.</summary>
    public Action<Measurement> EachPart { get; init; } = _ => { };

    /// <summary>Ends it after the part that is being measured, with the figures up to then.</summary>
    public CancellationToken Stop { get; init; }
}
