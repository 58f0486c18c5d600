using System.Net.Sockets;
using System.Security.Authentication;
using NetCoreServer;
using Pingmark.Worker.Kit;

namespace Pingmark.Worker.NetCoreServerStacks;

/// <summary>SslServer, SslSession and SslClient.</summary>
internal sealed class SslStack : IStack
{
    /// <summary>Of a TLS 1.3 record: header, content type, tag.</summary>
    private const int RecordBytes = 5 + 1 + 16;

    public StackDescription Description { get; } =
        new(
            "dotnet/netcoreserver-ssl",
            "NetCoreServer's SslServer and SslClient, TLS 1.3",
            IsStream: true,
            Spins: false,
            "callbacks on the thread pool",
            StackDescription.MemoryBound
        )
        {
            Transport = "tls",
            IsTls = true,
        };

    public Listening Listen(ListenPlan plan, Server server)
    {
        var server = new Server(plan, counts);
        server.Start();
        return Kit.Sockets.Describe(server.Acceptor!);
    }

    public EffectiveOptions Connect(Client client)
    {
        // The certificate is made anew for each run, so the client can't know it and takes any: TLS is here for its
        // cost. The run's token tells who is who, on both sides
        // of a test network; it is no protection from somebody in between.
        var context = new SslContext { CertificateValidationCallback = (_, _, _, _) => true };
        var clients = new Client[client.Plan.Connections];
        for (var i = 0; i < clients.Length; i++)
        {
            clients[i] = client.Handshakes.Owns(new Client(session, context));
            clients[i].ConnectAsync();
        }
        client.Handshakes.Await();
        return SocketOptions.ReadBack(clients[0].Socket);
    }

    private sealed class Server : SslServer
    {
        private readonly ListenPlan _plan;
        private readonly ServerCounts _counts;
        private readonly Shortage _shortage = new();

        public Server(ListenPlan plan, Server server)
            : base(new SslContext(SslProtocols.Tls13, RunCertificate.Make()), plan.Address)
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
        protected override void OnConnected(SslClient client) => _shortage.AwaitRoom();

        /// <summary>It tries again at once, and a call deeper on the stack each time.</summary>
        protected override void OnError(SocketError error)
        {
            _shortage.Pause(Kit.Sockets.Reason(error));
            _shortage.AwaitRoom();
        }

        protected override SslSession CreateSession() => new Peer(this, _plan.Token, _counts);
    }

    private sealed class Peer : SslSession
    {
        private readonly StreamPeer _peer;

        public Peer(SslServer server, Token? token, Server server)
            : base(server)
        {
            _peer = new StreamPeer(token, counts, SendAsync, Disconnect);
            OptionSendBufferLimit = StreamSockets.MostUnread;
        }

        protected override void OnReceived(byte[] buffer, long offset, long size) =>
            _peer.Arrived(buffer.AsSpan((int)offset, (int)size));

        protected override void OnDisconnected() => _peer.Ended();
    }

    private sealed class Client : SslClient
    {
        private readonly SocketOptions _options;
        private readonly StreamConnection _connection;

        public Client(Client client, SslContext context)
            : base(context, client.Plan.Address)
        {
            _options = client.Plan.Options;
            _connection = new StreamConnection(session, SendAsync);
            OptionNoDelay = StreamSockets.NoDelay(_options);
        }

        protected override Socket CreateSocket() => StreamSockets.Optioned(base.CreateSocket(), _options);

        protected override void OnHandshaked() => _connection.Connected();

        protected override void OnReceived(byte[] buffer, long offset, long size) =>
            _connection.Arrived(buffer.AsSpan((int)offset, (int)size));

        protected override void OnDisconnected() => _connection.Ended(StreamConnection.EndReason);
    }
}
