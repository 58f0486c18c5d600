using System.Net.Security;
using Pingmark.Worker.Kit;

namespace Pingmark.Worker.Sockets;

/// <summary>SslStream over TCP; else as <see cref="TcpThreads"/>.</summary>
internal sealed class Tls : IStack
{
    public StackDescription Description { get; } =
        new(
            "dotnet/tls",
            "TLS 1.3 over TCP, thread per connection, SslStream",
            IsStream: true,
            Spins: false,
            "one thread per connection on both sides",
            StackDescription.BufferBound
        )
        {
            Transport = Transport.Tls,
        };

    public Listening Listen(ListenPlan plan, Server server)
    {
        var certificate = RunCertificate.Make();
        var context = SslStreamCertificateContext.Create(certificate, null, offline: true);
        return ConnectionThreads<TlsLink>.Listen(plan, server, socket => TlsLink.Accept(socket, context)) with
        {
            Certificate = RunCertificate.Fingerprint(certificate),
        };
    }

    public EffectiveOptions Connect(Client client) =>
        ConnectionThreads<TlsLink>.Connect(
            client,
            () => client.Handshakes.OpenStream(socket => TlsLink.Connect(socket, client))
        );
}
