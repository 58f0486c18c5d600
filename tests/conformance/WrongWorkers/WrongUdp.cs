using System.Net;
using System.Net.Sockets;
using Pingmark.Worker.Kit;

namespace Pingmark.WrongWorkers;

/// <summary>A server of datagrams that is right at one address. At a wildcard address it lets the kernel choose from
/// where an answer leaves.</summary>
internal sealed class WrongUdp : IStack
{
    public const string Fault = "answers-from-the-route";

    private const int LargestDatagram = 65_536;

    public StackDescription Description { get; } =
        new(
            "wrong/udp",
            $"one socket for all; fault: {Fault}",
            IsStream: false,
            Spins: false,
            "one thread",
            StackDescription.MemoryBound
        )
        {
            HasClient = false,
        };

    public Listening Listen(ListenPlan plan, Server server)
    {
        var socket = Sockets.BoundUdp(plan);
        var echo = new DatagramEcho(plan.Token, server);
        new Thread(() => Serve(socket, echo)) { IsBackground = true }.Start();
        return Sockets.Describe(socket);
    }

    private static void Serve(Socket socket, DatagramEcho echo)
    {
        var buffer = new byte[LargestDatagram];
        while (true)
        {
            EndPoint from = new IPEndPoint(
                socket.AddressFamily == AddressFamily.InterNetwork ? IPAddress.Any : IPAddress.IPv6Any,
                0
            );
            var received = socket.ReceiveFrom(buffer, ref from);
            var answer = echo.Answer(buffer.AsSpan(0, received), Peer.Of((IPEndPoint)from));
            if (!answer.IsEmpty)
                socket.SendTo(answer, from);
        }
    }

    public EffectiveOptions Connect(Client client) => throw new UnsupportedException("it is a server alone");
}
