namespace Pingmark.Model;

/// <summary>How far two alike pairs, alternated in slices, differ on a machine by chance, as standard deviations of
/// logarithms, so that 0.05 is about 5 %. Only plans use it (<c>Statistics.NoiseModel</c>); a verdict comes from the
/// scatter of its own run.</summary>
public sealed record MachineNoise
{
    /// <summary>The stack that it was measured with.</summary>
    public required string Stack { get; init; }
    public required DateTimeOffset MeasuredAt { get; init; }

    /// <summary>How often fresh processes were started for it.</summary>
    public required int Starts { get; init; }
    public required int SlicesPerStart { get; init; }
    public required long SliceNs { get; init; }

    /// <summary>Scatter of the ratio of two slices that were measured next to each other, within a start.</summary>
    public required double SliceSd { get; init; }

    /// <summary>Scatter of the ratio from start to start, beyond what its slices explain.</summary>
    public required double ProcessSd { get; init; }

    /// <summary>Scatter of one pair's mean rate from start to start: what a single figure varies by, where a ratio does
    /// not.</summary>
    public required double RateSd { get; init; }
}
