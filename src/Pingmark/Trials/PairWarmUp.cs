using Pingmark.Host;
using Pingmark.Model;

namespace Pingmark.Trials;

/// <summary>Runs a pair, window by window, until its figures have settled; nothing of it counts. Pairs may take
/// turns.</summary>
internal sealed class PairWarmUp
{
    private const int MaxUsageRehearsals = 3;

    private readonly Pair _pair;
    private readonly WarmUp _warmUp;
    private readonly CompilerTime _compilers;
    private bool _hasAnswered;
    private int _usageRehearsals;
    private int _silentWindows;
    private long _unanswered;
    private long _idleSinceNs;
    private (long? Server, long? Client) _cpuNsWhenIdle;

    /// <param name="hasLongWindows">Whether windows will count that are longer than slices.</param>
    public PairWarmUp(Pair pair, WarmUpLimits limits, bool hasLongWindows = true)
    {
        _pair = pair;
        _compilers = new(pair);
        var ownLimits = pair.HasBeenWarm ? limits.ForWarmProcesses ?? limits : limits;
        _warmUp = new(pair.MightHaveCompiler, ownLimits, !pair.HasBeenWarm, pair.Client.Scenario.RatePerS)
        {
            HasLongWindows = hasLongWindows,
            CanSeeCompilers = pair.HasCompiler && _compilers.IsKnown,
            NeedsMessagesForCompilers = pair.HasCompiler,
            MessagesBefore = pair.MessagesSeen,
            EndsByTime = pair.Network.IsRandom,
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
            await RequireFirstAnswerAsync(cancel);
        if (_warmUp.IsSteady)
            await CheckIdleAsync(cancel);
        if (_warmUp.IsSettled || _warmUp.HasReachedLimit)
        {
            _pair.ApplyWarmUp(_warmUp.RatePerS, _warmUp.RoundTrips);
            return true;
        }
        var beganNs = Clock.NowNs;
        var lengthNs = _warmUp.NextWindowNs - WarmUp.SettleNs;
        var window = _warmUp.IsSlow
            ? await _pair.SlowWindowAsync(lengthNs, cancel)
            : await _pair.WindowAsync(WarmUp.SettleNs, lengthNs, cancel, RatePerS ?? 0);
        RequireAnswers(window);
        var compilerShare = _compilers.ReadShareSinceLast();
        _warmUp.Add(window, Clock.NowNs - beganNs, compilerShare);
        RatePerS = _warmUp.RatePerS;
        _pair.LearnLossTimeout(_warmUp.RoundTrips);
        // Slices are accounted for. A server that spins is frozen while it waits, so that the code for that request
        // would be compiled during slices.
        if (_pair.HasCompiler && _usageRehearsals++ < MaxUsageRehearsals)
            await _pair.UsageAsync(cancel);
        if (compilerShare > CompilerTime.MaxRestingShare)
        {
            var sinceNs = Clock.NowNs;
            await _compilers.WaitForRestAsync(cancel);
            _warmUp.AddWait(Clock.NowNs - sinceNs);
        }
        (_idleSinceNs, _cpuNsWhenIdle) = (Clock.NowNs, await CpuNsAsync(cancel));
        return false;
    }

    private async Task<(long? Server, long? Client)> CpuNsAsync(CancellationToken cancel)
    {
        var (here, elsewhere) = (_pair.CpuNs(), await _pair.AskRemoteCpuNsAsync(cancel));
        return (here.Server ?? elsewhere.Server, here.Client ?? elsewhere.Client);
    }

    /// <summary>Allows a window without answers: its only message may be lost, and a slow server may answer none but
    /// those from before the window.</summary>
    private void RequireAnswers(Measurement window)
    {
        (_silentWindows, _unanswered) = window.Answered > 0 ? (0, 0) : (_silentWindows + 1, _unanswered + window.Sent);
        if (_silentWindows >= _pair.Network.MaxSilentWindows)
            _pair.RequireAnswers("warm-up", window with { Sent = _unanswered });
    }

    /// <summary>Checks that the server answers at all.</summary>
    private async Task RequireFirstAnswerAsync(CancellationToken cancel)
    {
        var first = await _pair.FirstContact.AwaitAsync(_pair, cancel);
        _pair.RequireAnswers("warm-up", first);
        _pair.LearnLossTimeout(first.Rtt);
        _warmUp.LearnRoundTrip(first.Rtt);
        _hasAnswered = true;
    }

    /// <summary>Checks whether a side works although no messages flow: its compiler or collector would take the core
    /// from the next measurement. A server that spins always works.</summary>
    private async Task CheckIdleAsync(CancellationToken cancel)
    {
        if (!_pair.HasCompiler || !_pair.IsClientIdleWithoutMessages)
            return;
        var idle = TimeSpan.FromMicroseconds((Clock.NowNs - _idleSinceNs) / 1e3);
        if (idle < WarmUp.MinPause)
            await Task.Delay(WarmUp.MinPause - idle, cancel);
        var cpuNs = await CpuNsAsync(cancel);
        var serverNs = _pair.Server is { Stack.Spins: false } ? cpuNs.Server - _cpuNsWhenIdle.Server : null;
        _warmUp.AddIdle(Math.Max(serverNs ?? 0, cpuNs.Client - _cpuNsWhenIdle.Client ?? 0), Clock.NowNs - _idleSinceNs);
    }
}
