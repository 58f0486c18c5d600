using System.Buffers;
using System.Buffers.Binary;
using System.Globalization;
using System.Net.Sockets;
using System.Text;

namespace Pingmark.Conformance.Peers;

/// <summary>A stream of frames as HTTP/1.1 carries it: what is written goes in the bodies of requests (of responses, on
/// a server's side), a frame in each, and what is read comes from theirs. It knows nothing of HTTP but what the
/// protocol of workers needs.</summary>
internal sealed class BodyStream : AsyncStream
{
    private const int MostHeadBytes = 16 << 10;

    private readonly NetworkStream _wire;
    private readonly string _sent,
        _expected;
    private readonly byte[] _in = new byte[MostHeadBytes];
    private readonly byte[] _length = new byte[4];
    private int _begin,
        _end,
        _known;
    private long _toRead,
        _toWrite;

    private BodyStream(NetworkStream wire, string sent, string expected)
    {
        _wire = wire;
        (_sent, _expected) = (sent, expected);
    }

    public static BodyStream OfClient(NetworkStream wire) =>
        new(wire, "POST / HTTP/1.1\r\nHost: conformance", "HTTP/1.1 200");

    public static BodyStream OfServer(NetworkStream wire) => new(wire, "HTTP/1.1 200 OK", "POST / HTTP/1.1");

    public override async ValueTask WriteAsync(
        ReadOnlyMemory<byte> buffer,
        CancellationToken cancellationToken = default
    )
    {
        var wire = new ArrayBufferWriter<byte>();
        for (var left = buffer; left.Length > 0; )
        {
            if (_toWrite == 0 && !Begins(ref left, wire))
                continue;
            var part = left[..(int)Math.Min(_toWrite, left.Length)];
            wire.Write(part.Span);
            _toWrite -= part.Length;
            left = left[part.Length..];
        }
        await _wire.WriteAsync(wire.WrittenMemory, cancellationToken);
    }

    /// <summary>Takes what there is of a frame's length, with which its request begins.</summary>
    private bool Begins(ref ReadOnlyMemory<byte> left, ArrayBufferWriter<byte> wire)
    {
        var part = left[..Math.Min(_length.Length - _known, left.Length)];
        part.CopyTo(_length.AsMemory(_known));
        _known += part.Length;
        left = left[part.Length..];
        if (_known < _length.Length)
            return false;
        _known = 0;
        _toWrite = BinaryPrimitives.ReadUInt32LittleEndian(_length);
        var head = $"{_sent}\r\nContent-Length: {_length.Length + _toWrite}\r\n\r\n";
        wire.Write(Encoding.ASCII.GetBytes(head));
        wire.Write(_length);
        return _toWrite > 0;
    }

    /// <returns>0 when the other side has ended the connection, also after it refused a request.</returns>
    public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        while (_toRead == 0)
            if (!await ReadHeadAsync(cancellationToken))
                return 0;
        if (_begin == _end && !await FillAsync(cancellationToken))
            return 0;
        var bytes = (int)Math.Min(Math.Min(_toRead, _end - _begin), buffer.Length);
        _in.AsMemory(_begin, bytes).CopyTo(buffer);
        _begin += bytes;
        _toRead -= bytes;
        return bytes;
    }

    private async Task<bool> ReadHeadAsync(CancellationToken cancel)
    {
        int bytes;
        while ((bytes = _in.AsSpan(_begin, _end - _begin).IndexOf("\r\n\r\n"u8)) < 0)
            if (!await FillAsync(cancel))
                return false;
        var lines = Encoding.ASCII.GetString(_in, _begin, bytes).Split("\r\n");
        _begin += bytes + "\r\n\r\n".Length;
        if (!lines[0].StartsWith(_expected, StringComparison.Ordinal))
        {
            await EndAsync(lines[0], cancel);
            return false;
        }
        _toRead = lines
            .Where(line => line.StartsWith("Content-Length:", StringComparison.OrdinalIgnoreCase))
            .Select(line => long.Parse(line.AsSpan("Content-Length:".Length), CultureInfo.InvariantCulture))
            .DefaultIfEmpty(-1)
            .Single();
        Expect.That(_toRead >= 0, "a Content-Length", string.Join("; ", lines));
        return true;
    }

    /// <summary>What refuses a request is followed by nothing but the end of the connection.</summary>
    private async Task EndAsync(string line, CancellationToken cancel)
    {
        Expect.That(line.StartsWith("HTTP/1.1 4", StringComparison.Ordinal), $"{_expected} or a refusal", line);
        do _begin = _end;
        while (await FillAsync(cancel));
    }

    private async Task<bool> FillAsync(CancellationToken cancel)
    {
        if (_begin > 0)
        {
            _in.AsSpan(_begin, _end - _begin).CopyTo(_in);
            (_begin, _end) = (0, _end - _begin);
        }
        Expect.That(_end < _in.Length, $"a head of at most {_in.Length} bytes", "a longer one");
        var bytes = await _wire.ReadAsync(_in.AsMemory(_end), cancel);
        _end += bytes;
        return bytes > 0;
    }

    protected override void Dispose(bool disposing)
    {
        if (disposing)
            _wire.Dispose();
        base.Dispose(disposing);
    }
}
