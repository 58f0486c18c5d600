using System.Text.Json.Serialization;

namespace Pingmark.Model;

/// <summary>How far two alike pairs, alternated in slices, differ on a machine by chance, as standard deviations of
/// logarithms, so that 0.05 is about 5 %. Only plans use it (<c>Statistics.NoiseModel</c>); a verdict comes from the
/// scatter of its own run.</summary>
public sealed record MachineNoise
{
    /// <summary>For how long a plan goes by it: what others do on a shared machine is another on another day.</summary>
    public static readonly TimeSpan LongestAge = TimeSpan.FromDays(1);

    /// <summary>The share of the cores' time that others may have used for it to be the machine's own noise.</summary>
    public const double MostForeignShare = 0.05;

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

    /// <summary>Scatter of one pair's mean rate from start to start: what a single figure varies by, where a ratio does
    /// not.</summary>
    public required double RateSd { get; init; }

    /// <summary>How many times as wide as the values above foretell the intervals of a run were (of its comparisons the
    /// median): rounds may scatter more, or more alike, than a plan assumes; 1 where no run showed it.</summary>
    public double Widening { get; init; } = 1;

    /// <summary>Whether it was measured while others left the machine alone.</summary>
    [JsonIgnore]
    public bool IsOfQuietMachine => ForeignShare is >= 0 and <= MostForeignShare;

    /// <summary>Whether a plan may go by it: it is of a quiet machine, and not old.</summary>
    public bool IsUsableAt(DateTimeOffset now) =>
        IsOfQuietMachine && now - MeasuredAt is var age && age >= TimeSpan.Zero && age <= LongestAge;
}
