using Pingmark.Host;

namespace Pingmark.EndToEndTests.Harness;

/// <summary>A folder that is gone when the test ends.</summary>
internal sealed class TemporaryFolder : IDisposable
{
    private readonly LocalFolder _own = LocalFolder.OnDisk();

    public string Path => _own.Path;

    public string this[string name] => System.IO.Path.Combine(Path, name);

    public string Write(string name, string text)
    {
        Directory.CreateDirectory(System.IO.Path.GetDirectoryName(this[name])!);
        File.WriteAllText(this[name], text);
        return this[name];
    }

    public void Dispose() => _own.Dispose();
}
