using Pingmark.Model;
using Pingmark.Tails;

namespace Pingmark.Observing;

/// <summary>One trial while it is watched. Watching pauses between its windows.</summary>
public sealed class TrialWatch(IReadOnlyList<IWatch> watches, IReadOnlyList<string> notObserved) : IAsyncDisposable
{
    private readonly List<WatchedSpan> _spans = [];

    /// <summary>Watches while a window is measured.</summary>
    /// <param name="measure">Measures it, and calls its argument with each part of the window.</param>
    public async Task<T> WhileAsync<T>(Func<Action<Measurement>, Task<T>> measure)
    {
        foreach (var watch in watches)
            watch.Resume();
        try
        {
            return await measure(part => _spans.Add(new(part.FromNs, part.ToNs))).ConfigureAwait(false);
        }
        finally
        {
            foreach (var watch in watches)
                watch.Pause();
        }
    }

    /// <summary>Ends the watch.</summary>
    /// <param name="window">The continuous window, of all its parts.</param>
    /// <returns>What was seen; null where nothing watched, or nothing was measured.</returns>
    public async Task<TrialEvents?> EndAsync(CountedWindow? window, CancellationToken cancel)
    {
        var seen = new List<Seen>();
        foreach (var watch in watches)
            seen.Add(await watch.EndAsync(cancel).ConfigureAwait(false));
        return seen.Count == 0 || window is null
            ? null
            : TailOfTrial.Keep(window, [.. seen.SelectMany(one => one.Events)], _spans) with
            {
                NotObserved = [.. notObserved, .. seen.SelectMany(one => one.NotObserved)],
                WatchedNs = _spans.Sum(span => span.ToNs - span.FromNs),
                ObserverCpuNs = seen.Sum(one => one.CpuNs),
            };
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var watch in watches)
            await watch.DisposeAsync().ConfigureAwait(false);
    }
}
