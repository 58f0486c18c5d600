using System.Text.Json.Serialization;

namespace Pingmark.Model;

/// <summary>The scatter between two alike pairs, in standard deviations of logarithms (0.05 is about 5 %). Only plans
/// use it (<c>Statistics.NoiseModel</c>).</summary>
public sealed record MachineNoise
{
    /// <summary>For how long a plan goes by it: what others do on a shared machine is another on another day.</summary>
    public static readonly TimeSpan MaxAge = TimeSpan.FromDays(1);

    /// <summary>The share of the cores' time that others may have used for it to be the machine's own noise.</summary>
    public const double MaxForeignShare = 0.05;

    /// <summary>The stack that it was measured with; of a run's own noise that of its baseline.</summary>
    public required string Stack { get; init; }
    public required DateTimeOffset MeasuredAt { get; init; }

    /// <summary>The share of the cores' time that processes outside of the measurement used meanwhile.</summary>
    public required double ForeignShare { get; init; }

    /// <summary>How often fresh processes were started for it.</summary>
    public required int Starts { get; init; }
    public required int SlicesPerStart { get; init; }
    public required long SliceNs { get; init; }

    /// <summary>Scatter of the ratio of two slices that were measured next to each other, within a start.</summary>
    public required double SliceSd { get; init; }

    /// <summary>Scatter of the ratio from start to start, beyond what its slices explain.</summary>
    public required double ProcessSd { get; init; }

    /// <summary>Scatter of a pair's mean rate from start to start, beyond what affects a ratio.</summary>
    public required double RateSd { get; init; }

    /// <summary>How many times wider a run's intervals were than these values predict; 1 if unknown.</summary>
    public double Widening { get; init; } = 1;

    /// <summary>Whether it was measured while others left the machine alone.</summary>
    [JsonIgnore]
    public bool IsFromQuietMachine => ForeignShare is >= 0 and <= MaxForeignShare;

    /// <summary>Whether a plan may go by it: it is of a quiet machine, and not old.</summary>
    public bool IsUsableAt(DateTimeOffset now) =>
        IsFromQuietMachine && now - MeasuredAt is var age && age >= TimeSpan.Zero && age <= MaxAge;
}
