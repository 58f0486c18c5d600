using System.Buffers.Binary;
using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace Pingmark.EndToEndTests.Harness;

/// <summary>A port of loopback before the Unix socket of a PostgreSQL: it speaks TLS in its place, or says
/// nothing.</summary>
internal sealed class DatabaseDoor : IDisposable
{
    private const int EncryptionRequest = 80877103;
    private static readonly X509Certificate2 Certificate = SelfSigned();

    private readonly SocketServer _server;
    private readonly TestDatabase? _database;
    private int _taken,
        _encrypted,
        _inClear;

    /// <param name="database">Where it leads to; null: it says nothing.</param>
    /// <param name="address">Of loopback; 127.0.0.1 when null.</param>
    public DatabaseDoor(TestDatabase? database, IPAddress? address = null)
    {
        _database = database;
        _server = new(address ?? IPAddress.Loopback, isStream: true, Serve);
    }

    public int Port => _server.EndPoint.Port;
    public bool SpeaksTls { get; init; }

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

    private void Serve(Socket client)
    {
        Interlocked.Increment(ref _taken);
        if (_database is null)
        {
            // What is said nothing to stays open, until the test closes it.
            client.Poll(-1, SelectMode.SelectError);
            return;
        }
        Stream near = new NetworkStream(client);
        var header = new byte[8];
        near.ReadExactly(header);
        var isEncrypted = false;
        if (BinaryPrimitives.ReadInt32BigEndian(header.AsSpan(4)) == EncryptionRequest)
        {
            near.WriteByte(SpeaksTls ? (byte)'S' : (byte)'N');
            if (SpeaksTls)
            {
                var encrypted = new SslStream(near);
                encrypted.AuthenticateAsServer(Certificate);
                (near, isEncrypted) = (encrypted, true);
            }
            near.ReadExactly(header);
        }
        Interlocked.Increment(ref isEncrypted ? ref _encrypted : ref _inClear);
        using var server = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        server.Connect(new UnixDomainSocketEndPoint(_database.Socket));
        var far = new NetworkStream(server);
        far.Write(header);
        SocketThread.Start(() => near.CopyTo(far));
        far.CopyTo(near);
    }

    public void Dispose() => _server.Dispose();
}
