using Pingmark.Model;

namespace Pingmark.Trials;

/// <summary>Runs a pair until its figures have settled; nothing of it is counted.</summary>
internal sealed class PairWarmUp(Pair pair)
{
    /// <summary>Long enough for the first messages, all of which count.</summary>
    private const long FirstContactNs = 1_000_000;

    /// <summary>A first datagram may be lost.</summary>
    private const int ContactTries = 2;

    /// <param name="longestNs">Where nothing settles.</param>
    public async Task<(WarmUpRecord Record, double RatePerS)> DetectAsync(long longestNs, CancellationToken cancel)
    {
        await RequireContactAsync(cancel);
        var warmUp = new WarmUp(pair.MayCompile, longestNs, pair.Client.Scenario.RatePerS)
        {
            CompilersMustHaveHadTheirMessages = pair.Compiles,
        };
        do
        {
            var window = await pair.WindowAsync(WarmUp.SettleNs, WarmUp.WindowNs - WarmUp.SettleNs, cancel);
            pair.RequireAnswers("warm-up", window);
            warmUp.Add(window);
        } while (!warmUp.IsOver || warmUp.MayGoOn && await IsCompilingAsync(cancel));
        return (warmUp.Record, warmUp.RatePerS);
    }

    public async Task<(WarmUpRecord Record, double RatePerS)> FixedAsync(long lengthNs, CancellationToken cancel)
    {
        var whole = await pair.WindowAsync(0, lengthNs, cancel);
        pair.RequireAnswers("warm-up", whole);
        return (new(lengthNs, whole.Received, WarmUpVerdict.Settled), whole.ThroughputPerS);
    }

    /// <summary>A server that answers nothing would be waited for in every window.</summary>
    private async Task RequireContactAsync(CancellationToken cancel)
    {
        Measurement first;
        var tries = 0;
        do first = await pair.WindowAsync(0, FirstContactNs, cancel);
        while (first is { Sent: > 0, Received: 0 } && ++tries < ContactTries);
        pair.RequireAnswers("warm-up", first);
    }

    /// <summary>
    /// Whether a side works although no messages flow: its compiler or collector, which would take the core from
    /// whatever is measured next. A server that spins can't be asked, for it always works.
    /// </summary>
    private async Task<bool> IsCompilingAsync(CancellationToken cancel)
    {
        if (!pair.Compiles)
            return false;
        var before = await pair.UsageAsync(cancel);
        await Task.Delay(WarmUp.Pause, cancel);
        var idle = await pair.UsageAsync(cancel) - before;
        return WarmUp.IsWork(idle.Client)
            || idle.Server is { } server && pair.Server is { Stack.Spins: false } && WarmUp.IsWork(server);
    }
}
