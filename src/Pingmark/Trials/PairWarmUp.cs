using Pingmark.Host;
using Pingmark.Model;

namespace Pingmark.Trials;

/// <summary>Runs a pair, window by window, until its figures have settled; nothing of it is counted. Pairs may take
/// turns.</summary>
internal sealed class PairWarmUp
{
    /// <summary>The length of the first window in ns, which is enough for the first messages, all of which
    /// count.</summary>
    private const long FirstContactNs = 1_000_000;

    /// <summary>After how many windows the sides are asked what they used, as before and after slices.</summary>
    private const int MostUsageRehearsals = 3;

    private readonly Pair _pair;
    private readonly WarmUp _warmUp;
    private readonly CompilerTime _compilers;
    private bool _hasAnswered;
    private int _usageRehearsals;
    private int _silentWindows;
    private long _unanswered;
    private long _idleSinceNs;
    private (long? Server, long? Client) _cpuThen;

    /// <param name="countsInLongWindows">Whether windows will count that are longer than slices.</param>
    public PairWarmUp(Pair pair, WarmUpLimits limits, bool countsInLongWindows = true)
    {
        _pair = pair;
        _compilers = new(pair);
        var ownLimits = pair.HasBeenWarm ? limits.OfWarmProcesses ?? limits : limits;
        _warmUp = new(pair.MayCompile, ownLimits, !pair.HasBeenWarm, pair.Client.Scenario.RatePerS)
        {
            HasLongWindows = countsInLongWindows,
            SeesCompilers = pair.Compiles && _compilers.IsKnown,
            CompilersMustHaveHadTheirMessages = pair.Compiles,
            MessagesBefore = pair.MessagesSeen,
            EndsByTime = pair.Network.VariesByChance,
        };
    }

    public WarmUpRecord Record => _warmUp.Record;

    /// <summary>The rate of the last windows; null before there was one.</summary>
    public double? RatePerS { get; private set; }

    /// <summary>Measures one window, unless the warm-up is over. The pair must be awake.</summary>
    /// <returns>True when it is over; then the pair knows its rate.</returns>
    public async Task<bool> StepAsync(CancellationToken cancel)
    {
        if (!_hasAnswered)
            await RequireContactAsync(cancel);
        if (_warmUp.IsSteady)
            await CheckIdleAsync(cancel);
        if (_warmUp.IsSettled || _warmUp.HasTakenLongest)
        {
            _pair.FinishWarmUp(_warmUp.RatePerS, _warmUp.RoundTrips);
            return true;
        }
        var beganNs = Clock.NowNs;
        var lengthNs = _warmUp.NextWindowNs - WarmUp.SettleNs;
        var window = await _pair.WindowAsync(WarmUp.SettleNs, lengthNs, cancel, RatePerS ?? 0);
        RequireAnswers(window);
        var compiled = _compilers.ShareSinceLast();
        _warmUp.Add(window, Clock.NowNs - beganNs, compiled);
        RatePerS = _warmUp.RatePerS;
        _pair.LearnLosses(_warmUp.RoundTrips);
        // Slices are accounted for, and that is rehearsed, too: a server that spins is stopped while it waits, so that
        // what it compiles for a request is compiled in slices, on half of their core.
        if (_pair.Compiles && _usageRehearsals++ < MostUsageRehearsals)
            await _pair.UsageAsync(cancel);
        if (compiled > CompilerTime.Resting)
        {
            var sinceNs = Clock.NowNs;
            await _compilers.WaitForRestAsync(cancel);
            _warmUp.AddWait(Clock.NowNs - sinceNs);
        }
        (_idleSinceNs, _cpuThen) = (Clock.NowNs, await CpuNsAsync(cancel));
        return false;
    }

    private async Task<(long? Server, long? Client)> CpuNsAsync(CancellationToken cancel)
    {
        var (here, elsewhere) = (_pair.CpuNs(), await _pair.CpuNsElsewhereAsync(cancel));
        return (here.Server ?? elsewhere.Server, here.Client ?? elsewhere.Client);
    }

    /// <summary>Checks that messages are answered. The only message of a window may be lost; those of two are not, on
    /// any network worth measuring. A slow server may answer none but those from before the window.</summary>
    private void RequireAnswers(Measurement window)
    {
        (_silentWindows, _unanswered) = window.Answered > 0 ? (0, 0) : (_silentWindows + 1, _unanswered + window.Sent);
        if (_silentWindows >= _pair.Network.MostSilentWindows)
            _pair.RequireAnswers("warm-up", window with { Sent = _unanswered });
    }

    /// <summary>Checks that the server answers at all, for a server that answers nothing would be waited for in every
    /// window.</summary>
    private async Task RequireContactAsync(CancellationToken cancel)
    {
        Measurement first;
        var tries = 0;
        do first = await _pair.WindowAsync(0, FirstContactNs, cancel);
        while (first is { Sent: > 0, Received: 0 } && ++tries < _pair.Network.ContactTries);
        _pair.RequireAnswers("warm-up", first);
        _hasAnswered = true;
    }

    /// <summary>Looks whether a side works although no messages flow: its compiler or collector would take the core
    /// from whatever is measured next. A server that spins can't be asked, for it always works.</summary>
    private async Task CheckIdleAsync(CancellationToken cancel)
    {
        if (!_pair.Compiles || !_pair.RestsUnasked)
            return;
        var idle = TimeSpan.FromMicroseconds((Clock.NowNs - _idleSinceNs) / 1e3);
        if (idle < WarmUp.Pause)
            await Task.Delay(WarmUp.Pause - idle, cancel);
        var cpu = await CpuNsAsync(cancel);
        var server = _pair.Server is { Stack.Spins: false } ? cpu.Server - _cpuThen.Server : null;
        _warmUp.AddIdle(Math.Max(server ?? 0, cpu.Client - _cpuThen.Client ?? 0), Clock.NowNs - _idleSinceNs);
    }
}
