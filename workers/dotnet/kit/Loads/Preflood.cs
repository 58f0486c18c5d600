namespace Pingmark.Worker.Kit;

/// <summary>A closed loop that begins with so many messages more than the one that each answer lets go, each by a call
/// of its own: a queue that never empties.</summary>
public sealed class Preflood(long most) : Load
{
    public const string Name = "preflood";

    private long _outstanding;

    public override long Due => _outstanding < most ? AtOnce : Never;

    public override void Sent() => _outstanding++;

    public override void Ended() => _outstanding--;

    internal static LoadPlan Read(Request request, LoadRoom room)
    {
        var messages = request.Integer(Name);
        var most = Math.Min(room.InFlight, room.UnreadBytes / room.MessageBytes) - 1;
        return messages >= 0 && messages <= most
            ? new(IsTimed: false, (_, _) => new Preflood(messages + 1)) { Sends = Sends.Apart }
            : throw new UnsupportedException(
                $"preflood {messages}: with messages of {room.MessageBytes} bytes, in_flight {room.InFlight} and "
                    + $"buffers that hold {room.UnreadBytes} bytes unread, the most is {most}"
            );
    }
}
