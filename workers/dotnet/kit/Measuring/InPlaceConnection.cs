using System.Net.Sockets;

namespace Pingmark.Worker.Kit;

/// <summary>Composes messages in the memory that they are sent by, and matches and verifies answers where they arrived.
/// What does not lie there whole and in one piece goes through the buffers, as on any stream.</summary>
public sealed class InPlaceConnection<TLink> : StreamConnection
    where TLink : IInPlace
{
    private readonly TLink _link;

    /// <summary>Of what is composed, so many bytes lie in their place. They come before all others.</summary>
    private int _placed;

    internal InPlaceConnection(Lane lane, int mostInFlightBytes, TLink link)
        : base(lane, mostInFlightBytes) => _link = link;

    /// <summary>Receives once, and handles what came.</summary>
    public void Receive()
    {
        if (_link.IsQuiet())
            BroughtNothing();
        else
            Receive(Clock.Now());
    }

    internal void Receive(long now)
    {
        var arrived = InEnd == 0 ? _link.Arrived : default;
        if (BeginsWhole(arrived))
            Handle(arrived[..Math.Min(arrived.Length, In.Length)], now);
        else
            ReceiveByCopy(now);
    }

    private void Handle(ReadOnlySpan<byte> arrived, long now)
    {
        var matchedBytes = Match(arrived, now);
        Lane.Schedule.GoOn(this, now);
        Transmit();
        Verify(arrived, now);
        _link.Take(matchedBytes);
    }

    private void ReceiveByCopy(long now)
    {
        var bytes = _link.Receive(ReceiveSpan, out var error);
        if (error != SocketError.Success)
        {
            Failed(error);
            return;
        }
        if (bytes == 0)
        {
            End("closed by the peer");
            return;
        }
        Take(bytes, now);
        Transmit();
        Verify(now);
    }

    protected override void Write(uint sequence)
    {
        // A room in the buffer is each message's: what of them is not placed lies there behind those that are.
        var bytes = NextBytes;
        var place = _placed == Waiting ? _link.Place(_placed + bytes) : default;
        var buffer = Append(bytes);
        if (place.IsEmpty)
        {
            Compose(sequence, buffer);
            return;
        }
        Compose(sequence, place.Slice(_placed, bytes));
        _placed += bytes;
    }

    /// <summary>What there is no room for now is offered again after the next receive.</summary>
    protected override void Transmit()
    {
        while (HasComposed)
        {
            var error = Send(out var sentBytes);
            if (error != SocketError.Success)
            {
                if (!Sockets.IsNothingYet(error))
                    End(Sockets.Reason(error));
                return;
            }
            Took(sentBytes);
            OtherEnd?.Echo(sentBytes);
        }
    }

    private SocketError Send(out int sentBytes)
    {
        if (_placed == 0)
            return _link.Send(Out.Slice(OutStart, OutEnd), out sentBytes);
        sentBytes = Math.Min(_placed, OutEnd - OutStart);
        _link.Sent(sentBytes);
        _placed -= sentBytes;
        return SocketError.Success;
    }
}
