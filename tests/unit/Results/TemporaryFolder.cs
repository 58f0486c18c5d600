using Pingmark.Host;

namespace Pingmark.Tests.Results;

/// <summary>A folder of a test's own, gone when it ends.</summary>
internal sealed class TemporaryFolder : IDisposable
{
    private readonly LocalFolder _own = LocalFolder.OnDisk();

    public string Path => _own.Path;

    public string this[string file] => System.IO.Path.Combine(Path, file);

    /// <summary>Writes a file, with the folders on its way, and returns its path.</summary>
    public string Write(string file, string text)
    {
        Directory.CreateDirectory(System.IO.Path.GetDirectoryName(this[file])!);
        File.WriteAllText(this[file], text);
        return this[file];
    }

    public void Dispose() => _own.Dispose();
}
