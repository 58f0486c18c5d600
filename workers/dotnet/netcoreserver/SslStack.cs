using System.Net.Sockets;
using System.Security.Authentication;
using System.Security.Cryptography.X509Certificates;
using NetCoreServer;
using Pingmark.Worker.Callbacks;
using Pingmark.Worker.Kit;

namespace Pingmark.Worker.NetCoreServerStacks;

/// <summary>SslServer, SslSession and SslClient.</summary>
internal sealed class SslStack : IStack
{
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
            Transport = Transport.Tls,
            KeepsTimes = false,
        };

    public Listening Listen(ListenPlan plan, Server server)
    {
        var serving = new StreamServing(plan, server);
        var certificate = RunCertificate.Make();
        new Listener(serving, certificate).Start();
        return Kit.Sockets.Describe(serving.Acceptor!) with { Certificate = RunCertificate.Fingerprint(certificate) };
    }

    public EffectiveOptions Connect(Client client)
    {
        var context = new SslContext
        {
            CertificateValidationCallback = (_, shown, _, _) =>
            {
                var reason = RunCertificate.WhyNot(client.Plan, shown);
                if (reason is not null)
                    client.Handshakes.Fail(reason);
                return reason is null;
            },
        };
        return StreamClients.Connect(
            client,
            () => new Opened(client, context),
            opened => opened.ConnectAsync(),
            opened => opened.Socket
        );
    }

    private sealed class Opened : SslClient
    {
        private readonly SocketOptions _options;
        private readonly CallbackConnection _connection;

        public Opened(Client client, SslContext context)
            : base(context, client.Plan.Address)
        {
            _options = client.Plan.Options;
            _connection = new CallbackConnection(client, isStream: true, SendAsync);
            OptionNoDelay = StreamClients.NoDelay(_options);
        }

        protected override Socket CreateSocket() => StreamClients.Optioned(base.CreateSocket(), _options);

        protected override void OnHandshaked() => _connection.Connected();

        protected override void OnReceived(byte[] buffer, long offset, long size) =>
            _connection.Arrived(buffer.AsSpan((int)offset, (int)size));

        protected override void OnDisconnected() => _connection.Ended(StreamClients.EndReason);
    }

    private sealed class Accepted : SslSession
    {
        private readonly StreamPeer _peer;

        public Accepted(SslServer server, StreamServing serving)
            : base(server)
        {
            _peer = serving.Accepted(SendAsync, Disconnect, () => Socket?.RemoteEndPoint);
            OptionSendBufferLimit = StreamServing.MostUnread;
        }

        protected override void OnReceived(byte[] buffer, long offset, long size) =>
            _peer.Arrived(buffer.AsSpan((int)offset, (int)size));

        protected override void OnDisconnected() => _peer.Ended();
    }

    private sealed class Listener : SslServer
    {
        private readonly StreamServing _serving;

        public Listener(StreamServing serving, X509Certificate2 certificate)
            : base(new SslContext(SslProtocols.Tls13, certificate), serving.Address)
        {
            _serving = serving;
            // Else a port that is in use would be shared, without an error.
            OptionExclusiveAddressUse = true;
            OptionAcceptorBacklog = StreamServing.Backlog;
            OptionNoDelay = serving.NoDelay;
        }

        protected override Socket CreateSocket() => _serving.Created(base.CreateSocket());

        protected override void OnConnected(SslSession session) => _serving.AwaitRoom();

        protected override void OnError(SocketError error) => _serving.Failed(error);

        protected override SslSession CreateSession() => new Accepted(this, _serving);
    }
}
