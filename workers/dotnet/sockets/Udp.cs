using System.Net;
using System.Net.Sockets;
using System.Runtime.InteropServices;
using Pingmark.Worker.Kit;

namespace Pingmark.Worker.Sockets;

/// <summary>Datagrams and blocking calls: the server has one socket and one thread for all, the client a thread per
/// connection.</summary>
internal sealed class Udp : IStack
{
    private const int LargestDatagram = 65_536;

    public StackDescription Description { get; } =
        new(
            "dotnet/udp",
            "blocking Socket.ReceiveFrom and SendTo; the server has one socket for all",
            IsStream: false,
            Spins: false,
            "server: one thread; client: one thread per connection",
            StackDescription.MemoryBound
        )
        {
            TakesOneWay = true,
            SendsUnasked = true,
        };

    public Listening Listen(ListenPlan plan, Server server)
    {
        var socket = Kit.Sockets.BoundUdp(plan);
        if (plan.IsAtAnyAddress)
            AnyAddress.Serve(socket, plan, server);
        else
            Serve(socket, plan, server);
        return Kit.Sockets.Describe(socket);
    }

    private static void Serve(Socket socket, ListenPlan plan, Server server)
    {
        var echo = new DatagramEcho(plan.Token, server, sendsUnasked: true);
        new Thread(() => Serve(socket, echo)) { IsBackground = true, Name = "serve" }.Start();
    }

    private static void Serve(Socket socket, DatagramEcho echo)
    {
        var buffer = new byte[LargestDatagram];
        var from = new SocketAddress(socket.AddressFamily);
        var handle = socket.Handle;
        SendTo send = (datagram, in to) => DatagramCalls.Send(handle, datagram, in to, to.Length);
        while (true)
            try
            {
                echo.SendDue(send);
                if (echo.WaitNs is var waitNs and not Ticker.Never && !Readiness.Await(handle, waitNs))
                    continue;
                var received = socket.ReceiveFrom(buffer, SocketFlags.None, from);
                var peer = PeerOf(from);
                var answer = echo.Answer(buffer.AsSpan(0, received), in peer);
                if (!answer.IsEmpty)
                    socket.SendTo(answer, SocketFlags.None, from);
            }
            catch (SocketException)
            {
                // What can't be sent is lost, like any datagram; the client counts it.
            }
    }

    private static Peer PeerOf(SocketAddress from)
    {
        var peer = default(Peer);
        from.Buffer.Span[..from.Size].CopyTo(MemoryMarshal.AsBytes(new Span<Peer>(ref peer)));
        return peer;
    }

    public EffectiveOptions Connect(Client client)
    {
        EffectiveOptions? options = null;
        for (var i = 0; i < client.Plan.Connections; i++)
        {
            var socket = client.Handshakes.OpenDatagrams();
            options ??= SocketOptions.ReadBack(socket);
            BlockingReceive.Prepare(socket);
            var lane = client.NewLane();
            var connection = lane.AddDatagrams(new SocketSender(socket));
            lane.OnMeasure(() => Measure(lane, connection, socket));
        }
        return options!;
    }

    private static void Measure(Lane lane, DatagramConnection<SocketSender> connection, Socket socket)
    {
        var handle = socket.Handle;
        var link = new SocketLink(socket);
        while (lane.IsRunning)
        {
            var received = BlockingReceive.Once(lane, link, handle, connection.ReceiveSpan, out var error);
            connection.Received(received, error);
            lane.EndPass();
        }
    }
}
