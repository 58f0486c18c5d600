namespace Pingmark.Workers;

/// <summary>Keeps why a worker's last build failed, beside its output, so that a list can tell it without building
/// again.</summary>
internal sealed class FailedBuild(WorkerManifest manifest)
{
    private readonly BuildMemory _memory = new(manifest, ".failed-build");

    /// <summary>The reason, in a line; null when the build did not fail, or an input has changed since.</summary>
    public string? Remembered => _memory.At is null ? null : _memory.Read();

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
