using System.Globalization;
using Pingmark.Model;

namespace Pingmark.Trials;

/// <summary>Detects the end of warm-up from short windows.</summary>
/// <remarks>
/// It is over when the later windows are neither faster (by more than 5 %; 10 % where nothing compiles) nor slower (by
/// more than 10 %) than the ones before them. A runtime that compiles must also have carried enough messages for its
/// optimizing compiler: HotSpot's C2 compiles after 5,000 to 15,000 calls, .NET's tier 1 after 30. Where a network or
/// the server takes most of a round trip, half of the messages of the longest warm-up are enough. The compiler must
/// rest, too, because it works on the cores that are measured. The clocks of its threads show that better than rates,
/// which scatter by 10 %; without them more windows are compared, for a compiler reaches several plateaus. At a rate,
/// and where windows hold few messages, round trips are compared in place of rates. A time ends the warm-up where there
/// is nothing to compare: on an impaired network windows differ by chance, and slow answers are few.
/// </remarks>
/// <param name="mightCompile">Whether a side compiles as it runs, or may.</param>
/// <param name="isFirst">Whether it is the first warm-up of these processes.</param>
/// <param name="ratePerS">The rate that is asked for; null in a closed loop.</param>
public sealed class WarmUp(bool mightCompile, WarmUpLimits limits, bool isFirst = true, int? ratePerS = null)
{
    /// <summary>The length of a window, which is that of a slice.</summary>
    public const long WindowNs = 50_000_000;

    /// <summary>The length of a long window, which has the form of a continuous window: code that a compiler has never
    /// seen it compiles while it counts.</summary>
    public const long LongWindowNs = 200_000_000;

    /// <summary>The load before a window counts: HotSpot throws away code that has never seen such messages.</summary>
    public const long SettleNs = WindowNs / 10;

    /// <summary>How long the sides are watched at least without messages.</summary>
    public static readonly TimeSpan MinPause = TimeSpan.FromMilliseconds(20);

    private const double StillFallingFactor = 0.9;
    private const int LongWindowInterval = 5;
    private const long MinMessagesForCompilers = 15_000;
    private const int MinMessagesForRates = 20;

    /// <summary>How many of the last windows, with few messages each, must all be slower than as many before them: that
    /// is chance in one of 70 warm-ups.</summary>
    private const int MinSlowerWindows = 4;

    /// <summary>The messages that a window at a low rate waits for.</summary>
    private const int MinDueMessages = 2;

    /// <summary>The longest warm-up with its waits, relative to the longest load: where most messages are lost, each
    /// window is followed by a wait that is twenty times as long.</summary>
    private const int MaxFactorWithWaits = 3;

    private const long MaxIdleNs = 1_000_000;
    private const double MaxIdleShare = 0.03;

    /// <summary>For how many windows in a row compilers must rest whose threads are seen.</summary>
    private const int MinRestingWindows = 3;

    /// <summary>The load that is enough where a time ends the warm-up: two long windows.</summary>
    private const long MinTimedLoadNs = 2 * (LongWindowNs - SettleNs);

    private readonly List<Measurement> _windows = [];
    private readonly List<double> _ratesPerS = [];
    private readonly List<double> _inverseRoundTrips = [];
    private int _restingWindows;
    private bool _worksWhileIdle;
    private double _roundTripNs;
    private long _messages;
    private long _loadNs;
    private long _tookNs;
    private long _waitedNs;

    /// <summary>Whether the clocks of the compilers' threads show when they rest.</summary>
    public bool CanSeeCompilers { get; init; }

    /// <summary>Whether there are long windows among the first ones of what compiles.</summary>
    public bool HasLongWindows { get; init; } = true;

    /// <summary>Whether enough messages for compilers are needed; false where it isn't known whether there is
    /// one.</summary>
    public bool NeedsMessagesForCompilers { get; init; } = true;

    /// <summary>How many messages these processes carried before, for other scenarios.</summary>
    public long MessagesBefore { get; init; }

    /// <summary>Whether a time ends the warm-up, because windows differ by chance.</summary>
    public bool EndsByTime { get; init; }

