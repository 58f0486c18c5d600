using Pingmark.Model;

namespace Pingmark.Trials;

/// <summary>Says how a pair measures one window.</summary>
/// <param name="SettleNs">How long load runs first, and at the beginning of each part, without counting.</param>
/// <param name="LengthNs">The counted time; null where the window goes on until <see cref="Stop"/>.</param>
public sealed record WindowPlan(long SettleNs, long? LengthNs)
{
    /// <summary>How many messages are counted in place of a time; null where a time is counted.</summary>
    public long? Messages { get; init; }

    /// <summary>The longest part in ns: between two parts a measurement can be ended, and a server on another machine
    /// is noticed that is gone. Null where the window is in one piece.</summary>
    public long? PartNs { get; init; }

    /// <summary>Whether it is so short that a server may have no core for all of it, and that no message goes in
    /// it.</summary>
    public bool MayBeSilent { get; init; }

    /// <summary>Is told of every part.</summary>
    public Action<Measurement> EachPart { get; init; } = _ => { };

    /// <summary>This plan, of whose parts somebody else is told, too.</summary>
    public WindowPlan Telling(Action<Measurement> tell) => this with { EachPart = EachPart + tell };

    /// <summary>Ends the window after the part that is being measured, with the figures up to then.</summary>
    public CancellationToken Stop { get; init; }
}
