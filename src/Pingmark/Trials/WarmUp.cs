using Pingmark.Model;

namespace Pingmark.Trials;

/// <summary>
/// Detects the end of warm-up from the rates of short windows: it is over when the later windows are no faster than the
/// ones before
/// them (by more than 3 %). A runtime that compiles as it runs reaches several plateaus, so there more windows are
/// compared, and it must have carried
/// enough messages for its optimizing compiler (HotSpot's C2 compiles after 5,000 to 15,000 calls, .NET's tier 1 after
/// 30 calls, which the workers' Directory.Build.props has counted from the start), and the
/// compiler must have finished: it works in the background, on the cores that are measured.
/// At a rate, which is the same from the first window on, round trips are compared in place of rates, and compilers get
/// as many messages as half of the longest warm-up brings.
/// </summary>
/// <param name="ratePerS">Null: a closed loop.</param>
public sealed class WarmUp(bool compilesAsItRuns, long longestNs, int? ratePerS = null)
{
    public const long WindowNs = 50_000_000;

    /// <summary>A window has the form of a slice, messages that don't count at first: HotSpot throws away code that has
    /// never seen one, and compiles it anew, in the first slices.</summary>
    public const long SettleNs = WindowNs / 10;
    private const double StillRising = 1.03;
    private const long MessagesForCompilers = 15_000;
    private const long ShortestLimitNs = 1_500_000_000,
        LongestLimitNs = 5_000_000_000;

    private readonly int _compared = compilesAsItRuns ? 6 : 2;
    private readonly List<double> _ratesPerS = [];
    private readonly List<double> _speeds = [];
    private long _messages;
    private long _elapsedNs;

    /// <summary>False: whether a compiler is there isn't known, so it isn't waited for.</summary>
    public bool CompilersMustHaveHadTheirMessages { get; init; } = compilesAsItRuns;

    /// <summary>How long a measurement's warm-up may take: in proportion to it.</summary>
    /// <param name="measuredNs">Null: until it is stopped.</param>
    public static long LimitNs(long? measuredNs) =>
        Math.Clamp(2 * (measuredNs ?? LongestLimitNs), ShortestLimitNs, LongestLimitNs);

    public void Add(Measurement window)
    {
        _ratesPerS.Add(window.ThroughputPerS);
        if (ratePerS is null)
            _speeds.Add(window.ThroughputPerS);
        else if (window.Rtt.Count > 0)
            _speeds.Add(1e9 / window.Rtt.PercentileNs(0.5));
        _messages += window.Received;
        _elapsedNs += window.DurationNs;
    }

    /// <summary>How long a runtime is watched without messages.</summary>
    public static TimeSpan Pause => TimeSpan.FromMilliseconds(20);

    /// <summary>More CPU time than waiting takes.</summary>
    public static bool IsWork(Usage idle) => idle.CpuNs > Pause.TotalNanoseconds / 5;

    /// <summary>Steady, and time is left.</summary>
    public bool MayGoOn => _elapsedNs < longestNs;

    public bool IsOver => IsSteady || _elapsedNs >= longestNs;

    private bool IsSteady =>
        _speeds.Count >= 2 * _compared
        && (!CompilersMustHaveHadTheirMessages || _messages >= FewestMessages)
        && _speeds.TakeLast(_compared).Average()
            <= StillRising * _speeds.SkipLast(_compared).TakeLast(_compared).Average();

    private double FewestMessages =>
        ratePerS is { } perS ? Math.Min(MessagesForCompilers, perS * (longestNs / 1e9) / 2) : MessagesForCompilers;

    /// <summary>Messages per second at the end of the warm-up.</summary>
    public double RatePerS => _ratesPerS.TakeLast(_compared).Average();

    public WarmUpRecord Record =>
        new(_elapsedNs, _messages, IsSteady ? WarmUpVerdict.Settled : WarmUpVerdict.Compiling);
}
