using System.Globalization;

namespace Pingmark.Trials;

/// <summary>How long a warm-up takes at least and at most, ns of load.</summary>
/// <param name="LeastNs">As asked for: a fixed warm-up is never shorter, and goes on where nothing has settled.</param>
public sealed record WarmUpLimits(long LeastNs, long LongestNs)
{
    private const long ShortestLimitNs = 3_000_000_000,
        LongestLimitNs = 5_000_000_000;

    /// <summary>Beyond what was asked for.</summary>
    private const double MoreThanAsked = 2;

    /// <param name="askedNs">Null: as long as it takes to settle.</param>
    /// <param name="measuredNs">What is measured afterwards: a short measurement is not worth a long wait. Null:
    /// long.</param>
    public static WarmUpLimits Of(long? askedNs, long? measuredNs)
    {
        var longest = Math.Clamp(2 * (measuredNs ?? LongestLimitNs), ShortestLimitNs, LongestLimitNs);
        return new(
            askedNs ?? 0,
            Math.Max(Math.Min(longest, MostNs ?? longest), (long)(MoreThanAsked * (askedNs ?? 0)))
        );
    }

    /// <summary>For tests of what commands do, whatever the figures: a trial that has not settled by then is invalid,
    /// unless noise is accepted.</summary>
    private static long? MostNs =>
        Variables.LongestWarmUpMs.Value is { } ms ? long.Parse(ms, CultureInfo.InvariantCulture) * 1_000_000 : null;
}
