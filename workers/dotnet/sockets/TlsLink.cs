using System.Net.Security;
using System.Net.Sockets;
using System.Runtime.CompilerServices;
using System.Security.Authentication;
using System.Security.Cryptography.X509Certificates;
using Pingmark.Worker.Kit;

namespace Pingmark.Worker.Sockets;

/// <summary>TLS 1.3 on a socket whose calls block.</summary>
/// <param name="stream">Hands over all that it holds, as far as there is room.</param>
/// <param name="filled">There was no room for more than the last receive brought.</param>
internal readonly struct TlsLink(SslStream stream, StrongBox<bool> filled) : ILink
{
    public bool HasBufferedBytes => filled.Value;

    public static TlsLink Accept(Socket socket, SslStreamCertificateContext certificate)
    {
        var stream = new SslStream(new NetworkStream(socket));
        stream.AuthenticateAsServer(
            new SslServerAuthenticationOptions
            {
                ServerCertificateContext = certificate,
                EnabledSslProtocols = SslProtocols.Tls13,
                // Nobody resumes a session.
                AllowTlsResume = false,
            }
        );
        return new(stream, new());
    }

    public static TlsLink Connect(Socket socket, Client client)
    {
        string? reason = null;
        var stream = client.Handshakes.Owns(new SslStream(new NetworkStream(socket)));
        try
        {
            stream.AuthenticateAsClient(
                new SslClientAuthenticationOptions
                {
                    TargetHost = client.Plan.Where.Host,
                    EnabledSslProtocols = SslProtocols.Tls13,
                    RemoteCertificateValidationCallback = (_, shown, _, _) =>
                        (reason = RunCertificate.WhyNot(client.Plan, shown)) is null,
                }
            );
        }
        catch (Exception e) when (e is AuthenticationException or IOException)
        {
            throw new WorkerException($"connect {client.Plan.Where}: {reason ?? e.Message}");
        }
        return new(stream, new());
    }

    public int Receive(Span<byte> bytes, out SocketError error)
    {
        try
        {
            error = SocketError.Success;
            var received = stream.Read(bytes);
            filled.Value = received == bytes.Length;
            return received;
        }
        catch (IOException e)
        {
            filled.Value = false;
            error = ErrorOf(e);
            return 0;
        }
    }

    public SocketError Send(ReadOnlySpan<byte> bytes, out int sentBytes)
    {
        sentBytes = 0;
        try
        {
            stream.Write(bytes);
            sentBytes = bytes.Length;
            return SocketError.Success;
        }
        catch (IOException e)
        {
            return ErrorOf(e);
        }
    }

    public void Flush()
    {
        // Each write is sent.
    }

    private static SocketError ErrorOf(IOException e) =>
        e.InnerException is SocketException socket ? socket.SocketErrorCode : SocketError.ConnectionReset;
}
