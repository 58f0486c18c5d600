using System.Security.Cryptography;

namespace Pingmark.Host;

/// <summary>A fresh folder that only this user may enter: the only way in which this program makes temporary files. It
/// is removed when it is disposed of, and when this process ends, however that happens.</summary>
public sealed class LocalFolder : IDisposable
{
    private const string Memory = "/dev/shm";
    private const int RandomBytes = 8;

    internal LocalFolder(string parent)
    {
        Path = System.IO.Path.Join(
            System.IO.Path.GetFullPath(parent),
            $"pingmark-{Convert.ToHexStringLower(RandomNumberGenerator.GetBytes(RandomBytes))}"
        );
        if (Path.Contains('\n'))
            throw new IOException($"no folder can be made in {parent}: its path has a line end");
        ProcessLauncher.RemoveAtEnd(Path);
        try
        {
            if (!Libc.MakeFolder(Path, Libc.OwnersRights))
                throw new IOException("File exists");
        }
        catch (IOException e)
        {
            throw new IOException($"no folder can be made in {parent}: {e.Message}", e);
        }
    }

    /// <summary>Makes a folder for sockets and memory that workers of this machine share: in memory where that is
    /// possible, and with a short path, as sockets need it.</summary>
    /// <exception cref="IOException">The folder can't be made.</exception>
    public LocalFolder()
        : this(Directory.Exists(Memory) ? Memory : System.IO.Path.GetTempPath()) { }

    /// <summary>Makes a folder among the temporary files, for what may be large.</summary>
    /// <exception cref="IOException">The folder can't be made.</exception>
    public static LocalFolder OnDisk() => new(System.IO.Path.GetTempPath());

    public string Path { get; }

    /// <summary>Removes the folder with all that is in it, and nothing that links in it lead to. What can't be removed
    /// is tried again when this process ends.</summary>
    public void Dispose()
    {
        try
        {
            Directory.Delete(Path, recursive: true);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException) { }
    }
}

/// <summary>Finds folders of a user, as the XDG Base Directory Specification names them; it says that relative paths
/// are ignored.</summary>
public static class UserFolder
{
    /// <summary>The folder of what can be made again; null where the user has no home folder.</summary>
    public static string? Cache => Find(Environment.GetEnvironmentVariable, "XDG_CACHE_HOME", ".cache");

    /// <param name="usual">The folder in the home folder that is used when the variable is not set.</param>
    internal static string? Find(Func<string, string?> variable, string name, string usual) =>
        variable(name) is { } named && Path.IsPathRooted(named) ? named
        : variable("HOME") is { } home && Path.IsPathRooted(home) ? Path.Combine(home, usual)
        : null;
}
