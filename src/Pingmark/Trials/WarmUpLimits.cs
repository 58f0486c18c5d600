using System.Globalization;

namespace Pingmark.Trials;

/// <summary>How long a warm-up takes at least and at most, in ns of load.</summary>
/// <param name="LeastNs">The time that was asked for: a fixed warm-up is never shorter, and goes on where nothing has
/// settled.</param>
public sealed record WarmUpLimits(long LeastNs, long LongestNs)
{
    private const long ShortestLimitNs = 3_000_000_000,
        LongestLimitNs = 5_000_000_000;

    /// <summary>How many times as long as it was asked for a warm-up may take.</summary>
    private const double MoreThanAsked = 2;

    /// <summary>Makes the limits of a warm-up.</summary>
    /// <param name="askedNs">The time that was asked for; null where it takes as long as it takes to settle.</param>
    /// <param name="measuredNs">What is measured afterwards, for a short measurement is not worth a long wait; null
    /// where it is long.</param>
    public static WarmUpLimits For(long? askedNs, long? measuredNs)
    {
        var longest = Math.Clamp(2 * (measuredNs ?? LongestLimitNs), ShortestLimitNs, LongestLimitNs);
        return new(
            askedNs ?? 0,
            Math.Max(Math.Min(longest, MostNs ?? longest), (long)(MoreThanAsked * (askedNs ?? 0)))
        );
    }

    /// <summary>The longest warm-up in ns of tests that look at what commands do, whatever the figures
    /// are.</summary>
    private static long? MostNs =>
        Variables.LongestWarmUpMs.Value is { } ms ? long.Parse(ms, CultureInfo.InvariantCulture) * 1_000_000 : null;
}
