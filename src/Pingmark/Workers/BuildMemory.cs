using System.Diagnostics;

namespace Pingmark.Workers;

/// <summary>Keeps what a worker's last build said, in a file beside its output, until an input changes.</summary>
internal sealed class BuildMemory(WorkerManifest manifest, string extension)
{
    private readonly string _file = manifest.OutputPath + extension;

    /// <summary>When the file was written, in UTC; null when there is none, or an input has changed since.</summary>
    public DateTime? WrittenAt =>
        File.Exists(_file) && File.GetLastWriteTimeUtc(_file) is var at && !WorkerBuilder.IsChangedSince(manifest, at)
            ? at
            : null;

    public string Read() => File.ReadAllText(_file);

    public void Write(string text)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(_file)!);
        File.WriteAllText(_file, text);
    }

    public void Forget() => File.Delete(_file);
}

/// <summary>Remembers why a worker's last build failed.</summary>
internal sealed class FailedBuild(WorkerManifest manifest)
{
    private readonly BuildMemory _memory = new(manifest, ".failed-build");

    /// <summary>The reason, in a line; null when the build did not fail, or an input has changed since.</summary>
    public string? Reason => _memory.WrittenAt is null ? null : _memory.Read();

    /// <param name="failure">What went wrong, and the build's last lines; the first of these with an error is kept as
    /// the reason.</param>
    public void Remember(string failure)
    {
        var lines = failure.Split('\n').Select(line => line.Trim()).Where(line => line.Length > 0).ToList();
        var first = lines.FirstOrDefault(line => line.Contains("error", StringComparison.OrdinalIgnoreCase));
        _memory.Write(ReplyLine.Excerpt(first ?? lines[^1]));
    }

    public void Forget() => _memory.Forget();
}

/// <summary>Remembers for an hour that a package could not be downloaded, since retries take seconds.</summary>
internal sealed class MissingPackage(WorkerManifest manifest)
{
    private static readonly TimeSpan MaxAge = TimeSpan.FromHours(1);
    private readonly BuildMemory _memory = new(manifest, ".missing-package");

    /// <summary>What the build said; null when that is not known, too old, or an input has changed since.</summary>
    public string? Error => _memory.WrittenAt is { } at && DateTime.UtcNow - at < MaxAge ? _memory.Read() : null;

    public Availability Remember(string error)
    {
        _memory.Write(error);
        return Unavailable(error);
    }

    public void Forget() => _memory.Forget();

    public Availability Unavailable(string error) =>
        new(
            false,
            $"{manifest.Package} is not to be had here: {error}",
            $"make {manifest.Package} available, then ./pingmark build {manifest.Name}"
        );
}

/// <summary>Lets one process at a time build workers of a language. These share the folder in which their kit is built,
/// and two processes that build there at once break each other's builds. Whoever holds the lock on a file beside the
/// workers builds; the kernel releases it when its holder ends, however that is.</summary>
internal static class BuildLock
{
    private static readonly TimeSpan Look = TimeSpan.FromMilliseconds(200);

    /// <summary>EWOULDBLOCK: another process has locked the file.</summary>
    private const int WouldBlock = 11;

    /// <param name="longest">The longest time to wait.</param>
    /// <param name="waits">Called once, when another process builds.</param>
    /// <returns>The lock, to be disposed when the build is over; null if another process has been building all the
    /// time.</returns>
    /// <exception cref="UnauthorizedAccessException">Nothing can be built in this tree.</exception>
    /// <exception cref="IOException">Nothing can be built in this tree.</exception>
    public static async Task<IDisposable?> AcquireAsync(
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
