using System.Runtime.InteropServices;

namespace Pingmark.Worker.Kit;

/// <summary>Waits for many sockets on one thread, at the cost of those that are ready. Socket.Select looks at all of
/// them and allocates for each.</summary>
public sealed unsafe partial class Epoll : IDisposable
{
    /// <summary>That one wait can tell of.</summary>
    public const int MostEvents = 256;

    private const int CloseOnExec = 0x80000,
        Add = 1,
        Interrupted = 4;
    private const uint Readable = 1,
        Failed = 8;

    /// <summary>struct epoll_event is packed on x64 only: 32 bits of events, and 64 of the caller's at its
    /// end.</summary>
    private static readonly int EventBytes = RuntimeInformation.ProcessArchitecture == Architecture.X64 ? 12 : 16;

    [LibraryImport("libc", EntryPoint = "epoll_create1", SetLastError = true)]
    private static partial int Create(int flags);

    [LibraryImport("libc", EntryPoint = "epoll_ctl", SetLastError = true)]
    private static partial int Control(int epoll, int operation, int socket, byte* change);

    [LibraryImport("libc", EntryPoint = "epoll_wait", SetLastError = true)]
    private static partial int Wait(int epoll, byte* events, int most, int timeoutMs);

    [LibraryImport("libc", EntryPoint = "close")]
    private static partial int Close(int file);

    private readonly int _epoll = Checked(Create(CloseOnExec));
    private readonly NativeBuffer _events = new(MostEvents * EventBytes);

    /// <param name="index">What <see cref="Ready"/> tells of this socket.</param>
    public void Watch(nint socket, int index)
    {
        var change = stackalloc byte[EventBytes];
        *(uint*)change = Readable;
        *(ulong*)(change + EventBytes - sizeof(ulong)) = (ulong)index;
        _ = Checked(Control(_epoll, Add, (int)socket, change));
    }

    /// <returns>How many sockets can be read from, after at most so long. More than one call tells of, the next one
    /// does.</returns>
    public int Wait(int timeoutMs)
    {
        fixed (byte* events = _events.GetSpan())
        {
            var ready = Wait(_epoll, events, MostEvents, timeoutMs);
            return ready < 0 && Marshal.GetLastPInvokeError() == Interrupted ? 0 : Checked(ready);
        }
    }

    public int Ready(int position) =>
        BitConverter.ToInt32(_events.GetSpan()[((position + 1) * EventBytes - sizeof(ulong))..]);

    /// <summary>Nobody listens at the other end, or it can't be reached.</summary>
    public bool HasFailed(int position) =>
        (BitConverter.ToUInt32(_events.GetSpan()[(position * EventBytes)..]) & Failed) != 0;

    private static int Checked(int result) =>
        result >= 0 ? result : throw new WorkerException($"epoll: {Marshal.GetLastPInvokeErrorMessage()}");

    public void Dispose()
    {
        _ = Close(_epoll);
        ((IDisposable)_events).Dispose();
    }
}
