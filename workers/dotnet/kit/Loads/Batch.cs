namespace Pingmark.Worker.Kit;

/// <summary>So many messages go together, and when all of them have ended the next ones.</summary>
public sealed class Batch(long messages) : Load
{
    public const string Name = "batch";

    private long _sent;
    private long _ended;

    public override long Due => _sent < messages ? AtOnce : Never;

    public override void Sent() => _sent++;

    public override void Ended()
    {
        if (++_ended == messages)
            _sent = _ended = 0;
    }

    internal static LoadPlan Read(Request request, LoadRoom room)
    {
        var messages = request.Within(Name, 1, room.InFlight);
        return new(IsTimed: false, (_, _) => new Batch(messages));
    }
}
