using System.Diagnostics;

namespace Pingmark.Workers;

/// <summary>
/// Workers of one language share the folder in which their kit is built: two processes that build there at once break
/// each other's builds. Whoever holds the lock on a file beside them builds; the kernel gives it back when its holder
/// ends, however that is.
/// </summary>
internal static class BuildTurn
{
    private static readonly TimeSpan Look = TimeSpan.FromMilliseconds(200);

    /// <summary>What the kernel says of a file that another process has locked, which .NET passes on.</summary>
    private const int WouldBlock = 11;

    /// <param name="longest">To wait.</param>
    /// <param name="waits">Told once, when another process builds.</param>
    /// <returns>To be disposed when the build is over; null: another process has been building for all of the
    /// time.</returns>
    /// <exception cref="UnauthorizedAccessException">Nothing can be built in this tree.</exception>
    /// <exception cref="IOException">The same.</exception>
    public static async Task<IDisposable?> TakeAsync(
        WorkerManifest manifest,
        TimeSpan longest,
        Action waits,
        CancellationToken cancel
    )
    {
        var folder = Directory.CreateDirectory(Path.Combine(Path.GetDirectoryName(manifest.Folder)!, ".pingmark"));
        var file = Path.Combine(folder.FullName, "build.lock");
        var watch = Stopwatch.StartNew();
        for (var looks = 0; ; looks++)
        {
            try
            {
                return new FileStream(file, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None);
            }
            catch (IOException e) when (e.HResult == WouldBlock)
            {
                if (looks == 0)
                    waits();
                if (watch.Elapsed > longest)
                    return null;
            }
            await Task.Delay(Look, cancel);
        }
    }
}
