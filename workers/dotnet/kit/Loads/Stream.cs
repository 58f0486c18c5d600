namespace Pingmark.Worker.Kit;

/// <summary>One way, as fast as it goes: a message goes whenever a slot is free, and slots become free when an
/// acknowledgement says that the server has the messages in them. So many messages go by one call.</summary>
internal static class Stream
{
    public const string Name = "stream";
    private const string OfACall = "batch";

    internal static LoadPlan Read(Request request, LoadRoom room)
    {
        var messages = request.Has(OfACall) ? request.Within(OfACall, 1, room.InFlight) : 1;
        return messages == 1 || room.IsStream
            ? new(IsTimed: false, (_, _) => new Closed()) { Sends = new((int)messages) }
            : throw new UnsupportedException("batch: a datagram goes by a call of its own");
    }
}
