using System.Net.Sockets;
using NetCoreServer;
using Pingmark.Worker.Kit;

namespace Pingmark.Worker.NetCoreServerStacks;

/// <summary>TcpServer, TcpSession and TcpClient.</summary>
internal sealed class TcpStack : IStack
{
    public StackDescription Description { get; } =
        new(
            "dotnet/netcoreserver-tcp",
            "NetCoreServer's TcpServer and TcpClient",
            IsStream: true,
            Spins: false,
            "callbacks on the thread pool",
            StackDescription.MemoryBound
        );

    public Listening Listen(ListenPlan plan, Server server)
    {
        var server = new Server(plan, counts);
        server.Start();
        return Kit.Sockets.Describe(server.Acceptor!);
    }

    public EffectiveOptions Connect(Client client)
    {
        var clients = new Client[client.Plan.Connections];
        for (var i = 0; i < clients.Length; i++)
        {
            clients[i] = client.Handshakes.Owns(new Client(session));
            clients[i].ConnectAsync();
        }
        client.Handshakes.Await();
        return SocketOptions.ReadBack(clients[0].Socket);
    }

    private sealed class Server : TcpServer
    {
        private readonly ListenPlan _plan;
        private readonly ServerCounts _counts;
        private readonly Shortage _shortage = new();

        public Server(ListenPlan plan, Server server)
            : base(plan.Address)
        {
            _plan = plan;
            _counts = counts;
            // Else a port that is in use would be shared, without an error.
            OptionExclusiveAddressUse = true;
            OptionAcceptorBacklog = StreamSockets.Backlog;
            OptionNoDelay = StreamSockets.NoDelay(plan.Options);
        }

        public Socket? Acceptor { get; private set; }

        protected override Socket CreateSocket() =>
            Acceptor = StreamSockets.Optioned(base.CreateSocket(), _plan.Options);

        /// <summary>The library goes on accepting when this returns.</summary>
        protected override void OnConnected(TcpClient client) => _shortage.AwaitRoom();

        /// <summary>It tries again at once, and a call deeper on the stack each time.</summary>
        protected override void OnError(SocketError error)
        {
            _shortage.Pause(Kit.Sockets.Reason(error));
            _shortage.AwaitRoom();
        }

        protected override TcpSession CreateSession() => new Peer(this, _plan.Token, _counts);
    }

    private sealed class Peer : TcpSession
    {
        private readonly StreamPeer _peer;

        public Peer(TcpServer server, Token? token, Server server)
            : base(server)
        {
            _peer = new StreamPeer(token, counts, SendAsync, Disconnect);
            OptionSendBufferLimit = StreamSockets.MostUnread;
        }

        protected override void OnReceived(byte[] buffer, long offset, long size) =>
            _peer.Arrived(buffer.AsSpan((int)offset, (int)size));

        protected override void OnDisconnected() => _peer.Ended();
    }

    private sealed class Client : NetCoreServer.TcpClient
    {
        private readonly SocketOptions _options;
        private readonly StreamConnection _connection;

        public Client(Client client)
            : base(client.Plan.Address)
        {
            _options = client.Plan.Options;
            _connection = new StreamConnection(session, SendAsync);
            OptionNoDelay = StreamSockets.NoDelay(_options);
        }

        protected override Socket CreateSocket() => StreamSockets.Optioned(base.CreateSocket(), _options);

        protected override void OnConnected() => _connection.Connected();

        protected override void OnReceived(byte[] buffer, long offset, long size) =>
            _connection.Arrived(buffer.AsSpan((int)offset, (int)size));

        protected override void OnDisconnected() => _connection.Ended(StreamConnection.EndReason);
    }
}
