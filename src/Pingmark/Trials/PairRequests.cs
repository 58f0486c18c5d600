using Pingmark.Host;
using Pingmark.Model;
using Pingmark.Workers;

namespace Pingmark.Trials;

/// <summary>Makes the requests for a pair's measurements. The longest time of each follows from what is asked for, the
/// pair's rate, and the loss timeout.</summary>
internal readonly record struct PairRequests(Pair Pair)
{
    private static readonly long GraceNs = (long)(2e9 * CpuQuota.OfThisProcess.DeadlineFactor);

    /// <summary>How many times as long as expected a window may take.</summary>
    private const int MaxFactorOfExpected = 20;
    private const long MaxNs = 24 * 3_600_000_000_000;

    /// <summary>The share of a warm-up window's messages that may be among its slowest.</summary>
    private const double MaxSlowestShare = 0.25;

    /// <summary>A window of the warm-up. It has laps, and slowest messages, as the windows that count: a compiler that
    /// has never seen them would compile the message loop anew during those.</summary>
    /// <param name="ratePerS">The rate so far; laps are used where one fits in.</param>
    public RunRequest WarmUpWindow(long settleNs, long lengthNs, double ratePerS)
    {
        var laps = LapMessages is { } lap ? (long)(ratePerS * lengthNs / 1e9) / lap : 0;
        var graceNs = AnswerTimeoutNs + (laps > 0 ? MaxFactorOfExpected * lengthNs : 0);
        var window = TimedWindow(settleNs, lengthNs, graceNs) with
        {
            Slowest = CountSlowest(ratePerS * lengthNs / 1e9 * MaxSlowestShare),
        };
        return laps == 0 ? window
            : Pair.Scenario.Messages is null ? window with { LapMessages = LapMessages }
            : window with { DurationNs = null, Messages = laps * LapMessages, LapMessages = LapMessages };
    }

    /// <summary>A window whose first messages count. In a closed loop it is one for each slot, and each slot awaits
    /// another one that no longer counts.</summary>
    public RunRequest SlowWarmUpWindow(long lengthNs)
    {
        var window = TimedWindow(settleNs: 0, lengthNs, 2 * AnswerTimeoutNs) with { Slowest = CountSlowest(1) };
        return Pair.AwaitsEachAnswer
            ? window with
            {
                DurationNs = null,
                Messages = Pair.Scenario.TotalInFlight,
            }
            : window;
    }

    /// <summary>A window of a time, with laps where the scenario has them.</summary>
    public RunRequest Window(long settleNs, long lengthNs) =>
        TimedWindow(settleNs, lengthNs, AnswerTimeoutNs + (LapMessages is { } lap ? MaxNsFor(lap) : 0)) with
        {
            LapMessages = LapMessages,
        };

    /// <summary>A continuous window, or a part of one, with its slowest messages.</summary>
    /// <param name="lengthNs">Its length where no number of messages is asked for.</param>
    public RunRequest Continuous(WindowPlan plan, long lengthNs) =>
        (
            (plan.Messages ?? plan.PartMessages) is { } count
                ? new(plan.SettleNs, MaxNsFor(count) + AnswerTimeoutNs)
                {
                    Messages = count,
                    LapMessages = LapMessages,
                    LostAfterNs = Pair.LearnedLossTimeoutNs,
                }
                : Window(plan.SettleNs, lengthNs)
        ) with
        {
            Slowest = CountSlowest(SlowMessages.MaxKept),
        };

    private RunRequest TimedWindow(long settleNs, long lengthNs, long graceNs) =>
        new(settleNs, settleNs + lengthNs + graceNs) { DurationNs = lengthNs, LostAfterNs = Pair.LearnedLossTimeoutNs };

    /// <summary>The number of slowest messages to report; null where messages have no answers.</summary>
    private int? CountSlowest(double max) =>
        Pair.Scenario.Load.IsOneWay ? null : (int)Math.Clamp(max, 1, SlowMessages.MaxKept);

    private int? LapMessages => Pair.Scenario.LapMessages;

    /// <summary>How long the last answers may take. At a rate, messages may wait as long for a slot as for their
    /// answer.</summary>
    private long AnswerTimeoutNs => (Pair.Scenario.RatePerS is null ? 1 : 2) * Pair.LostAfterNs + GraceNs;

    /// <summary>More time than so many messages need, also where the rate breaks down.</summary>
    private long MaxNsFor(long messages) => (long)Math.Min(MaxFactorOfExpected * messages / Pair.RatePerS * 1e9, MaxNs);
}

/// <summary>After how long a message counts as lost, where the suite does not say. With one message in flight, 1 % of
/// losses and a timeout of 1 s would turn 75,000 round trips a second into 100, so the timeout follows the round
/// trips.</summary>
public static class LossTimeout
{
    /// <summary>The timeout where nothing can be lost, and until round trips are known; slow answers have a longer
    /// one.</summary>
    public const long MaxNs = 1_000_000_000;

    /// <summary>The shortest timeout: a machine's own pauses are no losses.</summary>
    private const long MinNs = 10_000_000;
    private const double TimesP999 = 100,
        TimesMax = 2;

    public static long ComputeNs(Histogram roundTrips) =>
        roundTrips.Count == 0
            ? MaxNs
            : (long)
                Math.Clamp(
                    Math.Max(TimesP999 * roundTrips.PercentileNs(0.999), TimesMax * roundTrips.PercentileNs(1)),
                    MinNs,
                    ComputeForStreamNs(roundTrips)
                );

    /// <summary>The timeout where nothing is lost: only a server that is silent for longer has gone.</summary>
    public static long ComputeForStreamNs(Histogram roundTrips) =>
        roundTrips.Count == 0 ? MaxNs : (long)Math.Max(MaxNs, TimesMax * roundTrips.PercentileNs(1));
}
