using System.Diagnostics;

namespace Pingmark.Workers;

/// <summary>Lets one process at a time build workers of a language. These share the folder in which their kit is built,
/// and two processes that build there at once break each other's builds. Whoever holds the lock on a file beside the
/// workers builds; the kernel releases it when its holder ends, however that is.</summary>
internal static class BuildTurn
{
    private static readonly TimeSpan Look = TimeSpan.FromMilliseconds(200);

    /// <summary>The error number of a file that another process has locked (EWOULDBLOCK), which .NET passes
    /// on.</summary>
    private const int WouldBlock = 11;

    /// <param name="longest">The longest time to wait.</param>
    /// <param name="waits">Called once, when another process builds.</param>
    /// <returns>The lock, to be disposed when the build is over; null if another process has been building all the
    /// time.</returns>
    /// <exception cref="UnauthorizedAccessException">Nothing can be built in this tree.</exception>
    /// <exception cref="IOException">Nothing can be built in this tree.</exception>
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
