using System.Buffers.Binary;
using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Text;

namespace Pingmark.EndToEndTests.Harness;

/// <summary>From where on a server says nothing more.</summary>
public enum Silence
{
    Never,

    /// <summary>It does not even take a connection.</summary>
    Connection,
    Greeting,
    Handshake,
    Login,
}

/// <summary>A port of loopback before the Unix socket of a PostgreSQL: it speaks TLS in its place, falls silent, and
/// cuts answers off.</summary>
internal sealed class DatabaseDoor : IDisposable
{
    private const int HeaderBytes = 8,
        EncryptionRequest = 80877103;

    private static readonly X509Certificate2 Certificate = SelfSigned();

    private readonly SocketServer _server;
    private readonly TestDatabase? _database;
    private int _taken,
        _encrypted,
        _inClear;

    /// <param name="database">Where it leads to; null: nowhere.</param>
    /// <param name="address">Of loopback; 127.0.0.1 when null.</param>
    public DatabaseDoor(TestDatabase? database, IPAddress? address = null, Silence silentFrom = Silence.Never)
    {
        _database = database;
        SilentFrom = silentFrom;
        var backlog = silentFrom == Silence.Connection ? 0 : 16;
        _server = new(address ?? IPAddress.Loopback, isStream: true, Take, backlog);
    }

    public int Port => _server.EndPoint.Port;

    public bool SpeaksTls { get; init; }

    public Silence SilentFrom { get; }

    /// <summary>The answer to the first statement with these words is cut off, and the connection with it.</summary>
    public string? CutsAnswerTo { get; init; }

    /// <summary>Connections; logins by what they came through.</summary>
    public int Taken => Volatile.Read(ref _taken);
    public int Encrypted => Volatile.Read(ref _encrypted);
    public int InClear => Volatile.Read(ref _inClear);

    public string Url(string user, string host = "127.0.0.1", string options = "") =>
        $"postgres://{user}@{host}:{Port}/{_database?.Name ?? "nowhere"}{options}";

    private static X509Certificate2 SelfSigned()
    {
        using var key = RSA.Create(2048);
        var request = new CertificateRequest("CN=door", key, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1);
        return request.CreateSelfSigned(DateTimeOffset.UtcNow.AddDays(-1), DateTimeOffset.UtcNow.AddDays(1));
    }

    private void Take(Socket client)
    {
        Interlocked.Increment(ref _taken);
        Serve(client);
        // What it says nothing to stays open, until the test closes it.
        if (SilentFrom != Silence.Never)
            client.Poll(-1, SelectMode.SelectError);
    }

    private void Serve(Socket client)
    {
        if (SilentFrom == Silence.Greeting)
            return;
        Stream near = new NetworkStream(client);
        var header = new byte[HeaderBytes];
        try
        {
            near.ReadExactly(header);
            var isEncrypted = false;
            if (BinaryPrimitives.ReadInt32BigEndian(header.AsSpan(4)) == EncryptionRequest)
            {
                near.WriteByte(SpeaksTls ? (byte)'S' : (byte)'N');
                if (SilentFrom == Silence.Handshake)
                    return;
                if (SpeaksTls)
                {
                    var encrypted = new SslStream(near);
                    encrypted.AuthenticateAsServer(Certificate);
                    (near, isEncrypted) = (encrypted, true);
                }
                near.ReadExactly(header);
            }
            Interlocked.Increment(ref isEncrypted ? ref _encrypted : ref _inClear);
            if (SilentFrom != Silence.Login)
                Relay(client, near, header);
        }
        catch (Exception e) when (e is IOException or System.Security.Authentication.AuthenticationException)
        { /* The client went away, which some are to do. */
        }
    }

    private void Relay(Socket client, Stream near, byte[] first)
    {
        var server = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        server.Connect(new UnixDomainSocketEndPoint(_database!.Socket));
        var far = new NetworkStream(server);
        far.Write(first);
        var isCut = false;
        SocketThread.Start(() =>
        {
            Copy(
                near,
                far,
                asked =>
                {
                    if (
                        CutsAnswerTo is { } words
                        && Encoding.UTF8.GetString(asked).Contains(words, StringComparison.Ordinal)
                    )
                        Volatile.Write(ref isCut, true);
                    return asked.Length;
                }
            );
            server.Dispose();
        });
        Copy(
            far,
            near,
            answer =>
            {
                // Half of it, and no more.
                if (!Volatile.Read(ref isCut))
                    return answer.Length;
                client.Shutdown(SocketShutdown.Receive);
                return answer.Length / 2;
            }
        );
    }

    private delegate int Passed(ReadOnlySpan<byte> bytes);

    /// <param name="passed">How many of some bytes go on; fewer are the last.</param>
    private static void Copy(Stream from, Stream to, Passed passed)
    {
        try
        {
            var buffer = new byte[64 << 10];
            while (from.Read(buffer) is > 0 and var count)
            {
                var passing = passed(buffer.AsSpan(0, count));
                to.Write(buffer.AsSpan(0, passing));
                if (passing < count)
                    return;
            }
        }
        catch (Exception e) when (e is IOException or ObjectDisposedException)
        { /* One side went away, and with it the other. */
        }
    }

    public void Dispose() => _server.Dispose();
}
