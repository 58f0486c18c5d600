using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace Pingmark;

/// <summary>The calls of libc that open files and lock folders, which .NET has no name for. Constants are those of
/// Linux.</summary>
internal static partial class Libc
{
    private const int ReadWrite = 2,
        NonBlocking = 0x800,
        CloseOnExec = 0x80000;

    private const int TooManyLinks = 40,
        WouldBlock = 11,
        IsThere = 17;

    /// <summary>The rights of a new folder before the user's umask takes some away.</summary>
    private const uint AllRights = 0x1FF;

    private const int Exclusive = 2,
        AtOnce = 4,
        Write = 2;

    private const int EmptyPath = 0x1000,
        SizeOfStatx = 256,
        OffsetOfMode = 28,
        FileType = 0xF000,
        PlainFile = 0x8000;
    private const uint TypeOnly = 1;

    private const int StandardError = 2,
        UsualColumns = 80,
        UsualRows = 24;
    private const nuint WindowSizeRequest = 0x5413;

    /// <summary>The flag to open no symbolic link, the only one whose value depends on the processor
    /// architecture.</summary>
    private static readonly int NoFollow = RuntimeInformation.ProcessArchitecture
        is Architecture.Arm64
            or Architecture.Arm
        ? 0x8000
        : 0x20000;

    /// <exception cref="IOException">The file can't be opened, or is a link, a pipe, a device or a folder.</exception>
    public static FileStream OpenPlain(string path, FileAccess access)
    {
        var flags = access == FileAccess.Read ? 0 : ReadWrite;
        var file = Open(path, flags | NoFollow | NonBlocking | CloseOnExec);
        if (file.IsInvalid)
            throw Marshal.GetLastPInvokeError() == TooManyLinks ? NotPlain("a symbolic link") : LastError();
        if (IsPlain(file))
            return new(file, access);
        file.Dispose();
        throw NotPlain("no plain file");
    }

    /// <summary>Locks the folder itself, which leaves no file behind and ends with the process; null where another
    /// process has the lock. A file system without locks gives it to everybody.</summary>
    public static SafeFileHandle? Lock(string folder)
    {
        var handle = Open(folder, CloseOnExec | NonBlocking);
        if (handle.IsInvalid)
            throw LastError();
        if (FLock(handle, Exclusive | AtOnce) == 0 || Marshal.GetLastPInvokeError() != WouldBlock)
            return handle;
        handle.Dispose();
        return null;
    }

    /// <summary>The size of the terminal that errors are written to; 80 columns and 24 rows where there is
    /// none.</summary>
    public static (int Columns, int Rows) TerminalSize() =>
        Control(StandardError, WindowSizeRequest, out var size) == 0 && size is { Columns: > 0, Rows: > 0 }
            ? (size.Columns, size.Rows)
            : (UsualColumns, UsualRows);

    [StructLayout(LayoutKind.Sequential)]
    private readonly struct WindowSize
    {
        public readonly ushort Rows,
            Columns,
            Width,
            Height;
    }

    /// <summary>Makes a folder; false where something of that name exists.</summary>
    public static bool MakeFolder(string path)
    {
        if (MakeDirectory(path, AllRights) == 0)
            return true;
        return Marshal.GetLastPInvokeError() == IsThere ? false : throw LastError();
    }

    /// <summary>Whether this user may make files in a folder.</summary>
    public static bool IsWritable(string folder) => Access(folder, Write) == 0;

    private static bool IsPlain(SafeFileHandle file)
    {
        Span<byte> facts = stackalloc byte[SizeOfStatx];
        if (Statx(file, "", EmptyPath, TypeOnly, ref MemoryMarshal.GetReference(facts)) != 0)
            throw LastError();
        return (BitConverter.ToUInt16(facts[OffsetOfMode..]) & FileType) == PlainFile;
    }

    private static IOException NotPlain(string what) => new($"it is {what}, and only plain files are used");

    private static IOException LastError() => new(Marshal.GetPInvokeErrorMessage(Marshal.GetLastPInvokeError()));

    [LibraryImport("libc", EntryPoint = "open", StringMarshalling = StringMarshalling.Utf8, SetLastError = true)]
    private static partial SafeFileHandle Open(string path, int flags);

    [LibraryImport("libc", EntryPoint = "mkdir", StringMarshalling = StringMarshalling.Utf8, SetLastError = true)]
    private static partial int MakeDirectory(string path, uint mode);

    [LibraryImport("libc", EntryPoint = "access", StringMarshalling = StringMarshalling.Utf8)]
    private static partial int Access(string path, int mode);

    [LibraryImport("libc", EntryPoint = "ioctl", SetLastError = true)]
    private static partial int Control(int file, nuint request, out WindowSize size);

    [LibraryImport("libc", EntryPoint = "flock", SetLastError = true)]
    private static partial int FLock(SafeFileHandle file, int operation);

    [LibraryImport("libc", EntryPoint = "statx", StringMarshalling = StringMarshalling.Utf8, SetLastError = true)]
    private static partial int Statx(SafeFileHandle file, string path, int flags, uint mask, ref byte facts);
}
