using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace Pingmark;

/// <summary>The calls of libc that .NET has no name for: files, signals, clocks and threads. Constants are those of
/// Linux.</summary>
public static partial class Libc
{
    public const int SigQuit = 3,
        SigKill = 9,
        SigTerm = 15,
        SigCont = 18,
        SigStop = 19;

    private const int ReadWrite = 2,
        NonBlocking = 0x800,
        CloseOnExec = 0x80000;

    private const int TooManyLinks = 40,
        WouldBlock = 11,
        IsThere = 17;

    /// <summary>The rights of a new folder before the user's umask takes some away, and those of its owner
    /// alone.</summary>
    internal const uint AllRights = 0b111_111_111,
        OwnersRights = 0b111_000_000;

    private const int Monotonic = 1,
        AbsoluteTime = 1,
        MostCores = 8192;

    private const int Exclusive = 2,
        AtOnce = 4,
        WriteAccess = 2;

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
    internal static FileStream OpenPlain(string path, FileAccess access)
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
    internal static SafeFileHandle? Lock(string folder)
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
    internal static (int Columns, int Rows) TerminalSize() =>
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
    internal static bool MakeFolder(string path, uint rights = AllRights)
    {
        if (MakeDirectory(path, rights) == 0)
            return true;
        return Marshal.GetLastPInvokeError() == IsThere ? false : throw LastError();
    }

    /// <summary>Whether this user may make files in a folder.</summary>
    internal static bool IsWritable(string folder) => Access(folder, WriteAccess) == 0;

    /// <summary>Sends a signal to a process, or to a group, whose id is negative.</summary>
    /// <returns>0; -1 where there is none.</returns>
    [LibraryImport("libc", EntryPoint = "kill", SetLastError = true)]
    public static partial int Kill(int pid, int signal);

    /// <summary>Reads a clock in ns; null where there is none, as of a process that has ended.</summary>
    internal static long? ReadClockNs(int clock) =>
        GetTime(clock, out var time) == 0 ? time.Seconds * 1_000_000_000 + time.Nanoseconds : null;

    /// <summary>Sleeps until a time of CLOCK_MONOTONIC, or a signal.</summary>
    internal static void SleepUntil(long ns) => _ = Sleep(Monotonic, AbsoluteTime, new(ns), IntPtr.Zero);

    /// <summary>Keeps this thread from some cores, where others are left to it.</summary>
    internal static void AvoidCores(IReadOnlyCollection<int> cores)
    {
        Span<byte> allowed = stackalloc byte[MostCores / 8];
        if (GetAffinity(0, allowed.Length, allowed) != 0)
            return;
        foreach (var core in cores)
            allowed[core / 8] &= (byte)~(1 << (core % 8));
        if (allowed.IndexOfAnyExcept((byte)0) >= 0)
            _ = SetAffinity(0, allowed.Length, allowed);
    }

    /// <summary>The last call's error as text.</summary>
    internal static string LastErrorText() => Marshal.GetPInvokeErrorMessage(Marshal.GetLastPInvokeError());

    private static bool IsPlain(SafeFileHandle file)
    {
        Span<byte> facts = stackalloc byte[SizeOfStatx];
        if (Statx(file, "", EmptyPath, TypeOnly, facts) != 0)
            throw LastError();
        return (BitConverter.ToUInt16(facts[OffsetOfMode..]) & FileType) == PlainFile;
    }

    private static IOException NotPlain(string what) => new($"it is {what}, and only plain files are used");

    private static IOException LastError() => new(LastErrorText());

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
    private static partial int Statx(SafeFileHandle file, string path, int flags, uint mask, Span<byte> facts);

    [StructLayout(LayoutKind.Sequential)]
    private struct Timespec(long ns)
    {
        public long Seconds = ns / 1_000_000_000;
        public long Nanoseconds = ns % 1_000_000_000;
    }

    [LibraryImport("libc", EntryPoint = "clock_gettime")]
    private static partial int GetTime(int clock, out Timespec time);

    [LibraryImport("libc", EntryPoint = "clock_nanosleep")]
    private static partial int Sleep(int clock, int flags, in Timespec until, IntPtr left);

    [LibraryImport("libc", EntryPoint = "sched_getaffinity")]
    private static partial int GetAffinity(int thread, nint size, Span<byte> mask);

    [LibraryImport("libc", EntryPoint = "sched_setaffinity")]
    private static partial int SetAffinity(int thread, nint size, ReadOnlySpan<byte> mask);
}
