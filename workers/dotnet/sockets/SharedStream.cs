using System.Net.Sockets;
using System.Runtime.Intrinsics.X86;
using System.Security.Cryptography;
using System.Text;
using Pingmark.Worker.Kit;

namespace Pingmark.Worker.Sockets;

/// <summary>One end of a connection in shared memory. Its socket carries nothing but an introduction: it tells when the
/// other end has gone.</summary>
internal sealed unsafe class SharedStream : IDisposable
{
    /// <summary>The other end may wait for this core.</summary>
    private const int PollsPerYield = 1 << 10;

    /// <summary>To look takes next to nothing of so many polls. A server of many connections that has to leave its core
    /// to others with each yield would otherwise take seconds to see that all of them have ended.</summary>
    private const int PollsPerLook = 1 << 13;
    private const int NameBytes = 8,
        PatienceMs = 10_000,
        PatienceWithStrangersMs = 1_000;

    private readonly Socket _socket;
    private readonly Segment _segment;
    private readonly int _in;
    private readonly int _out;

    /// <summary>Where the other end counts what it has written.</summary>
    private readonly long* _arriving;
    private long _read;
    private long _written;
    private long _readThere;
    private long _writtenThere;
    private uint _pollsInVain;
    private bool _isGone;

    private SharedStream(Socket socket, Segment segment, int ringIn)
    {
        (_socket, _segment) = (socket, segment);
        (_in, _out) = (ringIn, 1 - ringIn);
        _arriving = segment.Written(ringIn);
        socket.Blocking = false;
    }

    private static ReadOnlySpan<byte> Magic => "PMS1"u8;

    /// <summary>Makes the segment, whose name ends when the server has it, or it can't be had.</summary>
    public static SharedStream OfClient(Socket socket, string folder)
    {
        var name = Convert.ToHexStringLower(RandomNumberGenerator.GetBytes(NameBytes));
        var path = $"{folder}/{name}";
        try
        {
            var segment = Segment.Create(path);
            socket.Send([.. Magic, .. Encoding.ASCII.GetBytes(name)]);
            Span<byte> answer = stackalloc byte[Token.Answer.Length];
            if (Fill(socket, answer) && answer.SequenceEqual(Token.Answer))
                return new(socket, segment, ringIn: 1);
            segment.Dispose();
            throw new WorkerException("closed by the peer, which did not take the segment");
        }
        catch (IOException e)
        {
            throw new WorkerException(e.Message);
        }
        finally
        {
            File.Delete(path);
        }
    }

    /// <exception cref="IOException">It names none, or one that can't be had.</exception>
    public static SharedStream OfServer(Socket socket, string folder)
    {
        socket.ReceiveTimeout = PatienceWithStrangersMs;
        Span<byte> said = stackalloc byte[Magic.Length + 2 * NameBytes];
        if (!Fill(socket, said) || !said.StartsWith(Magic))
            throw new IOException("a stranger, who names no segment");
        var name = Encoding.ASCII.GetString(said[Magic.Length..]);
        if (!name.All(char.IsAsciiHexDigitLower))
            throw new IOException("a stranger, who names no segment");
        var path = $"{folder}/{name}";
        var segment = Segment.Open(path);
        File.Delete(path);
        socket.Send(Token.Answer, SocketFlags.None, out var error);
        if (error == SocketError.Success)
            return new(socket, segment, ringIn: 0);
        segment.Dispose();
        throw new IOException(Kit.Sockets.Reason(error));
    }

    private static bool Fill(Socket socket, Span<byte> bytes)
    {
        for (var have = 0; have < bytes.Length; )
        {
            var count = socket.Receive(bytes[have..], SocketFlags.None, out var error);
            if (error != SocketError.Success || count == 0)
                return false;
            have += count;
        }
        return true;
    }

    /// <summary>Looks what the other end has written only when all that it is known to have written is read.</summary>
    private bool IsEmpty
    {
        get
        {
            if (_writtenThere == _read)
                _writtenThere = Volatile.Read(ref *_arriving);
            return _writtenThere == _read;
        }
    }

    /// <summary>How much has arrived; more than the ring: the other end's counter can't be.</summary>
    private ulong Held => IsEmpty ? 0 : (ulong)(_writtenThere - _read);
    private int ReadAt => (int)(_read & (Segment.RingBytes - 1));
    private int WriteAt => (int)(_written & (Segment.RingBytes - 1));

    /// <returns>Whether a Receive would bring nothing, and has nothing to look for.</returns>
    public bool IsQuiet()
    {
        if (!IsEmpty || _read == 0 || (_pollsInVain + 1) % PollsPerYield == 0)
            return false;
        _pollsInVain++;
        // The counter and what it counts are on their way together, and not one after the other.
        Sse.Prefetch0(_segment.At(_in, ReadAt));
        X86Base.Pause();
        return true;
    }

    /// <summary>What has arrived and lies in one piece; nothing of it is received yet. A counter that can't be is left
    /// to Receive.</summary>
    public ReadOnlySpan<byte> Arrived
    {
        get
        {
            var held = Held;
            return held > Segment.RingBytes
                ? default
                : _segment.Data(_in, ReadAt, Math.Min((int)held, Segment.RingBytes - ReadAt));
        }
    }