    /// <summary>The length of the next window with its settling. At a low rate some messages are due in it.</summary>
    public long NextWindowNs =>
        ratePerS is { } perS ? Math.Max(UsualWindowNs, MinDueMessages * 1_000_000_000L / perS) : UsualWindowNs;

    /// <summary>Whether answers take so long that no whole message fits into the next window: then the first ones must
    /// count.</summary>
    public bool IsSlow => _roundTripNs > NextWindowNs - SettleNs;

    /// <summary>While compilers work nothing can end the warm-up, and a long window saves requests.</summary>
    private long UsualWindowNs =>
        EndsByTime
        || CanSeeCompilers && (_windows.Count == 0 ? isFirst : _restingWindows == 0)
        || HasLongWindows && mightCompile && isFirst && _windows.Count % LongWindowInterval == LongWindowInterval - 1
            ? LongWindowNs
            : WindowNs;

    /// <summary>Learns how long answers take, for the first window.</summary>
    public void LearnRoundTrip(Histogram roundTrips)
    {
        if (roundTrips.Count > 0)
            _roundTripNs = roundTrips.PercentileNs(0.5);
    }

    /// <param name="tookNs">How long the window took, with the wait for late or lost answers.</param>
    /// <param name="compilerShare">The share of a core that compilers used since the window before.</param>
    public void Add(Measurement window, long tookNs = 0, double compilerShare = 0)
    {
        _tookNs += tookNs;
        _restingWindows = compilerShare <= CompilerTime.MaxRestingShare ? _restingWindows + 1 : 0;
        _windows.Add(window);
        // Slow answers come after the window, and after them those of messages that no longer count.
        _loadNs += IsSlow ? Math.Max(tookNs, Math.Max(window.DurationNs, (long)_roundTripNs)) : window.DurationNs;
        _ratesPerS.Add(window.ThroughputPerS);
        LearnRoundTrip(window.Rtt);
        if (window.Rtt.Count > 0)
            _inverseRoundTrips.Add(1e9 / _roundTripNs);
        _messages += window.Received;
    }

    /// <summary>Adds a wait for compilers after a window.</summary>
    public void AddWait(long ns) => _waitedNs += ns;

    /// <summary>Adds the CPU time of a side while no messages flowed.</summary>
    public void AddIdle(long cpuNs, long wallNs) =>
        _worksWhileIdle = cpuNs > Math.Max(MaxIdleNs, MaxIdleShare * wallNs);

    /// <summary>Whether windows have settled; that no side works while idle takes a pause to see.</summary>
    public bool IsSteady =>
        _loadNs >= Math.Max(limits.MinNs, EndsByTime ? MinTimedLoadNs : 0) && (EndsByTime || AreWindowsEven);

    private bool AreWindowsEven =>
        Speeds.Count >= 2 * ComparedWindows
        && (!mightCompile || !NeedsMessagesForCompilers || MessagesBefore + _messages >= MinMessages)
        && (!CanSeeCompilers || _restingWindows >= MinRestingWindows)
        && SpeedChange >= StillFallingFactor
        // A compiler's last step is worth more than 5 %; native code has caches to fill, and no steps.
        && SpeedChange <= (mightCompile ? 1.05 : 1.1);

    /// <summary>How many of the last windows are compared with as many before them.</summary>
    private int ComparedWindows => mightCompile && !CanSeeCompilers && isFirst ? 4 : 2;

    public bool IsSettled => IsSteady && !_worksWhileIdle;

    public bool HasReachedLimit =>
        _loadNs >= limits.MinNs && _loadNs + _waitedNs >= limits.MaxNs || _tookNs >= MaxFactorWithWaits * limits.MaxNs;

    /// <summary>The speed of the later windows relative to that of the ones before.</summary>
    private double SpeedChange =>
        Speeds is var speeds && speeds.Count < 2 * ComparedWindows
            ? double.PositiveInfinity
            : speeds.TakeLast(ComparedWindows).Average()
                / speeds.SkipLast(ComparedWindows).TakeLast(ComparedWindows).Average();

