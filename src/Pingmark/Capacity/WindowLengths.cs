using Pingmark.Model;

namespace Pingmark.Capacity;

/// <summary>How long windows must be for what the objectives ask: long enough for 20 messages beyond each percentile,
/// and long against the memory of a queue as long as the limit.</summary>
internal sealed record WindowLengths
{
    private const double MessagesBeyondPercentile = 20;
    private const double MinLengthInLimits = 100;
    private const long MinUsualNs = 500_000_000,
        MaxUsualNs = 2_000_000_000;

    /// <summary>The longest window, in ns; loads that would need a longer one are too small to be told.</summary>
    public const long LongestNs = 10_000_000_000;

    private WindowLengths(double messages, long usualNs) => (Messages, UsualNs) = (messages, usualNs);

    /// <summary>The least share of messages that an objective leaves out.</summary>
    public required double Rarest { get; init; }
    public double Messages { get; }

    /// <summary>How long a window counts whose load brings enough messages.</summary>
    public long UsualNs { get; }

    public static WindowLengths For(CapacitySettings settings)
    {
        var limits = settings.Objectives.Where(one => one.Percentile is not null).Select(one => one.Limit).ToList();
        var rarest = settings.Objectives.Min(one => Math.Max(Rare(one), 1e-5));
        return new(
            MessagesBeyondPercentile / rarest,
            (long)Math.Clamp(MinLengthInLimits * limits.DefaultIfEmpty().Max(), MinUsualNs, MaxUsualNs)
        )
        {
            Rarest = rarest,
        };
    }

    private static double Rare(Objective objective) =>
        objective.Percentile is { } percentile ? 1 - percentile
        : objective.Limit > 0 ? objective.Limit
        : 0.01;

    /// <summary>The least number of messages a second that can be told.</summary>
    public double LeastPerS => Messages / (LongestNs / 1e9);

    public long For(double perS) => Math.Max(UsualNs, Math.Min(LongestNs, (long)(Messages / perS * 1e9)));

    /// <summary>How long load runs before a window counts: a queue has to form.</summary>
    public static long SettleNs(long lengthNs) => Math.Max(50_000_000, lengthNs / 10);

    /// <summary>How long a look at a load takes that may be far too large.</summary>
    public long LookNs => UsualNs / 5;
}
