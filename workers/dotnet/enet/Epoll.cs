using System.Net.Sockets;
using System.Runtime.InteropServices;

namespace Pingmark.Worker.ENet;

/// <summary>Waits for many sockets: .NET's own Select allocates at every call and looks at each of them.</summary>
internal sealed unsafe partial class Epoll
{
    private const int MostReady = 256;
    private const int Add = 1;
    private const uint Readable = 1, Failed = 8;
    private const int Ip = 0, IpReceiveErrors = 11, Ip6 = 41, Ip6ReceiveErrors = 25;

    /// <summary>struct epoll_event is packed on x86 and nowhere else.</summary>
    private static readonly int UserAt = RuntimeInformation.ProcessArchitecture is Architecture.X64 or Architecture.X86 ? 4 : 8;
    private static readonly int EventBytes = UserAt + sizeof(long);

    private readonly int _epoll = Create(0);
    private readonly byte* _ready = (byte*)NativeMemory.AllocZeroed(MostReady, (nuint)EventBytes);

    /// <param name="number">What <see cref="Ready"/> calls it.</param>
    public void Watch(Socket socket, int number)
    {
        ReportRefusals(socket);
        var wanted = stackalloc byte[EventBytes];
        *(uint*)wanted = Readable;
        *(long*)(wanted + UserAt) = number;
        if (Control(_epoll, Add, (int)socket.Handle, wanted) != 0)
            throw new SocketException(Marshal.GetLastPInvokeError());
    }

    /// <summary>ENet does not connect its sockets, and the kernel tells only connected ones that nobody listens at the other end, unless it is asked to.</summary>
    private static void ReportRefusals(Socket socket)
    {
        ReadOnlySpan<byte> on = [1, 0, 0, 0];
        socket.SetRawSocketOption(Ip, IpReceiveErrors, on);
        if (socket.AddressFamily == AddressFamily.InterNetworkV6)
            socket.SetRawSocketOption(Ip6, Ip6ReceiveErrors, on);
    }

    /// <returns>How many can be received from, or have failed; none after so long, or when a signal interrupts.</returns>
    public int Wait(int ms) => Math.Max(0, Wait(_epoll, _ready, MostReady, ms));

    public int Ready(int index) => (int)*(long*)(_ready + index * EventBytes + UserAt);

    /// <summary>Nobody listens at the other end, or it can't be reached.</summary>
    public bool HasFailed(int index) => (*(uint*)(_ready + index * EventBytes) & Failed) != 0;

    [LibraryImport("libc", EntryPoint = "epoll_create1")]
    private static partial int Create(int flags);

    [LibraryImport("libc", EntryPoint = "epoll_ctl", SetLastError = true)]
    private static partial int Control(int epoll, int operation, int socket, byte* wanted);

    [LibraryImport("libc", EntryPoint = "epoll_wait")]
    private static partial int Wait(int epoll, byte* ready, int most, int ms);
}
