namespace Pingmark.Model;

/// <summary>
/// How far two alike pairs, alternated in slices, differ on a machine by chance: standard deviations of logarithms, so
/// 0.05 is about 5 %. For plans (<c>Statistics.Foresight</c>) alone; a verdict comes from the scatter of its own run.
/// </summary>
public sealed record MachineNoise
{
    /// <summary>What it was measured with.</summary>
    public required string Stack { get; init; }
    public required DateTimeOffset MeasuredAt { get; init; }

    /// <summary>Starts of fresh processes.</summary>
    public required int Starts { get; init; }
    public required int SlicesPerStart { get; init; }
    public required long SliceNs { get; init; }

    /// <summary>Of the ratio of two slices of one pass, within a start.</summary>
    public required double SliceSd { get; init; }

    /// <summary>Of the ratio of two starts, beyond what their slices explain.</summary>
    public required double ProcessSd { get; init; }

    /// <summary>Of one pair's mean rate, from start to start: what a single figure varies by, where a ratio
    /// does not.</summary>
    public required double RateSd { get; init; }
}