    public void Take(int bytes)
    {
        _read += bytes;
        _pollsInVain = 0;
        Volatile.Write(ref *_segment.Read(_in), _read);
    }

    /// <returns>0, without an error: the other end has gone.</returns>
    public int Receive(Span<byte> bytes, out SocketError error)
    {
        error = SocketError.Success;
        var held = Held;
        if (held == 0)
            return ReceivedNothing(bytes, ref error);
        if (held > Segment.RingBytes)
        {
            error = SocketError.ConnectionReset;
            return 0;
        }
        var count = Math.Min((int)held, bytes.Length);
        var beforeEnd = Math.Min(count, Segment.RingBytes - ReadAt);
        _segment.Data(_in, ReadAt, beforeEnd).CopyTo(bytes);
        if (count > beforeEnd)
            _segment.Data(_in, 0, count - beforeEnd).CopyTo(bytes[beforeEnd..]);
        Take(count);
        return count;
    }

    /// <summary>Before it went the other end may have written.</summary>
    private int ReceivedNothing(Span<byte> bytes, ref SocketError error)
    {
        var wasGone = _isGone;
        // Until something has arrived each poll is a look.
        PolledInVain(looks: _read == 0);
        if (_isGone && !wasGone)
            return Receive(bytes, out error);
        if (!_isGone)
            error = SocketError.WouldBlock;
        return 0;
    }

    private void PolledInVain(bool looks)
    {
        _pollsInVain++;
        if (_pollsInVain % PollsPerYield == 0)
            Thread.Yield();
        if (!_isGone && (looks || _pollsInVain % PollsPerLook == 0))
            _isGone = IsGone();
    }

    private bool IsGone()
    {
        Span<byte> none = stackalloc byte[1];
        var count = _socket.Receive(none, SocketFlags.Peek, out var error);
        return error == SocketError.Success ? count == 0 : !Kit.Sockets.IsNothingYet(error);
    }

    /// <summary>Looks what the other end has read only when the ring seems to have less room than that.</summary>
    /// <returns>How much is written and not read; more than the ring: the other end's counter can't be.</returns>
    private ulong Unread(int wanted)
    {
        if (_written + wanted - _readThere > Segment.RingBytes)
            _readThere = Volatile.Read(ref *_segment.Read(_out));
        return (ulong)(_written - _readThere);
    }

    /// <summary>Where what is sent next will lie, as far as there is room in one piece: for at least so many bytes, or
    /// none.</summary>
    public Span<byte> Place(int least)
    {
        var beforeEnd = Segment.RingBytes - WriteAt;
        var unread = Unread(beforeEnd);
        if (beforeEnd < least || unread + (ulong)least > Segment.RingBytes)
            return default;
        return _segment.Data(_out, WriteAt, Math.Min(beforeEnd, Segment.RingBytes - (int)unread));
    }

    public void Sent(int bytes)
    {
        _written += bytes;
        Volatile.Write(ref *_segment.Written(_out), _written);
    }

    /// <summary>Takes as much as there is room for.</summary>
    public SocketError Send(ReadOnlySpan<byte> bytes, out int sentBytes)
    {
        var unread = Unread(bytes.Length);
        sentBytes = 0;
        if (unread > Segment.RingBytes)
            return SocketError.ConnectionReset;
        if (unread == Segment.RingBytes)
            return SentNothing();
        sentBytes = Math.Min(Segment.RingBytes - (int)unread, bytes.Length);
        var beforeEnd = Math.Min(sentBytes, Segment.RingBytes - WriteAt);
        bytes[..beforeEnd].CopyTo(_segment.Data(_out, WriteAt, beforeEnd));
        if (sentBytes > beforeEnd)
            bytes[beforeEnd..sentBytes].CopyTo(_segment.Data(_out, 0, sentBytes - beforeEnd));
        Sent(sentBytes);
        return SocketError.Success;
    }

    /// <summary>Who reads no more may have gone.</summary>
    private SocketError SentNothing()
    {
        PolledInVain(looks: false);
        return _isGone ? SocketError.ConnectionReset : SocketError.WouldBlock;
    }

    public void Dispose() => _segment.Dispose();
}

/// <summary>The way to receive and send there.</summary>
internal readonly struct SharedLink(SharedStream stream) : IInPlace, IDisposable
{
    public bool IsQuiet() => stream.IsQuiet();

    public ReadOnlySpan<byte> Arrived => stream.Arrived;

    public void Take(int bytes) => stream.Take(bytes);

    public Span<byte> Place(int least) => stream.Place(least);

    public void Sent(int bytes) => stream.Sent(bytes);

    public int Receive(Span<byte> bytes, out SocketError error) => stream.Receive(bytes, out error);

    public bool HasBufferedBytes => false;

    public SocketError Send(ReadOnlySpan<byte> bytes, out int sentBytes) => stream.Send(bytes, out sentBytes);

    public void Flush()
    {
        // It is there when it is written.
    }

    public void Dispose() => stream.Dispose();
}
