using System.Collections.Concurrent;
using System.Net.Sockets;
using Pingmark.Worker.Kit;

namespace Pingmark.Worker.WebSockets;

/// <summary>WebSocket over TCP, as .NET has it: Kestrel's server and ClientWebSocket. A binary message for each of
/// ours, in a frame of its own, and no compression.</summary>
internal sealed class WebSocketStack : IStack
{
    /// <summary>Over TCP, whose options its sockets have.</summary>
    private static readonly Transport WebSocket = new("websocket", IsTcp: true);

    public StackDescription Description { get; } =
        new(
            "dotnet/websocket",
            "Kestrel and ClientWebSocket: a binary message in a frame, without compression",
            IsStream: false,
            Spins: false,
            "thread pool, one flow of control per connection on both sides",
            StackDescription.MemoryBound
        )
        {
            Transport = WebSocket,
            IsReliable = true,
            IsUnreliable = false,
            MaxMessageBytes = Constants.MaxBodyBytes,
            // To cancel a receive ends the connection.
            KeepsTimes = false,
        };

    public Listening Listen(ListenPlan plan, Server server)
    {
        var listener = Kit.Sockets.ListeningStream(plan);
        Serving.Start(listener, plan, server);
        return Kit.Sockets.Describe(listener);
    }

    public EffectiveOptions Connect(Client client)
    {
        var sockets = new ConcurrentQueue<Socket>();
        var opener = client.Handshakes.Owns(Opener.Of(client.Plan, sockets.Enqueue));
        for (var i = 0; i < client.Plan.Connections; i++)
            client.Handshakes.Owns(new Opened(client)).Start(opener);
        client.Handshakes.Await();
        return SocketOptions.ReadBack(sockets.First());
    }
}
