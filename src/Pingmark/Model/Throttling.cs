using System.Text.Json.Serialization;

namespace Pingmark.Model;

/// <summary>How often the quota of a control group stopped its processes.</summary>
/// <param name="Periods">The quota's periods in which they wanted to run.</param>
/// <param name="ThrottledPeriods">Those in which the quota was used up.</param>
public sealed record Throttling(long Periods, long ThrottledPeriods)
{
    /// <summary>The share of periods beyond which it is in the figures, as for other processes.</summary>
    private const double FeltShare = RunQueue.CrowdedShare;

    /// <summary>What it did and what helps; null where it is not felt.</summary>
    [JsonIgnore]
    public Sentence? Sentence =>
        ThrottledPeriods > FeltShare * Periods
            ? new(
                "the CPU quota of a control group stopped the processes in {throttled} of {periods} periods; raise it "
                    + "(cpu.max, `--cpus`)",
                Quantity.Count("throttled", ThrottledPeriods),
                Quantity.Count("periods", Periods)
            )
            : null;

    /// <summary>The sum of what is known; null where nothing is.</summary>
    public static Throttling? Sum(IEnumerable<Throttling?> parts)
    {
        var known = parts.OfType<Throttling>().ToList();
        return known.Count == 0 ? null : new(known.Sum(part => part.Periods), known.Sum(part => part.ThrottledPeriods));
    }

    public static Throttling operator -(Throttling later, Throttling earlier) =>
        new(later.Periods - earlier.Periods, later.ThrottledPeriods - earlier.ThrottledPeriods);
}
