using System.Globalization;

namespace Pingmark.Trials;

/// <summary>How long a warm-up takes at least and at most, in ns of load and of waits for compilers.</summary>
/// <param name="LeastNs">The time that was asked for: a fixed warm-up is never shorter, and goes on where nothing has
/// settled.</param>
public sealed record WarmUpLimits(long LeastNs, long LongestNs)
{
    private const long ShortestLimitNs = 3_000_000_000,
        LongestLimitNs = 5_000_000_000,
        LimitInBudgetNs = 1_500_000_000,
        LaterLimitInBudgetNs = 400_000_000;

    /// <summary>How many times as long as it was asked for a warm-up may take.</summary>
    private const double MoreThanAsked = 2;

    /// <summary>Makes the limits of a warm-up.</summary>
    /// <param name="askedNs">The time that was asked for; null where it takes as long as it takes to settle.</param>
    /// <param name="measuredNs">What is measured afterwards, for a short measurement is not worth a long wait; null
    /// where it is long.</param>
    public static WarmUpLimits For(long? askedNs, long? measuredNs) =>
        Within(Math.Clamp(2 * (measuredNs ?? LongestLimitNs), ShortestLimitNs, LongestLimitNs), askedNs);

    /// <summary>Makes the limits of a warm-up that a budget pays for: a second more of it tells less than a start
    /// more.</summary>
    /// <param name="countedNs">What is counted of the cell afterwards.</param>
    public static WarmUpLimits InBudget(long? askedNs, long countedNs) =>
        Within(Math.Clamp(countedNs, LimitInBudgetNs, LongestLimitNs), askedNs) with
        {
            OfWarmProcesses = Within(LaterLimitInBudgetNs, askedNs),
        };

    /// <summary>The limits where the processes have been warm for another scenario: most of their code is compiled;
    /// null where they are the same.</summary>
    public WarmUpLimits? OfWarmProcesses { get; private init; }

    private static WarmUpLimits Within(long longestNs, long? askedNs) =>
        new(askedNs ?? 0, Math.Max(Math.Min(longestNs, MostNs ?? longestNs), (long)(MoreThanAsked * (askedNs ?? 0))));

    /// <summary>The longest warm-up in ns of tests that look at what commands do, whatever the figures
    /// are.</summary>
    private static long? MostNs =>
        Variables.LongestWarmUpMs.Value is { } ms ? long.Parse(ms, CultureInfo.InvariantCulture) * 1_000_000 : null;
}
