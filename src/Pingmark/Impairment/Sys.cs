using System.Runtime.InteropServices;
using Pingmark.Host;

namespace Pingmark.Impairment;

/// <summary>A descriptor and the events that poll(2) waits for.</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct PollEntry
{
    public const short Readable = 1,
        Writable = 4;

    /// <summary>The events that tell of an error, or that the other end has closed.</summary>
    public const short Ended = 0x18;

    public int Fd;
    public short Events;
    public short Returned;
}

/// <summary>Calls libc for the engines: sockets that never wait, a wait that ends on time, devices. Constants are those
/// of Linux.</summary>
internal static partial class Sys
{
    public const int DontWait = 0x40,
        NoSignal = 0x4000;

    /// <summary>The size that holds an address of any family that is used here.</summary>
    public const int AddressBytes = 28;

    private const int ReadWrite = 2,
        NonBlocking = 0x800,
        CloseOnExec = 0x80000;
    private const int SetTimerSlack = 29;
    private const int FirstInFirstOut = 1;

    /// <summary>Opens a device; returns its descriptor, or -1.</summary>
    public static int OpenDevice(string path) => Open(path, ReadWrite | NonBlocking | CloseOnExec);

    /// <summary>Makes a descriptor by which one thread wakes up another one that polls it.</summary>
    public static int NewWakeUp() => EventFd(0, NonBlocking | CloseOnExec);

    public static void WakeUp(int descriptor)
    {
        var one = 1UL;
        Write(descriptor, ref MemoryMarshal.AsBytes(new Span<ulong>(ref one))[0], sizeof(ulong));
    }

    public static void ClearWakeUp(int descriptor)
    {
        var count = 0UL;
        Read(descriptor, ref MemoryMarshal.AsBytes(new Span<ulong>(ref count))[0], sizeof(ulong));
    }

    /// <summary>Waits until something is ready, or the time is over.</summary>
    public static void Wait(PollEntry[] entries, int count, long ns)
    {
        var timeout = new Timespec(ns);
        if (PPoll(ref entries[0], (nuint)count, ref timeout, 0) > 0)
            return;
        for (var i = 0; i < count; i++)
            entries[i].Returned = 0;
    }

    /// <summary>Makes this thread's waits end when they should, and, where that is allowed, lets it run before others
    /// on its core: the network is not to wait for those who use it.</summary>
    /// <returns>The thread's id.</returns>
    public static int BePunctual()
    {
        _ = PrCtl(SetTimerSlack, 1, 0, 0, 0);
        var lowest = 1;
        _ = SetScheduler(0, FirstInFirstOut, ref lowest);
        return GetThreadId();
    }

    public static int Read(int fd, Span<byte> into) => (int)Read(fd, ref into[0], (nuint)into.Length);

    public static bool Write(int fd, ReadOnlySpan<byte> bytes) =>
        Write(fd, ref MemoryMarshal.GetReference(bytes), (nuint)bytes.Length) == bytes.Length;

    public static int Receive(int fd, Span<byte> into) => (int)Receive(fd, ref into[0], (nuint)into.Length, DontWait);

    public static int ReceiveFrom(int fd, Span<byte> into, Span<byte> address, ref int addressLength) =>
        (int)ReceiveFrom(fd, ref into[0], (nuint)into.Length, DontWait, ref address[0], ref addressLength);

    public static int Send(int fd, ReadOnlySpan<byte> bytes) =>
        (int)Send(fd, ref MemoryMarshal.GetReference(bytes), (nuint)bytes.Length, DontWait | NoSignal);

    public static void SendTo(int fd, ReadOnlySpan<byte> bytes, ReadOnlySpan<byte> address) =>
        SendTo(
            fd,
            ref MemoryMarshal.GetReference(bytes),
            (nuint)bytes.Length,
            DontWait | NoSignal,
            ref MemoryMarshal.GetReference(address),
            address.Length
        );

    /// <summary>Tells the other end that no more comes.</summary>
    public static void EndSending(int fd) => _ = ShutDown(fd, 1);

    public static void Close(int fd) => _ = CloseFd(fd);

    /// <returns>The error as text; null if it succeeded.</returns>
    public static string? Control(int fd, uint request, Span<byte> argument) =>
        IoCtl(fd, request, ref argument[0]) >= 0 ? null : LastError();

    public static string LastError() => Marshal.GetPInvokeErrorMessage(Marshal.GetLastPInvokeError());

    [LibraryImport("libc", EntryPoint = "close")]
    private static partial int CloseFd(int fd);

    [LibraryImport("libc", EntryPoint = "shutdown")]
    private static partial int ShutDown(int fd, int how);

    [LibraryImport("libc", EntryPoint = "open", StringMarshalling = StringMarshalling.Utf8, SetLastError = true)]
    private static partial int Open(string path, int flags);

    [LibraryImport("libc", EntryPoint = "eventfd")]
    private static partial int EventFd(uint value, int flags);

    [LibraryImport("libc", EntryPoint = "ppoll")]
    private static partial int PPoll(ref PollEntry entries, nuint count, ref Timespec timeout, nint signals);

    [LibraryImport("libc", EntryPoint = "prctl")]
    private static partial int PrCtl(int option, nuint a, nuint b, nuint c, nuint d);

    [LibraryImport("libc", EntryPoint = "sched_setscheduler")]
    private static partial int SetScheduler(int thread, int policy, ref int priority);

    [LibraryImport("libc", EntryPoint = "gettid")]
    private static partial int GetThreadId();

    [LibraryImport("libc", EntryPoint = "read")]
    private static partial nint Read(int fd, ref byte into, nuint length);

    [LibraryImport("libc", EntryPoint = "write")]
    private static partial nint Write(int fd, ref byte bytes, nuint length);

    [LibraryImport("libc", EntryPoint = "recv")]
    private static partial nint Receive(int fd, ref byte into, nuint length, int flags);

    [LibraryImport("libc", EntryPoint = "recvfrom")]
    private static partial nint ReceiveFrom(
        int fd,
        ref byte into,
        nuint length,
        int flags,
        ref byte address,
        ref int addressLength
    );

    [LibraryImport("libc", EntryPoint = "send")]
    private static partial nint Send(int fd, ref byte bytes, nuint length, int flags);

    [LibraryImport("libc", EntryPoint = "sendto")]
    private static partial nint SendTo(
        int fd,
        ref byte bytes,
        nuint length,
        int flags,
        ref byte address,
        int addressLength
    );

    [LibraryImport("libc", EntryPoint = "ioctl", SetLastError = true)]
    private static partial int IoCtl(int fd, nuint request, ref byte argument);
}
