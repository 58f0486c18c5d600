using System.Diagnostics;
using System.Security.Cryptography;
using Microsoft.Win32.SafeHandles;

namespace Pingmark.Folders;

/// <summary>A fresh folder that only this user may enter. Its maker holds it open and removes what it holds, never a
/// path: whatever has taken the name meanwhile stays, and so does whatever a link or a mount in it leads to.</summary>
public sealed class OwnFolder : IDisposable
{
    private const int RandomBytes = 8;

    /// <summary>How long removing is tried again, because processes that write to the folder may be ending just
    /// now.</summary>
    private static readonly TimeSpan LongestRemoval = TimeSpan.FromSeconds(5);

    private readonly SafeFileHandle _parent,
        _folder;

    /// <param name="parent">The folder that it is made in.</param>
    /// <exception cref="IOException">The folder can't be made there; the message says where, and why.</exception>
    public OwnFolder(string parent)
    {
        parent = System.IO.Path.TrimEndingDirectorySeparator(System.IO.Path.GetFullPath(parent));
        Name = $"pingmark-{Convert.ToHexStringLower(RandomNumberGenerator.GetBytes(RandomBytes))}";
        Path = System.IO.Path.Join(parent, Name);
        _parent = HeldFolders.Open(parent);
        _folder = HeldFolders.Make(_parent, Name);
        if (!_folder.IsInvalid)
            return;
        var why = HeldFolders.LastError();
        _parent.Dispose();
        throw new IOException($"no folder can be made in {parent}: {why}");
    }

    /// <summary>The folder's name in its parent.</summary>
    public string Name { get; }

    public string Path { get; }

    /// <summary>Removes the folder with all that is in it. What can't be removed stays.</summary>
    public void Dispose()
    {
        if (_folder.IsClosed)
            return;
        for (var watch = Stopwatch.StartNew(); !IsRemoved() && watch.Elapsed < LongestRemoval; )
            Thread.Sleep(1);
        _folder.Dispose();
        _parent.Dispose();
    }

    /// <summary>Whether the folder was removed; false where something was made in it meanwhile.</summary>
    private bool IsRemoved()
    {
        HeldFolders.Empty(_folder);
        return !HeldFolders.IsNamed(_folder, _parent, Name) || HeldFolders.RemoveEmpty(_parent, Name);
    }
}
