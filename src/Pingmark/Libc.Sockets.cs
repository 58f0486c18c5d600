using System.Runtime.InteropServices;

namespace Pingmark;

/// <summary>A descriptor and the events that poll(2) waits for.</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct PollEntry
{
    public const short Readable = 1,
        Writable = 4;

    /// <summary>The events of an error, or of the other end's close.</summary>
    public const short Ended = 0x18;

    public int Fd;
    public short Events;
    public short Returned;
}

/// <summary>Sockets that never wait, a wait that ends on time, and devices, for impaired networks.</summary>
public static partial class Libc
{
    private const int DontWait = 0x40,
        NoSignal = 0x4000;

    private const int SetTimerSlack = 29,
        FirstInFirstOut = 1,
        SendingSide = 1;

    /// <summary>The size that holds an address of any family that is used here.</summary>
    internal const int AddressBytes = 28;

    /// <summary>Opens a device; returns its descriptor, or -1.</summary>
    internal static int OpenDevice(string path) => OpenDescriptor(path, ReadWrite | NonBlocking | CloseOnExec);

    /// <summary>Makes a descriptor by which one thread wakes up another one that polls it.</summary>
    internal static int NewWakeUp() => EventFd(0, NonBlocking | CloseOnExec);

    internal static void WakeUp(int descriptor) => Write(descriptor, BitConverter.GetBytes(1UL));

    internal static void ClearWakeUp(int descriptor) => Read(descriptor, stackalloc byte[sizeof(ulong)]);

    /// <summary>Waits until something is ready, or the time is over.</summary>
    internal static void Wait(PollEntry[] entries, int count, long ns)
    {
        if (PPoll(entries, (nuint)count, new(ns), 0) > 0)
            return;
        for (var i = 0; i < count; i++)
            entries[i].Returned = 0;
    }

    /// <summary>Makes this thread's waits end when they should, and, where that is allowed, lets it run before others
    /// on its core: the network is not to wait for those who use it.</summary>
    /// <returns>The thread's id.</returns>
    internal static int BePunctual()
    {
        _ = PrCtl(SetTimerSlack, 1, 0, 0, 0);
        _ = SetScheduler(0, FirstInFirstOut, 1);
        return GetThreadId();
    }

    internal static int Read(int fd, Span<byte> into) => (int)Read(fd, into, (nuint)into.Length);

    internal static bool Write(int fd, ReadOnlySpan<byte> bytes) =>
        Write(fd, bytes, (nuint)bytes.Length) == bytes.Length;

    internal static int Receive(int fd, Span<byte> into) => (int)Receive(fd, into, (nuint)into.Length, DontWait);

    internal static int ReceiveFrom(int fd, Span<byte> into, Span<byte> address, ref int addressLength) =>
        (int)ReceiveFrom(fd, into, (nuint)into.Length, DontWait, address, ref addressLength);

    internal static int Send(int fd, ReadOnlySpan<byte> bytes) =>
        (int)Send(fd, bytes, (nuint)bytes.Length, DontWait | NoSignal);

    internal static void SendTo(int fd, ReadOnlySpan<byte> bytes, ReadOnlySpan<byte> address) =>
        SendTo(fd, bytes, (nuint)bytes.Length, DontWait | NoSignal, address, address.Length);

    /// <summary>Tells the other end that no more comes.</summary>
    internal static void EndSending(int fd) => _ = ShutDown(fd, SendingSide);

    internal static void Close(int fd) => _ = CloseDescriptor(fd);

    /// <returns>The error as text; null if it succeeded.</returns>
    internal static string? Control(int fd, uint request, Span<byte> argument) =>
        Control(fd, (nuint)request, argument) >= 0 ? null : LastErrorText();

    [LibraryImport("libc", EntryPoint = "close")]
    private static partial int CloseDescriptor(int fd);

    [LibraryImport("libc", EntryPoint = "shutdown")]
    private static partial int ShutDown(int fd, int how);

    [LibraryImport("libc", EntryPoint = "open", StringMarshalling = StringMarshalling.Utf8, SetLastError = true)]
    private static partial int OpenDescriptor(string path, int flags);

    [LibraryImport("libc", EntryPoint = "eventfd")]
    private static partial int EventFd(uint value, int flags);

    [LibraryImport("libc", EntryPoint = "ppoll")]
    private static partial int PPoll(Span<PollEntry> entries, nuint count, in Timespec timeout, nint signals);

    [LibraryImport("libc", EntryPoint = "prctl")]
    private static partial int PrCtl(int option, nuint a, nuint b, nuint c, nuint d);

    [LibraryImport("libc", EntryPoint = "sched_setscheduler")]
    private static partial int SetScheduler(int thread, int policy, in int priority);

    [LibraryImport("libc", EntryPoint = "gettid")]
    private static partial int GetThreadId();

    [LibraryImport("libc", EntryPoint = "read")]
    private static partial nint Read(int fd, Span<byte> into, nuint length);

    [LibraryImport("libc", EntryPoint = "write")]
    private static partial nint Write(int fd, ReadOnlySpan<byte> bytes, nuint length);

    [LibraryImport("libc", EntryPoint = "recv")]
    private static partial nint Receive(int fd, Span<byte> into, nuint length, int flags);

    [LibraryImport("libc", EntryPoint = "recvfrom")]
    private static partial nint ReceiveFrom(
        int fd,
        Span<byte> into,
        nuint length,
        int flags,
        Span<byte> address,
        ref int addressLength
    );

    [LibraryImport("libc", EntryPoint = "send")]
    private static partial nint Send(int fd, ReadOnlySpan<byte> bytes, nuint length, int flags);

    [LibraryImport("libc", EntryPoint = "sendto")]
    private static partial nint SendTo(
        int fd,
        ReadOnlySpan<byte> bytes,
        nuint length,
        int flags,
        ReadOnlySpan<byte> address,
        int addressLength
    );

    [LibraryImport("libc", EntryPoint = "ioctl", SetLastError = true)]
    private static partial int Control(int fd, nuint request, Span<byte> argument);
}
