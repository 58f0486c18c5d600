using System.Collections.Concurrent;

namespace Pingmark.Workers;

/// <summary>Builds several workers, two languages at once. Those of one language share the folder in which their kit is
/// built, and so are built one after the other.</summary>
public static class WorkerBuilds
{
    private const int LanguagesAtOnce = 2;

    /// <returns>Whether each worker can be started, by its name.</returns>
    public static async Task<IReadOnlyDictionary<string, Availability>> EnsureAllBuiltAsync(
        this WorkerBuilder builder,
        IEnumerable<WorkerManifest> manifests,
        bool force,
        CancellationToken cancel,
        bool triesAgain = false
    )
    {
        var built = new ConcurrentDictionary<string, Availability>();
        await Parallel.ForEachAsync(
            manifests.GroupBy(manifest => manifest.Runtime),
            new ParallelOptions { MaxDegreeOfParallelism = LanguagesAtOnce, CancellationToken = cancel },
            async (language, stop) =>
            {
                foreach (var manifest in language)
                    built[manifest.Name] = await builder.EnsureBuiltAsync(manifest, force, stop, triesAgain);
            }
        );
        return built;
    }
}
