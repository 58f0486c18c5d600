using System.Collections.Concurrent;

namespace Pingmark.EndToEndTests.Harness;

/// <summary>Client processes that tests hand on to each other: one that disconnected connects again, and to start one
/// takes longer than all that is asked of it.</summary>
internal static class KeptWorkers
{
    private static readonly ConcurrentDictionary<string, SpokenWorker> Kept = new();

    /// <param name="manifest">The file worker.json of the worker.</param>
    /// <param name="use">Gets one that is not connected; true when it leaves it so.</param>
    public static async Task UseAsync(string manifest, Func<SpokenWorker, Task<bool>> use)
    {
        var worker = Kept.TryRemove(manifest, out var kept) ? kept : SpokenWorker.Start(manifest);
        var isAsBefore = false;
        try
        {
            isAsBefore = await use(worker);
        }
        finally
        {
            if (!isAsBefore || !Kept.TryAdd(manifest, worker))
                await worker.DisposeAsync();
        }
    }
}
