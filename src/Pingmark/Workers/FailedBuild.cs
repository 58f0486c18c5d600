namespace Pingmark.Workers;

/// <summary>Why a worker's last build failed, kept beside its output, so that a list can say it without building
/// again.</summary>
internal sealed class FailedBuild(WorkerManifest manifest)
{
    private readonly BuildMemory _memory = new(manifest, ".failed-build");

    /// <summary>In a line; null when it didn't fail, or an input has changed since.</summary>
    public string? Remembered => _memory.At is null ? null : _memory.Read();

    /// <param name="failure">What went wrong, and the build's last lines: the first error of these is the
    /// reason.</param>
    public void Remember(string failure)
    {
        var lines = failure.Split('\n').Select(line => line.Trim()).Where(line => line.Length > 0).ToList();
        var first = lines.FirstOrDefault(line => line.Contains("error", StringComparison.OrdinalIgnoreCase));
        _memory.Write(ReplyLine.Excerpt(first ?? lines[^1]));
    }

    public void Forget() => _memory.Forget();
}
