using System.Buffers.Binary;
using System.Net;
using System.Net.Http.Headers;
using System.Net.Sockets;
using System.Threading.Channels;

namespace Pingmark.Conformance.Peers;

/// <summary>A stream of frames as a client of gRPC carries it: each frame that is written is the message of a unary
/// call, and what is read are the answers, in the order of the calls. It is .NET's HTTP/2, and what gRPC puts into it;
/// the hello's call ends before the next one begins.</summary>
internal sealed class CallStream : AsyncStream
{
    private const string Path = "/pingmark.rpc.EchoService/Echo";

    /// <summary>What gRPC puts before a message: whether it is compressed, and its length.</summary>
    private const int PrefixBytes = 5;

    /// <summary>The first field of a message, of bytes.</summary>
    private const byte BodyTag = 0x0a;

    private readonly HttpMessageInvoker _http;
    private readonly Watched _wire;
    private readonly List<byte> _begun = [];
    private readonly Channel<Task<byte[]?>> _answers = Channel.CreateUnbounded<Task<byte[]?>>();
    private ReadOnlyMemory<byte> _answer;
    private Task _last = Task.CompletedTask;
    private bool _isGreeted;
    private bool _isBroken;

    public CallStream(NetworkStream wire)
    {
        _wire = new(wire);
        _http = new(
            new SocketsHttpHandler
            {
                ConnectCallback = (_, _) => ValueTask.FromResult<Stream>(_wire),
                PooledConnectionIdleTimeout = Timeout.InfiniteTimeSpan,
                UseProxy = false,
            }
        );
    }

    public override async ValueTask WriteAsync(
        ReadOnlyMemory<byte> buffer,
        CancellationToken cancellationToken = default
    )
    {
        _begun.AddRange(buffer.Span);
        while (!_isBroken && _begun.Count >= sizeof(int) && _begun.Count >= FrameBytes())
        {
            var frame = _begun[..FrameBytes()].ToArray();
            _begun.RemoveRange(0, frame.Length);
            _isBroken = frame.Length == sizeof(int);
            // What ends the connection would take the others' answers with it.
            if (_isBroken)
                await _last.WaitAsync(cancellationToken);
            var answer = CallAsync(frame);
            if (!_isGreeted)
                await answer.WaitAsync(cancellationToken);
            _isGreeted = true;
            _last = Task.WhenAll(_last, answer);
            _answers.Writer.TryWrite(answer);
        }
    }

    /// <summary>A frame of an impossible length is sent without a body, which may never come: it is the last.</summary>
    private int FrameBytes()
    {
        Span<byte> length = [_begun[0], _begun[1], _begun[2], _begun[3]];
        return BinaryPrimitives.ReadInt32LittleEndian(length) is var bytes and >= Frames.MinBody and <= Frames.MaxBody
            ? sizeof(int) + bytes
            : sizeof(int);
    }

    /// <returns>Null where the server did not answer.</returns>
    private async Task<byte[]?> CallAsync(byte[] frame)
    {
        await Task.Yield();
        using var request = new HttpRequestMessage(HttpMethod.Post, $"http://conformance{Path}")
        {
            Version = HttpVersion.Version20,
            VersionPolicy = HttpVersionPolicy.RequestVersionExact,
            Content = new ByteArrayContent(Composed(frame)),
        };
        request.Content.Headers.ContentType = new("application/grpc");
        request.Headers.TE.Add(new TransferCodingWithQualityHeaderValue("trailers"));
        try
        {
            using var response = await _http.SendAsync(request, CancellationToken.None);
            var answer = await response.Content.ReadAsByteArrayAsync();
            return answer.Length == 0 ? null : Read(answer);
        }
        catch (HttpRequestException)
        {
            return null;
        }
    }

    private static byte[] Composed(byte[] frame)
    {
        byte[] length = [.. Varint(frame.Length)];
        var composed = new byte[PrefixBytes + 1 + length.Length + frame.Length];
        BinaryPrimitives.WriteInt32BigEndian(composed.AsSpan(1), composed.Length - PrefixBytes);
        composed[PrefixBytes] = BodyTag;
        length.CopyTo(composed, PrefixBytes + 1);
        frame.CopyTo(composed, composed.Length - frame.Length);
        return composed;
    }

    private static IEnumerable<byte> Varint(int value)
    {
        for (; value > 0x7f; value >>= 7)
            yield return (byte)(value | 0x80);
        yield return (byte)value;
    }

    private static byte[] Read(byte[] answer)
    {
        var frame = answer.AsSpan(PrefixBytes);
        Expect.That(frame.Length > 1 && frame[0] == BodyTag, "a message with a field of bytes", "another one");
        var (bytes, at) = (0, 1);
        do bytes |= (frame[at] & 0x7f) << (7 * (at - 1));
        while (frame[at++] > 0x7f);
        Expect.That(frame.Length == at + bytes, $"{bytes} bytes in a message", $"{frame.Length - at}");
        return frame[at..].ToArray();
    }

    /// <returns>0 when the other side has ended the connection.</returns>
    public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        while (_answer.IsEmpty)
        {
            var next = _answers.Reader.WaitToReadAsync(cancellationToken).AsTask();
            await Task.WhenAny(next, _wire.Ended);
            if (!_answers.Reader.TryRead(out var call))
            {
                cancellationToken.ThrowIfCancellationRequested();
                return 0;
            }
            if (await call.WaitAsync(cancellationToken) is { } answer)
            {
                _answer = answer;
                continue;
            }
            // What refuses a call is followed by the connection's end.
            await _wire.Ended.WaitAsync(cancellationToken);
            return 0;
        }
        var bytes = Math.Min(_answer.Length, buffer.Length);
        _answer[..bytes].CopyTo(buffer);
        _answer = _answer[bytes..];
        return bytes;
    }

    protected override void Dispose(bool disposing)
    {
        if (disposing)
            _http.Dispose();
        base.Dispose(disposing);
    }
}
