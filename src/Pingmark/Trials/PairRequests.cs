using Pingmark.Host;
using Pingmark.Model;
using Pingmark.Workers;

namespace Pingmark.Trials;

/// <summary>Makes the requests for a pair's measurements: how long one may take follows from what is asked for, from
/// its rate, and from when a message is lost.</summary>
internal readonly record struct PairRequests(Pair Pair)
{
    private static readonly long GraceNs = (long)(2e9 * CpuQuota.OfThisProcess.Slowness);

    /// <summary>So many times as long as expected a window may take.</summary>
    private const int MostTimes = 20;
    private const long LongestNs = 24 * 3_600_000_000_000;

    /// <summary>Of the messages of a window that counts for nothing no more are among its slowest.</summary>
    private const double ShareRehearsed = 0.25;

    /// <summary>Asks for a window that is looked at and counts for nothing. Where a lap or more fits in, at the rate
    /// that was seen, it has the laps of those that count: a compiler that has never seen one compiles the loop of all
    /// messages anew in the midst of what counts. For the same reason some messages are among its slowest, and others
    /// are not.</summary>
    public RunRequest Uncounted(long settleNs, long lengthNs, double ratePerS)
    {
        var laps = LapMessages is { } lap ? (long)(ratePerS * lengthNs / 1e9) / lap : 0;
        var window = For(settleNs, lengthNs, Patience + (laps > 0 ? MostTimes * lengthNs : 0)) with
        {
            Slowest = Slowest(ratePerS * lengthNs / 1e9 * ShareRehearsed),
        };
        return laps == 0 ? window
            : Pair.Scenario.Messages is null ? window with { LapMessages = LapMessages }
            : window with { DurationNs = null, Messages = laps * LapMessages, LapMessages = LapMessages };
    }

    /// <summary>Asks for a window of that length, or for one of laps where the scenario has them.</summary>
    public RunRequest Window(long settleNs, long lengthNs) =>
        For(settleNs, lengthNs, Patience + (LapMessages is { } lap ? TimeFor(lap) : 0)) with
        {
            LapMessages = LapMessages,
        };

    /// <summary>Asks for a continuous window, or a part of one, which tells its slowest messages.</summary>
    /// <param name="lengthNs">How long it is where no number of messages is asked for.</param>
    public RunRequest Continuous(WindowPlan plan, long lengthNs) =>
        (plan.Messages is { } count ? Messages(plan.SettleNs, count) : Window(plan.SettleNs, lengthNs)) with
        {
            Slowest = Slowest(SlowMessages.MaxKept),
        };

    /// <summary>Asks for a window that ends with its last message.</summary>
    private RunRequest Messages(long settleNs, long count) =>
        new(settleNs, TimeFor(count) + Patience)
        {
            Messages = count,
            LapMessages = LapMessages,
            LostAfterNs = Pair.LearntLostAfterNs,
        };

    private RunRequest For(long settleNs, long lengthNs, long graceNs) =>
        new(settleNs, settleNs + lengthNs + graceNs) { DurationNs = lengthNs, LostAfterNs = Pair.LearntLostAfterNs };

    /// <summary>How many of the slowest messages are told; null where messages have no answers.</summary>
    private int? Slowest(double most) =>
        Pair.Scenario.Load.IsOneWay ? null : (int)Math.Clamp(most, 1, SlowMessages.MaxKept);

    private int? LapMessages => Pair.Scenario.LapMessages;

    /// <summary>How long the answers of a window's last messages may take, in ns. At a rate messages that are due may
    /// wait as long for a slot as for their answer.</summary>
    private long Patience => (Pair.Scenario.RatePerS is null ? 1 : 2) * Pair.LostAfterNs + GraceNs;

    /// <summary>A time in ns that is longer than so many messages can need, also where the rate breaks down.</summary>
    private long TimeFor(long messages) => (long)Math.Min(MostTimes * messages / Pair.RatePerS * 1e9, LongestNs);
}
