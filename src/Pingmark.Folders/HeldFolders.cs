using System.Runtime.InteropServices;
using System.Text;
using Microsoft.Win32.SafeHandles;

namespace Pingmark.Folders;

/// <summary>Works on folders by their descriptors: the calls of libc for which .NET knows only paths. Constants are
/// those of Linux.</summary>
internal static partial class HeldFolders
{
    private const int CloseOnExec = 0x80000,
        RemoveFolder = 0x200,
        NoFollowAt = 0x100,
        EmptyPath = 0x1000;

    private const int NotEmpty = 39,
        IsThere = 17,
        NotPermitted = 1,
        IsAFolder = 21;

    /// <summary>Fields of statx that identify a file, and the mount that it is seen through.</summary>
    private const uint InodeAndMount = 0x1100;
    private const int SizeOfStatx = 256,
        OffsetOfInode = 32,
        OffsetOfDevice = 136,
        OffsetOfMount = 144;

    /// <summary>Offsets in a record of getdents64: inode and offset come first, then the record's length, a type, and
    /// the name with its end.</summary>
    private const int OffsetOfLength = 16,
        OffsetOfName = 19,
        SizeOfRecords = 32 << 10;

    /// <summary>Rights for the owner, and for nobody else.</summary>
    private const uint OwnersOnly = 0b111_000_000;

    private static readonly bool IsArm =
        RuntimeInformation.ProcessArchitecture is Architecture.Arm64 or Architecture.Arm;

    /// <summary>The two flags whose values depend on the processor architecture.</summary>
    private static readonly int OnlyFolder = IsArm ? 0x4000 : 0x10000,
        NoFollow = IsArm ? 0x8000 : 0x20000;

    public static SafeFileHandle Open(string path) => OpenFile(path, OnlyFolder | CloseOnExec);

    /// <summary>Makes a new folder; the handle is invalid when it can't be made.</summary>
    public static SafeFileHandle Make(SafeFileHandle parent, string name)
    {
        var bytes = Bytes(name);
        return !parent.IsInvalid && MakeFolderAt(parent, bytes, OwnersOnly) == 0
            ? OpenAt(parent, bytes, OnlyFolder | NoFollow | CloseOnExec)
            : new SafeFileHandle();
    }

    /// <summary>Whether the name in the parent still means this folder.</summary>
    public static bool IsNamed(SafeFileHandle folder, SafeFileHandle parent, string name) =>
        Identity(folder, [0], EmptyPath) is { } one && one == Identity(parent, Bytes(name), NoFollowAt);

    /// <summary>Removes an empty folder; false where it is not empty.</summary>
    public static bool RemoveEmpty(SafeFileHandle parent, string name) =>
        UnlinkAt(parent, Bytes(name), RemoveFolder) == 0 || Marshal.GetLastPInvokeError() is not (NotEmpty or IsThere);

    /// <summary>Removes the content of a folder, as far as possible.</summary>
    public static void Empty(SafeFileHandle folder)
    {
        foreach (var name in Names(folder))
        {
            // Linux says that a folder is one; POSIX only that it is not permitted.
            if (UnlinkAt(folder, name, 0) == 0 || Marshal.GetLastPInvokeError() is not (IsAFolder or NotPermitted))
                continue;
            using var inner = OpenAt(folder, name, OnlyFolder | NoFollow | CloseOnExec);
            if (inner.IsInvalid || Identity(inner, [0], EmptyPath)?.Mount != Identity(folder, [0], EmptyPath)?.Mount)
                continue;
            Empty(inner);
            _ = UnlinkAt(folder, name, RemoveFolder);
        }
    }

    public static string LastError() => Marshal.GetPInvokeErrorMessage(Marshal.GetLastPInvokeError());

    /// <summary>The names in a folder as the kernel has them, which need not be text, each with the zero at its
    /// end.</summary>
    private static List<byte[]> Names(SafeFileHandle folder)
    {
        var names = new List<byte[]>();
        var records = new byte[SizeOfRecords];
        _ = Seek(folder, 0, 0);
        while (GetEntries(folder, records, (nuint)records.Length) is > 0 and var size)
            for (var at = 0; at < size; at += BitConverter.ToUInt16(records, at + OffsetOfLength))
            {
                var name = records.AsSpan(at + OffsetOfName);
                name = name[..(name.IndexOf((byte)0) + 1)];
                if (!name.SequenceEqual(".\0"u8) && !name.SequenceEqual("..\0"u8))
                    names.Add(name.ToArray());
            }
        return names;
    }

    private static (ulong Inode, (ulong Device, ulong Id) Mount)? Identity(
        SafeFileHandle folder,
        byte[] name,
        int flags
    )
    {
        var facts = new byte[SizeOfStatx];
        return Statx(folder, name, flags, InodeAndMount, facts) != 0
            ? null
            : (
                BitConverter.ToUInt64(facts, OffsetOfInode),
                (BitConverter.ToUInt64(facts, OffsetOfDevice), BitConverter.ToUInt64(facts, OffsetOfMount))
            );
    }

    private static byte[] Bytes(string name) => Encoding.UTF8.GetBytes(name + "\0");

    [LibraryImport("libc", EntryPoint = "open", StringMarshalling = StringMarshalling.Utf8, SetLastError = true)]
    private static partial SafeFileHandle OpenFile(string path, int flags);

    [LibraryImport("libc", EntryPoint = "openat", SetLastError = true)]
    private static partial SafeFileHandle OpenAt(SafeFileHandle folder, byte[] name, int flags);

    [LibraryImport("libc", EntryPoint = "mkdirat", SetLastError = true)]
    private static partial int MakeFolderAt(SafeFileHandle folder, byte[] name, uint mode);

    [LibraryImport("libc", EntryPoint = "unlinkat", SetLastError = true)]
    private static partial int UnlinkAt(SafeFileHandle folder, byte[] name, int flags);

    [LibraryImport("libc", EntryPoint = "lseek", SetLastError = true)]
    private static partial long Seek(SafeFileHandle folder, long offset, int whence);

    [LibraryImport("libc", EntryPoint = "getdents64", SetLastError = true)]
    private static partial nint GetEntries(SafeFileHandle folder, byte[] records, nuint size);

    [LibraryImport("libc", EntryPoint = "statx", SetLastError = true)]
    private static partial int Statx(SafeFileHandle folder, byte[] name, int flags, uint mask, byte[] facts);
}
