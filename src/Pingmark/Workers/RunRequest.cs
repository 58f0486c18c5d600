namespace Pingmark.Workers;

/// <summary>Load for a time, or until so many messages have been counted. Durations in ns.</summary>
/// <param name="SettleNs">Of load that comes first and does not count.</param>
/// <param name="DeadlineNs">For all of it, the last answers too; what any request may take comes on top.</param>
public sealed record RunRequest(long SettleNs, long DeadlineNs)
{
    /// <summary>Of the counted window; null: it ends with <see cref="Messages"/>.</summary>
    public long? DurationNs { get; init; }
    public long? Messages { get; init; }

    /// <summary>Each so many messages are timed as a whole; null: no laps.</summary>
    public int? LapMessages { get; init; }

    /// <summary>The counted time where it is known before: laps end with their last message; null: it isn't.</summary>
    public long? CountedNs => LapMessages is null ? DurationNs : null;

    /// <summary>For this run alone; null: as it was connected with.</summary>
    public long? LostAfterNs { get; init; }

    /// <summary>How many messages are logged; null: none.</summary>
    public int? LogMessages { get; init; }

    /// <summary>By the worker's clock; null: at once.</summary>
    public long? StartAtNs { get; init; }
}
