using System.Net.Sockets;
using System.Runtime.InteropServices;

namespace Pingmark.Worker.ENet;

/// <summary>Waits for many sockets: .NET's own Select allocates at every call and looks at each of them.</summary>
internal sealed unsafe partial class Epoll
{
    private const int MostReady = 256;
    private const int Add = 1;
    private const uint Readable = 1;

    /// <summary>struct epoll_event is packed on x86 and nowhere else.</summary>
    private static readonly int UserAt = RuntimeInformation.ProcessArchitecture is Architecture.X64 or Architecture.X86 ? 4 : 8;
    private static readonly int EventBytes = UserAt + sizeof(long);

    private readonly int _epoll = Create(0);
    private readonly byte* _ready = (byte*)NativeMemory.AllocZeroed(MostReady, (nuint)EventBytes);

    /// <param name="number">What <see cref="Ready"/> calls it.</param>
    public void Watch(int socket, int number)
    {
        var wanted = stackalloc byte[EventBytes];
        *(uint*)wanted = Readable;
        *(long*)(wanted + UserAt) = number;
        if (Control(_epoll, Add, socket, wanted) != 0)
            throw new SocketException(Marshal.GetLastPInvokeError());
    }

    /// <returns>How many can be received from; none after so long, or when a signal interrupts.</returns>
    public int Wait(int ms) => Math.Max(0, Wait(_epoll, _ready, MostReady, ms));

    public int Ready(int index) => (int)*(long*)(_ready + index * EventBytes + UserAt);

    [LibraryImport("libc", EntryPoint = "epoll_create1")]
    private static partial int Create(int flags);

    [LibraryImport("libc", EntryPoint = "epoll_ctl", SetLastError = true)]
    private static partial int Control(int epoll, int operation, int socket, byte* wanted);

    [LibraryImport("libc", EntryPoint = "epoll_wait")]
    private static partial int Wait(int epoll, byte* ready, int most, int ms);
}
