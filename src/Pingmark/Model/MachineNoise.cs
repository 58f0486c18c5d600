namespace Pingmark.Model;

/// <summary>
/// How far two alike pairs, alternated in slices, differ on a machine by chance: standard deviations of logarithms, so
/// 0.05 is about 5 %. For plans and A/A runs; a verdict on different stacks comes from their own scatter alone.
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

    /// <summary>Half of the 95 % interval that so many starts with so many slices each can reach, as a share of the
    /// ratio.</summary>
    public double HalfWidth(int starts, int slices) =>
        Math.Exp(1.96 * Math.Sqrt((SliceSd * SliceSd / slices + ProcessSd * ProcessSd) / starts)) - 1;
}
