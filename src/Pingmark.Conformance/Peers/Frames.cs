using System.Buffers.Binary;
using System.Net.Sockets;

namespace Pingmark.Conformance.Peers;

/// <summary>The framing of streams: the length of the body in 4 bytes, little-endian, then the body. It also has the
/// two bodies of the hello.</summary>
public static class Frames
{
    public const int MinBody = 4,
        MaxBody = 65_536;
    public static readonly byte[] HelloAnswer = "PMOK"u8.ToArray();

    /// <param name="numbers">What it asks for besides: the part of messages that go one way, or the rate and the size
    /// of snapshots.</param>
    public static byte[] HelloOf(string token, params IEnumerable<int> numbers) =>
        [.. "PMK1"u8, .. Convert.FromHexString(token), .. numbers.SelectMany(BitConverter.GetBytes)];

    public static byte[] Frame(ReadOnlySpan<byte> body)
    {
        var frame = new byte[4 + body.Length];
        BinaryPrimitives.WriteInt32LittleEndian(frame, body.Length);
        body.CopyTo(frame.AsSpan(4));
        return frame;
    }

    /// <summary>Writes in pieces, with a pause between them so that each arrives by itself; nothing depends on the
    /// pause.</summary>
    public static async Task WriteAsync(
        Stream stream,
        ReadOnlyMemory<byte> bytes,
        int pieceBytes,
        CancellationToken cancel
    )
    {
        for (; bytes.Length > pieceBytes; bytes = bytes[pieceBytes..])
        {
            await stream.WriteAsync(bytes[..pieceBytes], cancel);
            await Task.Delay(1, cancel);
        }
        await stream.WriteAsync(bytes, cancel);
    }

    /// <summary>Reads the next body.</summary>
    /// <returns>The body; null when the stream ended, between frames or inside one.</returns>
    /// <exception cref="CaseFailure">The length is out of range.</exception>
    public static async Task<byte[]?> ReadAsync(Stream stream, CancellationToken cancel)
    {
        try
        {
            var length = new byte[4];
            await stream.ReadExactlyAsync(length, cancel);
            var bytes = BinaryPrimitives.ReadInt32LittleEndian(length);
            Expect.That(bytes is >= MinBody and <= MaxBody, $"a frame of {MinBody} to {MaxBody} bytes", $"of {bytes}");
            var body = new byte[bytes];
            await stream.ReadExactlyAsync(body, cancel);
            return body;
        }
        catch (IOException e)
            when (e is EndOfStreamException
                || e.InnerException
                    is SocketException { SocketErrorCode: SocketError.ConnectionReset or SocketError.OperationAborted }
            )
        {
            return null;
        }
    }
}
