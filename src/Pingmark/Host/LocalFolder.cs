using System.Security.Cryptography;

namespace Pingmark.Host;

/// <summary>A fresh folder that only this user may enter, for what workers of this machine share: sockets, and memory.
/// It goes with its owner, and with this process, however that ends.</summary>
public sealed class LocalFolder : IDisposable
{
    /// <summary>In memory; and short, as the path of a socket has to be.</summary>
    private const string Memory = "/dev/shm";
    private const int RandomBytes = 8;

    public LocalFolder()
    {
        var parent = Directory.Exists(Memory) ? Memory : System.IO.Path.GetTempPath().TrimEnd('/');
        Path = $"{parent}/pingmark-{Convert.ToHexStringLower(RandomNumberGenerator.GetBytes(RandomBytes))}";
        ProcessLauncher.RemoveAtEnd(Path);
#pragma warning disable CA1416 // Linux is all that it runs on.
        Directory.CreateDirectory(Path, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
#pragma warning restore CA1416
    }

    public string Path { get; }

    public void Dispose()
    {
        if (Directory.Exists(Path))
            Directory.Delete(Path, recursive: true);
        ProcessLauncher.IsRemoved(Path);
    }
}
