namespace Pingmark.Workers;

/// <summary>Asks for load for a time, or until a number of messages has been counted. Durations are in ns.</summary>
/// <param name="SettleNs">How long the load lasts before it counts.</param>
/// <param name="DeadlineNs">How long all of it may take, with the last answers; what any request may take is
/// added.</param>
public sealed record RunRequest(long SettleNs, long DeadlineNs)
{
    /// <summary>The length of the counted window; null where it ends with <see cref="Messages"/>.</summary>
    public long? DurationNs { get; init; }
    public long? Messages { get; init; }

    /// <summary>The number of messages in a lap, which is timed as a whole; null for no laps.</summary>
    public int? LapMessages { get; init; }

    /// <summary>The counted time in ns where it is known before; null where laps end with their last message.</summary>
    public long? CountedNs => LapMessages is null ? DurationNs : null;

    /// <summary>The loss timeout for this run alone; null for the one that it was connected with.</summary>
    public long? LostAfterNs { get; init; }

    /// <summary>So many of the slowest messages are told; null for none.</summary>
    public int? Slowest { get; init; }

    /// <summary>When the load begins, by the worker's clock; null for at once.</summary>
    public long? StartAtNs { get; init; }
}