    /// <summary>The windows' rates, or the inverse of their round trips.</summary>
    private List<double> Speeds => ratePerS is null && !HasFewMessages ? _ratesPerS : _inverseRoundTrips;

    /// <summary>Whether round trips are so long that a window has a few, as with Nagle's algorithm: their number is
    /// chance, their length is not.</summary>
    private bool HasFewMessages =>
        _windows.Count > 0
        && _windows.TakeLast(2 * ComparedWindows).Average(window => window.Received) < MinMessagesForRates;

    private double MinMessages => Math.Min(MinMessagesForCompilers, (ratePerS ?? RatePerS) * (limits.MaxNs / 1e9) / 2);

    private WarmUpVerdict Verdict =>
        EndsByTime ? WarmUpVerdict.Timed
        : IsSettled ? WarmUpVerdict.Settled
        : IsSlowing ? WarmUpVerdict.Slowing
        : CanSeeCompilers && _restingWindows < MinRestingWindows ? WarmUpVerdict.Compiling
        : _worksWhileIdle ? WarmUpVerdict.Working
        : HasFewMessages || Speeds.Count < 2 * ComparedWindows ? WarmUpVerdict.Timed
        : WarmUpVerdict.Capped;

    private bool IsSlowing =>
        SpeedChange < StillFallingFactor
        && (
            !HasFewMessages
            || Speeds.Count >= 2 * MinSlowerWindows
                && Speeds.TakeLast(MinSlowerWindows).Max()
                    < Speeds.TakeLast(2 * MinSlowerWindows).Take(MinSlowerWindows).Min()
        );

    /// <summary>The messages per second at the end of the warm-up.</summary>
    public double RatePerS => _ratesPerS.TakeLast(ComparedWindows).Average();

    /// <summary>The round trips at the end of the warm-up.</summary>
    public Histogram RoundTrips => Histogram.Merged(_windows.TakeLast(ComparedWindows).Select(window => window.Rtt));

    public WarmUpRecord Record => new(_loadNs, _messages, Verdict);
}

/// <summary>The shortest and the longest warm-up, in ns of load and of waits for compilers.</summary>
/// <param name="MinNs">The time that was asked for; the warm-up goes on where nothing has settled.</param>
public sealed record WarmUpLimits(long MinNs, long MaxNs)
{
    private const long MinLimitNs = 3_000_000_000,
        MaxLimitNs = 5_000_000_000,
        MinLimitInBudgetNs = 1_500_000_000,
        LaterLimitInBudgetNs = 400_000_000;

    private const double MaxFactorOfAsked = 2;

    /// <param name="askedNs">The time that was asked for; null where the warm-up ends when all has settled.</param>
    /// <param name="measuredNs">What is measured afterwards, for a short measurement is not worth a long wait; null
    /// where it is long.</param>
    public static WarmUpLimits Create(long? askedNs, long? measuredNs) =>
        CreateUpTo(Math.Clamp(2 * (measuredNs ?? MaxLimitNs), MinLimitNs, MaxLimitNs), askedNs);

    /// <summary>The limits within a budget, where another start tells more than another second of warm-up.</summary>
    /// <param name="countedNs">What is counted of the cell afterwards.</param>
    public static WarmUpLimits InBudget(long? askedNs, long countedNs) =>
        CreateUpTo(Math.Clamp(countedNs, MinLimitInBudgetNs, MaxLimitNs), askedNs) with
        {
            ForWarmProcesses = CreateUpTo(LaterLimitInBudgetNs, askedNs),
        };

    /// <summary>The limits for processes that have been warm for another scenario; null where they are the
    /// same.</summary>
    public WarmUpLimits? ForWarmProcesses { get; private init; }

    private static WarmUpLimits CreateUpTo(long maxNs, long? askedNs)
    {
        // Tests of what commands do, whatever the figures are, limit it further.
        var testLimitNs = Variables.LongestWarmUpMs.Value is { } ms
            ? long.Parse(ms, CultureInfo.InvariantCulture) * 1_000_000
            : maxNs;
        return new(askedNs ?? 0, Math.Max(Math.Min(maxNs, testLimitNs), (long)(MaxFactorOfAsked * (askedNs ?? 0))));
    }
}
