using System.Net.Security;
using System.Net.Sockets;
using System.Security.Authentication;
using System.Security.Cryptography;

namespace Pingmark.Conformance.Peers;

/// <summary>A connection of a byte stream: over TCP, by TLS, in the bodies of HTTP, or in calls of gRPC.</summary>
/// <param name="certificate">The SHA-256 of the one that the server must show; null where it has no TLS.</param>
internal sealed class RawStreamClient(Socket socket, RawWire wire, string? certificate = null) : RawClient(socket)
{
    private readonly Stream _plain = wire switch
    {
        RawWire.Bodies => BodyStream.OfClient(new(socket)),
        RawWire.Calls => new CallStream(new(socket)),
        _ => new NetworkStream(socket),
    };
    private SslStream? _secured;

    public override Task SendAsync(byte[] body) => WriteAsync(Frames.Frame(body));

    /// <summary>Writes bytes as they are, whole frames or not.</summary>
    /// <param name="pieceBytes">How many at a time.</param>
    public Task WriteAsync(ReadOnlyMemory<byte> bytes, int pieceBytes = int.MaxValue) =>
        Expect.InTimeAsync(
            async cancel => await Frames.WriteAsync(await StreamAsync(cancel), bytes, pieceBytes, cancel),
            ("a server that receives", $"{bytes.Length} bytes not taken")
        );

    public async Task<byte[]> ReadExactlyAsync(int bytes)
    {
        var buffer = new byte[bytes];
        await Expect.InTimeAsync(
            async cancel => await (await StreamAsync(cancel)).ReadExactlyAsync(buffer, cancel),
            ($"{bytes} bytes back", "fewer")
        );
        return buffer;
    }

    protected override async Task<byte[]?> ReceiveOrEndAsync(CancellationToken cancel) =>
        await Frames.ReadAsync(await StreamAsync(cancel), cancel);

    private async ValueTask<Stream> StreamAsync(CancellationToken cancel) =>
        certificate is null ? _plain : _secured ??= await SecuredAsync(certificate, cancel);

    private async Task<SslStream> SecuredAsync(string expected, CancellationToken cancel)
    {
        var secured = new SslStream(_plain);
        var options = new SslClientAuthenticationOptions
        {
            TargetHost = "pingmark",
            EnabledSslProtocols = SslProtocols.Tls13,
            RemoteCertificateValidationCallback = (_, shown, _, _) =>
                shown is not null && Convert.ToHexStringLower(SHA256.HashData(shown.GetRawCertData())) == expected,
        };
        try
        {
            await secured.AuthenticateAsClientAsync(options, cancel);
        }
        catch (Exception e) when (e is AuthenticationException or IOException)
        {
            throw new CaseFailure("TLS 1.3 with the certificate that listen told", e.Message);
        }
        return secured;
    }
}
