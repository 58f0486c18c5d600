using Pingmark.Model;

namespace Pingmark.Trials;

/// <summary>
/// Detects the end of warm-up from short windows: it is over when the later ones are neither faster (by more than 5 %;
/// 10 % where nothing compiles) nor slower (by more than 10 %) than the ones before them. A runtime that compiles as it
/// runs must have carried enough messages for its optimizing compiler (HotSpot's C2 compiles after 5,000 to 15,000
/// calls, .NET's tier 1 after 30 calls, which the workers' Directory.Build.props has counted from the start), or as
/// many as half of the longest warm-up brings, which are fewer where a network or the server takes most of a round
/// trip; and the compiler must rest: it works in the background, on the cores that are measured. Where the clocks of
/// its threads can be read they tell when it does, more surely than rates, which scatter by 10 % from window to window.
/// Elsewhere more windows are compared, for a compiler reaches several plateaus. At a rate, which is the same from the
/// first window on, and where windows hold a few messages, round trips are compared in place of rates. On an impaired
/// network windows differ by chance, and what compilers gain is nothing beside it: there a time is enough.
/// </summary>
/// <param name="compilesAsItRuns">Whether a side compiles as it runs, or may.</param>
/// <param name="isFirst">Whether it is the first warm-up of these processes; later ones find most of their code
/// compiled.</param>
/// <param name="ratePerS">The messages per second that are asked for; null in a closed loop.</param>
public sealed class WarmUp(bool compilesAsItRuns, WarmUpLimits limits, bool isFirst = true, int? ratePerS = null)
{
    /// <summary>The length of a window in ns, which is that of a slice.</summary>
    public const long WindowNs = 50_000_000;

    /// <summary>The length of a long window in ns, which has the form of a continuous window: what a compiler has never
    /// seen it compiles in the midst of what counts.</summary>
    public const long LongWindowNs = 200_000_000;

    /// <summary>How long messages don't count at first, in ns: HotSpot throws away code that has never seen a message
    /// that doesn't count, and compiles it anew, in the first slices.</summary>
    public const long SettleNs = WindowNs / 10;

    /// <summary>How long the sides are watched at least without messages.</summary>
    public static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(20);

    private const double StillFalling = 0.9;
    private const int LongEvery = 5;
    private const long MessagesForCompilers = 15_000;
    private const int MessagesToCount = 20;

    /// <summary>How many times the longest load a warm-up may take with its waits: where most messages are lost each
    /// window is followed by a wait that is twenty times as long.</summary>
    private const int MostWaits = 3;

    /// <summary>The most CPU time in ns that waiting takes.</summary>
    private const long RestNs = 1_000_000;
    private const double RestShare = 0.03;

    /// <summary>For how many windows in a row compilers must rest whose threads are seen.</summary>
    private const int RestingWindows = 3;

    private readonly List<Measurement> _windows = [];
    private readonly List<double> _rates = [];
    private readonly List<double> _inverseRoundTrips = [];

    private int _restingWindows;
    private bool _worksWhileIdle;
    private long _messages;
    private long _elapsedNs;
    private long _tookNs;
    private long _waitedNs;

    /// <summary>Whether the clocks of the compilers' threads tell when they rest.</summary>
    public bool SeesCompilers { get; init; }

    /// <summary>Whether there are long windows among the first ones of what compiles.</summary>
    public bool HasLongWindows { get; init; } = true;

    /// <summary>Whether compilers are waited for; false where it isn't known whether there is one.</summary>
    public bool CompilersMustHaveHadTheirMessages { get; init; } = true;

    /// <summary>How many messages these processes carried before, for other scenarios.</summary>
    public long MessagesBefore { get; init; }

    /// <summary>Whether it ends after a time, and not by what windows show, which differ by chance.</summary>
    public bool EndsByTime { get; init; }

    /// <summary>The load in ns that is enough where a time ends the warm-up: two long windows.</summary>
    private const long EnoughNs = 2 * (LongWindowNs - SettleNs);

    /// <summary>How long the next window is. While compilers work nothing can end the warm-up, and one long window has
    /// the load of several with one request.</summary>
    public long NextWindowNs =>
        EndsByTime
        || SeesCompilers && (_windows.Count == 0 ? isFirst : _restingWindows == 0)
        || HasLongWindows && compilesAsItRuns && isFirst && _windows.Count % LongEvery == LongEvery - 1
            ? LongWindowNs
            : WindowNs;

