namespace Pingmark.Workers;

/// <summary>Keeps what a worker's last build said, in a file beside its output, until an input changes.</summary>
internal sealed class BuildMemory(WorkerManifest manifest, string extension)
{
    private readonly string _file = manifest.OutputPath + extension;

    /// <summary>When the file was written, in UTC; null when there is none, or an input has changed since.</summary>
    public DateTime? At =>
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
