using System.Security.Cryptography;

namespace Pingmark.Worker.Kit;

/// <summary>The run's 128-bit token and the hello that carries it.</summary>
public sealed class Token
{
    /// <summary>PMK1 and the token.</summary>
    public const int HelloBytes = 20;

    /// <summary>With how many messages are acknowledged together, where they go one way.</summary>
    public const int OneWayHelloBytes = HelloBytes + sizeof(int);

    /// <summary>With how often a second a snapshot is to come, and of how many bytes.</summary>
    public const int TickHelloBytes = HelloBytes + 2 * sizeof(int);
    public static ReadOnlySpan<byte> Answer => "PMOK"u8;

    private readonly byte[] _hello = new byte[HelloBytes];

    private Token(byte[] token)
    {
        "PMK1"u8.CopyTo(_hello);
        token.CopyTo(_hello, 4);
    }

    public ReadOnlySpan<byte> Hello => _hello;

    /// <summary>Compares in constant time: how long it takes must not tell how much was right.</summary>
    public bool IsHello(ReadOnlySpan<byte> body) =>
        body.Length == HelloBytes && CryptographicOperations.FixedTimeEquals(body, _hello);

    /// <returns>Null when the request is plain.</returns>
    internal static Token? Read(Request request)
    {
        if (request.Flag("plain", false))
            return request.Has("token") ? throw new UnsupportedException("plain has no token") : null;
        var hex = request.Text("token");
        return hex.Length == 32 && hex.All(char.IsAsciiHexDigit)
            ? new Token(Convert.FromHexString(hex))
            : throw new WorkerException("token must be 32 hex digits");
    }
}
