namespace Pingmark.Host;

/// <summary>A fresh folder that only this user may enter: the only way in which this program makes temporary files. It
/// is removed when it is disposed of, and when this process ends, however that happens.</summary>
public sealed class LocalFolder : IDisposable
{
    private const string Memory = "/dev/shm";

    internal LocalFolder(string parent) =>
        Path = ProcessLauncher.MakeFolderAsync(parent).ConfigureAwait(false).GetAwaiter().GetResult();

    /// <summary>Makes a folder for sockets and memory that workers of this machine share: in memory where that is
    /// possible, and with a short path, as sockets need it.</summary>
    /// <exception cref="IOException">The folder can't be made.</exception>
    public LocalFolder()
        : this(Directory.Exists(Memory) ? Memory : System.IO.Path.GetTempPath()) { }

    /// <summary>Makes a folder among the temporary files, for what may be large.</summary>
    /// <exception cref="IOException">The folder can't be made.</exception>
    public static LocalFolder OnDisk() => new(System.IO.Path.GetTempPath());

    public string Path { get; }

    public void Dispose() => ProcessLauncher.RemoveFolderAsync(Path).ConfigureAwait(false).GetAwaiter().GetResult();
}
