using System.ComponentModel;
using System.Runtime.InteropServices;
using System.Text;

namespace Pingmark.Host;

/// <summary>Finds another process's UDP sockets and those TCP sockets that listen or are connected; each is duplicated
/// while its options are read. A TCP socket that does neither carries nothing: a worker opens such sockets for a
/// moment, to see how many descriptors are left.</summary>
internal static partial class SocketsOf
{
    private const int ErrNoEntry = 2,
        ErrNoProcess = 3,
        ErrBadDescriptor = 9;
    private const int PidfdOpen = 434,
        PidfdGetfd = 438;
    private const int LevelSocket = 1,
        SendBuffer = 7,
        ReceiveBuffer = 8,
        AcceptsConnections = 30,
        Protocol = 38;
    private const int LevelTcp = 6,
        LevelUdp = 17,
        NoDelay = 1,
        CongestionControl = 13;
    private const int LongestControlName = 16,
        LongestAddress = 128;

    /// <exception cref="UnauthorizedAccessException">The process may not be inspected; the message tells why, and what
    /// mends it.</exception>
    public static IReadOnlyList<SocketInspection.Socket> Process(int pid)
    {
        var process = (int)Call(PidfdOpen, pid, 0, 0);
        if (process < 0)
            return Marshal.GetLastPInvokeError() == ErrNoProcess ? [] : throw Refused(pid);
        try
        {
            return Descriptors(pid).Select(fd => One(process, pid, fd)).OfType<SocketInspection.Socket>().ToList();
        }
        finally
        {
            _ = Close(process);
        }
    }

    private static List<int> Descriptors(int pid)
    {
        try
        {
            return Directory
                .EnumerateFileSystemEntries($"/proc/{pid}/fd")
                .Where(IsSocket)
                .Select(path => int.Parse(Path.GetFileName(path)))
                .Order()
                .ToList();
        }
        catch (DirectoryNotFoundException)
        {
            return [];
        }
    }

    /// <summary>Whether a descriptor is a link to <c>socket:[inode]</c>; one that has been closed meanwhile is
    /// not.</summary>
    private static bool IsSocket(string path)
    {
        try
        {
            return new FileInfo(path).LinkTarget?.StartsWith("socket:", StringComparison.Ordinal) == true;
        }
        catch (FileNotFoundException)
        {
            return false;
        }
    }

    private static SocketInspection.Socket? One(int process, int pid, int descriptor)
    {
        var own = (int)Call(PidfdGetfd, process, descriptor, 0);
        if (own < 0)
            return Marshal.GetLastPInvokeError() is ErrBadDescriptor or ErrNoEntry or ErrNoProcess
                ? null
                : throw Refused(pid);
        try
        {
            return Number(own, LevelSocket, Protocol) switch
            {
                LevelTcp => OfTcp(own, descriptor),
                LevelUdp => Ask(own, descriptor),
                _ => null,
            };
        }
        finally
        {
            _ = Close(own);
        }
    }

    private static SocketInspection.Socket? OfTcp(int own, int descriptor)
    {
        var socket = Ask(own, descriptor) with
        {
            NoDelay = Number(own, LevelTcp, NoDelay) != 0,
            CongestionControl = Text(own, LevelTcp, CongestionControl),
        };
        return socket.Listens || IsConnected(own) ? socket : null;
    }

    private static bool IsConnected(int own)
    {
        Span<byte> address = stackalloc byte[LongestAddress];
        var length = address.Length;
        return GetPeerName(own, address, ref length) == 0;
    }

    private static SocketInspection.Socket Ask(int own, int descriptor) =>
        new(
            descriptor,
            Listens: Number(own, LevelSocket, AcceptsConnections) == 1,
            NoDelay: null,
            Number(own, LevelSocket, ReceiveBuffer) ?? 0,
            Number(own, LevelSocket, SendBuffer) ?? 0,
            CongestionControl: null
        );

    private static int? Number(int socket, int level, int option)
    {
        Span<byte> value = stackalloc byte[sizeof(int)];
        var length = value.Length;
        return GetOption(socket, level, option, value, ref length) == 0 ? BitConverter.ToInt32(value) : null;
    }

    private static string? Text(int socket, int level, int option)
    {
        Span<byte> value = stackalloc byte[LongestControlName];
        var length = value.Length;
        return GetOption(socket, level, option, value, ref length) == 0
            ? Encoding.ASCII.GetString(value[..length]).TrimEnd('\0')
            : null;
    }

    private static UnauthorizedAccessException Refused(int pid) =>
        new(
            $"the sockets of process {pid} can't be looked at: {new Win32Exception().Message}; the kernel has to allow "
                + "pidfd_getfd (Linux 5.6; kernel.yama.ptrace_scope at most 1; in a container --cap-add SYS_PTRACE)"
        );

    [LibraryImport("libc", EntryPoint = "syscall", SetLastError = true)]
    private static partial long Call(long number, long first, long second, long third);

    [LibraryImport("libc", EntryPoint = "getsockopt", SetLastError = true)]
    private static partial int GetOption(int socket, int level, int option, Span<byte> value, ref int length);

    [LibraryImport("libc", EntryPoint = "getpeername", SetLastError = true)]
    private static partial int GetPeerName(int socket, Span<byte> address, ref int length);

    [LibraryImport("libc", EntryPoint = "close")]
    private static partial int Close(int descriptor);
}
