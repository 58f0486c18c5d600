using System.Net;
using System.Net.Sockets;
using Pingmark.Worker.Kit;

namespace Pingmark.Worker.Sockets;

/// <summary>The same with datagrams: the server has one socket for everybody, the client one for each connection.</summary>
public sealed class UdpSpin : UdpStack
{
    private const int LargestDatagram = 65_536;

    public override StackDescription Description { get; } = new()
    {
        Id = "dotnet/udp-spin",
        About = "UDP, non-blocking Socket.ReceiveFrom and SendTo in a busy loop",
        Transport = Transport.Udp,
        Threading = "one thread",
        Spins = true,
    };

    protected override int LanesFor(int connections) => 1;

    protected override void Drive(Lane lane, Socket[] sockets) => SpinClient.Start(lane, sockets);

    protected override void Serve(Socket socket, DatagramEcho echo)
    {
        socket.Blocking = false;
        SpinThread.Start(() => Echo(socket, echo));
    }

    private static void Echo(Socket socket, DatagramEcho echo)
    {
        byte[] buffer = GC.AllocateUninitializedArray<byte>(LargestDatagram, pinned: true);
        var sender = new SocketAddress(socket.AddressFamily);
        while (true)
        {
            if (!socket.Poll(0, SelectMode.SelectRead)) continue;
            int received = socket.ReceiveFrom(buffer, SocketFlags.None, sender);
            ReadOnlySpan<byte> answer = echo.AnswerTo(buffer.AsSpan(0, received), sender);
            if (!answer.IsEmpty) socket.SendTo(answer, SocketFlags.None, sender);
        }
    }
}