    /// <summary>Adds a window.</summary>
    /// <param name="tookNs">How long it took, with the wait for answers that are lost, or long in coming.</param>
    /// <param name="compiled">The share of a core that compilers had since the window before ended.</param>
    public void Add(Measurement window, long tookNs = 0, double compiled = 0)
    {
        _tookNs += tookNs;
        _restingWindows = compiled <= CompilerTime.Resting ? _restingWindows + 1 : 0;
        _windows.Add(window);
        _rates.Add(window.ThroughputPerS);
        if (window.Rtt.Count > 0)
            _inverseRoundTrips.Add(1e9 / window.Rtt.PercentileNs(0.5));
        _messages += window.Received;
        _elapsedNs += window.DurationNs;
    }

    /// <summary>Adds the time in ns for which compilers were waited for after a window.</summary>
    public void AddWait(long ns) => _waitedNs += ns;

    /// <summary>Adds the CPU time of a side while no messages flowed, which is its compiler's, or its
    /// collector's.</summary>
    public void AddIdle(long cpuNs, long wallNs) => _worksWhileIdle = cpuNs > RestNsIn(wallNs);

    private static double RestNsIn(long wallNs) => Math.Max(RestNs, RestShare * wallNs);

    /// <summary>Whether all has settled except that no side works while idle, which takes a pause to see.</summary>
    public bool IsSteady => _elapsedNs >= Math.Max(limits.LeastNs, EndsByTime ? EnoughNs : 0) && (EndsByTime || IsEven);

    private bool IsEven =>
        Speeds.Count >= 2 * Compared
        && (!compilesAsItRuns || !CompilersMustHaveHadTheirMessages || MessagesBefore + _messages >= FewestMessages)
        && (!SeesCompilers || _restingWindows >= RestingWindows)
        && Change >= StillFalling
        && Change <= StillRising;

    /// <summary>How many of the last windows are compared with as many before them.</summary>
    private int Compared => GuessesCompilers && isFirst ? 4 : 2;

    /// <summary>The gain between windows that is still a rise. A compiler's last step is worth more than 5 %; native
    /// code has caches to fill, and no steps.</summary>
    private double StillRising => compilesAsItRuns ? 1.05 : 1.1;

    private bool GuessesCompilers => compilesAsItRuns && !SeesCompilers;

    public bool IsSettled => IsSteady && !_worksWhileIdle;

    public bool HasTakenLongest =>
        _elapsedNs >= limits.LeastNs && _elapsedNs + _waitedNs >= limits.LongestNs
        || _tookNs >= MostWaits * limits.LongestNs;

    /// <summary>The speed of the later windows relative to that of the ones before: their rate, or the inverse of their
    /// round trips.</summary>
    private double Change =>
        Speeds is var speeds && speeds.Count < 2 * Compared
            ? double.PositiveInfinity
            : speeds.TakeLast(Compared).Average() / speeds.SkipLast(Compared).TakeLast(Compared).Average();

    private List<double> Speeds => ratePerS is null && !IsThin ? _rates : _inverseRoundTrips;

    /// <summary>Whether round trips are so long, as with Nagle's algorithm, that a window has a few: how many is
    /// chance, how long they are is not.</summary>
    private bool IsThin =>
        _windows.Count > 0 && _windows.TakeLast(2 * Compared).Average(window => window.Received) < MessagesToCount;

    private double FewestMessages =>
        Math.Min(MessagesForCompilers, (ratePerS ?? RatePerS) * (limits.LongestNs / 1e9) / 2);

    private WarmUpVerdict Verdict =>
        IsSettled ? WarmUpVerdict.Settled
        : EndsByTime ? WarmUpVerdict.Capped
        : Change < StillFalling ? WarmUpVerdict.Slowing
        : _worksWhileIdle || compilesAsItRuns ? WarmUpVerdict.Compiling
        : WarmUpVerdict.Capped;

    /// <summary>The messages per second at the end of the warm-up.</summary>
    public double RatePerS => _windows.TakeLast(Compared).Average(window => window.ThroughputPerS);

    /// <summary>The round trips at the end of the warm-up.</summary>
    public Histogram RoundTrips => Histogram.Merged(_windows.TakeLast(Compared).Select(window => window.Rtt));

    public WarmUpRecord Record => new(_elapsedNs, _messages, Verdict);
}
