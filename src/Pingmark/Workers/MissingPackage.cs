namespace Pingmark.Workers;

/// <summary>Keeps for an hour, beside a worker's output, that its package could not be had: to ask all sources again
/// takes seconds at the beginning of each command. Whoever made it available says so with <c>build</c>.</summary>
internal sealed class MissingPackage(WorkerManifest manifest)
{
    private static readonly TimeSpan Kept = TimeSpan.FromHours(1);
    private readonly BuildMemory _memory = new(manifest, ".missing-package");

    /// <summary>What the build said; null when that is not known, too old, or an input has changed since.</summary>
    public string? Remembered => _memory.At is { } at && DateTime.UtcNow - at < Kept ? _memory.Read() : null;

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
            $"make {manifest.Package} available, then {Called.Name} build {manifest.Name}"
        );
}
