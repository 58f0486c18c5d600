using System.Net.Sockets;
using NetCoreServer;
using Pingmark.Worker.Callbacks;
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
        )
        {
            KeepsTimes = false,
        };

    public Listening Listen(ListenPlan plan, Server server)
    {
        var serving = new StreamServing(plan, server);
        new Listener(serving).Start();
        return Kit.Sockets.Describe(serving.Acceptor!);
    }

    public EffectiveOptions Connect(Client client) =>
        StreamClients.Connect(
            client,
            () => new Opened(client),
            opened => opened.ConnectAsync(),
            opened => opened.Socket
        );

    private sealed class Listener : TcpServer
    {
        private readonly StreamServing _serving;

        public Listener(StreamServing serving)
            : base(serving.Address)
        {
            _serving = serving;
            // Else a port that is in use would be shared, without an error.
            OptionExclusiveAddressUse = true;
            OptionAcceptorBacklog = StreamServing.Backlog;
            OptionNoDelay = serving.NoDelay;
        }

        protected override Socket CreateSocket() => _serving.Created(base.CreateSocket());

        protected override void OnConnected(TcpSession session) => _serving.AwaitRoom();

        protected override void OnError(SocketError error) => _serving.Failed(error);

        protected override TcpSession CreateSession() => new Accepted(this, _serving);
    }

    private sealed class Accepted : TcpSession
    {
        private readonly StreamPeer _peer;

        public Accepted(TcpServer server, StreamServing serving)
            : base(server)
        {
            _peer = serving.Accepted(SendAsync, Disconnect, () => Socket?.RemoteEndPoint);
            OptionSendBufferLimit = StreamServing.MostUnread;
        }

        protected override void OnReceived(byte[] buffer, long offset, long size) =>
            _peer.Arrived(buffer.AsSpan((int)offset, (int)size));

        protected override void OnDisconnected() => _peer.Ended();
    }

    private sealed class Opened : NetCoreServer.TcpClient
    {
        private readonly SocketOptions _options;
        private readonly CallbackConnection _connection;

        public Opened(Client client)
            : base(client.Plan.Address)
        {
            _options = client.Plan.Options;
            _connection = new CallbackConnection(client, isStream: true, SendAsync);
            OptionNoDelay = StreamClients.NoDelay(_options);
        }

        protected override Socket CreateSocket() => StreamClients.Optioned(base.CreateSocket(), _options);

        protected override void OnConnected() => _connection.Connected();

        protected override void OnReceived(byte[] buffer, long offset, long size) =>
            _connection.Arrived(buffer.AsSpan((int)offset, (int)size));

        protected override void OnDisconnected() => _connection.Ended(StreamClients.EndReason);
    }
}
