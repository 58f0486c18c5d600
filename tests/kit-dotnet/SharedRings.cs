using System.Net.Sockets;

namespace Pingmark.Worker.Kit.Tests;

/// <summary>Memory that both ends of a connection share: a ring for each direction.</summary>
internal sealed class SharedRings
{
    private readonly SendCall _send;
    private readonly InPlaceConnection<Link> _connection;
    private readonly byte[] _out;
    private byte[] _arriving = [];
    private int _taken;
    private int _readAt;
    private int _writeAt;

    public delegate SocketError SendCall(ReadOnlySpan<byte> bytes);

    public SharedRings(int ringBytes, SendCall send, Lane lane)
    {
        (_out, _send) = (new byte[ringBytes], send);
        _connection = lane.AddInPlace(new Link(this));
    }

    /// <summary>So many bytes were sent from where they had been composed, and taken from where they had
    /// arrived.</summary>
    public int ComposedInPlace { get; private set; }
    public int TakenInPlace { get; private set; }

    /// <summary>The other end has written bytes.</summary>
    public void Receive(byte[] bytes, long now)
    {
        (_arriving, _taken) = (bytes, 0);
        while (_taken < _arriving.Length)
            _connection.Receive(now);
    }

    private ReadOnlySpan<byte> InOnePiece =>
        _arriving.AsSpan(_taken, Math.Min(_arriving.Length - _taken, _out.Length - _readAt));

    private void Took(int bytes) => (_taken, _readAt) = (_taken + bytes, (_readAt + bytes) % _out.Length);

    private SocketError Send(ReadOnlySpan<byte> bytes)
    {
        var error = _send(bytes);
        if (error == SocketError.Success)
            _writeAt = (_writeAt + bytes.Length) % _out.Length;
        return error;
    }

    public readonly struct Link(SharedRings rings) : IInPlace
    {
        public bool IsQuiet() => rings._taken == rings._arriving.Length;

        public bool HasBufferedBytes => false;

        public ReadOnlySpan<byte> Arrived => rings.InOnePiece;

        public void Take(int bytes)
        {
            rings.TakenInPlace += bytes;
            rings.Took(bytes);
        }

        public int Receive(Span<byte> bytes, out SocketError error)
        {
            var count = Math.Min(bytes.Length, rings._arriving.Length - rings._taken);
            rings._arriving.AsSpan(rings._taken, count).CopyTo(bytes);
            rings.Took(count);
            error = SocketError.Success;
            return count;
        }

        public Span<byte> Place(int least)
        {
            var place = rings._out.AsSpan(rings._writeAt);
            return place.Length < least ? default : place;
        }

        public void Sent(int bytes)
        {
            rings.ComposedInPlace += bytes;
            rings.Send(rings._out.AsSpan(rings._writeAt, bytes));
        }

        public SocketError Send(ReadOnlySpan<byte> bytes, out int sentBytes)
        {
            sentBytes = bytes.Length;
            return rings.Send(bytes);
        }

        public void Flush() { }
    }
}
