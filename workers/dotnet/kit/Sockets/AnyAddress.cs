using System.Net.Sockets;
using System.Runtime.InteropServices;

namespace Pingmark.Worker.Kit;

/// <summary>
/// A datagram server at a wildcard address. Its socket would answer from the address of the route, and not from the one
/// that was asked. The kernel tells which that was in a control message of recvmsg; sent with the answer by sendmsg, it
/// lets the answer leave from there. System.Net.Sockets can receive it, but can't send it.
/// </summary>
public static unsafe partial class AnyAddress
{
    private const int LargestDatagram = 65_536,
        TryAgain = 11,
        Ip = 0,
        IpPacketInformation = 8,
        Ip6 = 41,
        Ip6ReceivePacketInformation = 49;

    /// <summary>Of the control message: its head, and where IPv4 and IPv6 have the number of the interface.</summary>
    private const int HeadBytes = 16,
        InterfaceOfIPv4 = HeadBytes,
        InterfaceOfIPv6 = HeadBytes + 16,
        ControlBytes = 40;

    [StructLayout(LayoutKind.Sequential)]
    private struct Part
    {
        public byte* Bytes;
        public nint Length;
    }

    [StructLayout(LayoutKind.Sequential)]
    private struct Message
    {
        public Peer* Peer;
        public uint PeerLength;
        public Part* Parts;
        public nint PartCount;
        public byte* Control;
        public nint ControlLength;
        public int Flags;
    }

    [LibraryImport("libc", EntryPoint = "recvmsg")]
    private static partial nint Receive(int socket, Message* message, int flags);

    [LibraryImport("libc", EntryPoint = "sendmsg", SetLastError = true)]
    private static partial nint Send(int socket, Message* message, int flags);

    /// <summary>Before the socket is bound.</summary>
    internal static void TellAsked(Socket socket)
    {
        ReadOnlySpan<byte> on = [1, 0, 0, 0];
        if (socket.AddressFamily == AddressFamily.InterNetworkV6)
            socket.SetRawSocketOption(Ip6, Ip6ReceivePacketInformation, on);
        else
            socket.SetRawSocketOption(Ip, IpPacketInformation, on);
    }

    /// <summary>Starts a thread that waits for datagrams, or polls where the socket does not block. It sends nothing
    /// unasked, because nobody remembers which address a peer asked.</summary>
    public static void Serve(Socket socket, ListenPlan plan, Server server)
    {
        var echo = new DatagramEcho(plan.Token, server);
        new Thread(() => Serve(socket, echo)) { IsBackground = true, Name = "serve" }.Start();
    }

    private static void Serve(Socket socket, DatagramEcho echo)
    {
        var handle = (int)socket.Handle;
        var interfaceAt = socket.AddressFamily == AddressFamily.InterNetworkV6 ? InterfaceOfIPv6 : InterfaceOfIPv4;
        var buffer = (byte*)NativeMemory.Alloc(LargestDatagram);
        var control = stackalloc byte[ControlBytes];
        while (true)
        {
            var from = default(Peer);
            var part = new Part { Bytes = buffer, Length = LargestDatagram };
            var message = new Message
            {
                Peer = &from,
                PeerLength = (uint)sizeof(Peer),
                Parts = &part,
                PartCount = 1,
                Control = control,
                ControlLength = ControlBytes,
            };
            var received = (int)Receive(handle, &message, 0);
            if (received < 0)
                continue;
            var answer = echo.Answer(new(buffer, received), in from);
            if (answer.IsEmpty)
                continue;
            // It leaves by the interface of its route, which need not be the one that the datagram came by.
            *(int*)(control + interfaceAt) = 0;
            fixed (byte* bytes = answer)
            {
                part = new() { Bytes = bytes, Length = answer.Length };
                for (
                    var tries = 0;
                    tries < Constants.FullSocketTries
                        && Send(handle, &message, 0) < 0
                        && Marshal.GetLastPInvokeError() == TryAgain;
                    tries++
                )
                    ;
            }
        }
    }
}
