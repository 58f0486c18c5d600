using System.Buffers.Binary;
using System.Globalization;
using System.Net.Sockets;
using System.Text;

namespace Pingmark.Conformance.Peers;

/// <summary>How frames travel: as they are, or each in the body of an HTTP/1.1 request or response.</summary>
internal enum Carrier
{
    Bytes,
    HttpClient,
    HttpServer,
}

/// <summary>A stream of frames: the length of a body in 4 bytes, little-endian, then the body.</summary>
internal sealed class Frames(Stream wire, Carrier carrier) : IDisposable
{
    public const int MinBody = 4,
        MaxBody = 65_536;
    public static readonly byte[] HelloAnswer = "PMOK"u8.ToArray();

    private const int MaxLineBytes = 16 << 10;

    private readonly BufferedStream _buffered = new(wire);
    private readonly List<byte> _lengthToWrite = [];
    private long _bodyBytesToWrite,
        _httpBytesToRead;

    /// <param name="numbers">The part of messages that go one way, or the rate and the size of snapshots.</param>
    public static byte[] CreateHello(string token, params IEnumerable<int> numbers) =>
        [.. "PMK1"u8, .. Convert.FromHexString(token), .. numbers.SelectMany(BitConverter.GetBytes)];

    public static byte[] Create(ReadOnlySpan<byte> body) => [.. BitConverter.GetBytes(body.Length), .. body];

    /// <summary>Writes whole frames or parts of them, in pieces with a pause between them, so that each arrives by
    /// itself; nothing depends on the pause.</summary>
    public async Task WriteAsync(ReadOnlyMemory<byte> frames, int pieceBytes, CancellationToken cancel)
    {
        var bytes = carrier == Carrier.Bytes ? frames : InHttpBodies(frames.Span);
        for (; bytes.Length > pieceBytes; bytes = bytes[pieceBytes..])
        {
            await wire.WriteAsync(bytes[..pieceBytes], cancel);
            await Task.Delay(1, cancel);
        }
        await wire.WriteAsync(bytes, cancel);
    }

    /// <returns>The next body; null when the stream ended, between frames or inside one.</returns>
    /// <exception cref="CaseFailure">The length is out of range.</exception>
    public async Task<byte[]?> ReadAsync(CancellationToken cancel)
    {
        try
        {
            var length = new byte[4];
            await ReadExactlyAsync(length, cancel);
            var bytes = BinaryPrimitives.ReadInt32LittleEndian(length);
            Expect.That(bytes is >= MinBody and <= MaxBody, $"a frame of {MinBody} to {MaxBody} bytes", $"of {bytes}");
            var body = new byte[bytes];
            await ReadExactlyAsync(body, cancel);
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

    public async Task ReadExactlyAsync(Memory<byte> buffer, CancellationToken cancel)
    {
        while (buffer.Length > 0)
        {
            var bytes = await ReadSomeAsync(buffer, cancel);
            if (bytes == 0)
                throw new EndOfStreamException();
            buffer = buffer[bytes..];
        }
    }

    /// <returns>0 when the other side has ended the connection, also after it refused an HTTP request.</returns>
    public async Task<int> ReadSomeAsync(Memory<byte> buffer, CancellationToken cancel)
    {
        if (carrier == Carrier.Bytes)
            return await wire.ReadAsync(buffer, cancel);
        while (_httpBytesToRead == 0)
            if (!await ReadHeadAsync(cancel))
                return 0;
        var bytes = await _buffered.ReadAsync(buffer[..(int)Math.Min(_httpBytesToRead, buffer.Length)], cancel);
        _httpBytesToRead -= bytes;
        return bytes;
    }

    private byte[] InHttpBodies(ReadOnlySpan<byte> frames)
    {
        var bytes = new List<byte>();
        var start = carrier == Carrier.HttpClient ? "POST / HTTP/1.1\r\nHost: conformance" : "HTTP/1.1 200 OK";
        foreach (var one in frames)
        {
            if (_bodyBytesToWrite-- > 0)
            {
                bytes.Add(one);
                continue;
            }
            _bodyBytesToWrite = 0;
            _lengthToWrite.Add(one);
            if (_lengthToWrite.Count < 4)
                continue;
            _bodyBytesToWrite = BitConverter.ToUInt32([.. _lengthToWrite]);
            bytes.AddRange(Encoding.ASCII.GetBytes($"{start}\r\nContent-Length: {4 + _bodyBytesToWrite}\r\n\r\n"));
            bytes.AddRange(_lengthToWrite);
            _lengthToWrite.Clear();
        }
        return [.. bytes];
    }

    private async Task<bool> ReadHeadAsync(CancellationToken cancel)
    {
        const string field = "Content-Length:";
        var expected = carrier == Carrier.HttpClient ? "HTTP/1.1 200" : "POST / HTTP/1.1";
        if (await ReadLineAsync(cancel) is not { } first)
            return false;
        _httpBytesToRead = -1;
        while (await ReadLineAsync(cancel) is { Length: > 0 } line)
            if (line.StartsWith(field, StringComparison.OrdinalIgnoreCase))
                _httpBytesToRead = long.Parse(line.AsSpan(field.Length), CultureInfo.InvariantCulture);
        if (first.StartsWith(expected, StringComparison.Ordinal))
        {
            Expect.That(_httpBytesToRead >= 0, "a Content-Length", first);
            return true;
        }
        Expect.That(first.StartsWith("HTTP/1.1 4", StringComparison.Ordinal), $"{expected} or a refusal", first);
        // A refusal is followed by nothing but the end of the connection.
        await _buffered.CopyToAsync(Stream.Null, cancel);
        return false;
    }

    private async Task<string?> ReadLineAsync(CancellationToken cancel)
    {
        var line = new StringBuilder();
        for (var next = new byte[1]; await _buffered.ReadAsync(next, cancel) > 0; line.Append((char)next[0]))
        {
            if (next[0] == '\n')
                return line.ToString().TrimEnd('\r');
            Expect.That(line.Length < MaxLineBytes, $"lines of at most {MaxLineBytes} bytes", "a longer one");
        }
        return null;
    }

    public void Dispose() => _buffered.Dispose();
}
