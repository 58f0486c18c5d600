namespace Pingmark.Host;

/// <summary>A fresh folder that only this user may enter: the one way in which this program makes temporary files. It
/// goes with its owner, and with this process, however that ends.</summary>
public sealed class LocalFolder : IDisposable
{
    private const string Memory = "/dev/shm";

    internal LocalFolder(string parent) =>
        Path = ProcessLauncher.MakeFolderAsync(parent).ConfigureAwait(false).GetAwaiter().GetResult();

    /// <summary>For what workers of this machine share, sockets and memory: in memory where there is such a folder; and
    /// short, as the path of a socket has to be.</summary>
    /// <exception cref="IOException">It can't be made.</exception>
    public LocalFolder()
        : this(Directory.Exists(Memory) ? Memory : System.IO.Path.GetTempPath()) { }

    /// <summary>Among the temporary files, for what may be large.</summary>
    /// <exception cref="IOException">It can't be made.</exception>
    public static LocalFolder OnDisk() => new(System.IO.Path.GetTempPath());

    public string Path { get; }

    public void Dispose() => ProcessLauncher.RemoveFolderAsync(Path).ConfigureAwait(false).GetAwaiter().GetResult();
}
