namespace Pingmark.Worker.Kit;

/// <summary>Decides what a lane does with messages that arrive. It is chosen when the lane is made.</summary>
/// <param name="otherBytes">The length of bodies that are no echoes, and come beside them or in their place; that of
/// echoes where nothing else comes.</param>
internal abstract class Exchange(Lane lane, int otherBytes)
{
    protected Lane Lane => lane;
    public int OtherBytes => otherBytes;

    public static Exchange Of(Lane lane, bool isStream)
    {
        var plan = lane.Plan;
        return plan.IsOneWay ? new Acknowledgements(lane)
            : plan.Ticks is { } ticks ? new EchoesAndSnapshots(lane, ticks, isStream)
            : lane.Payload.Content is { } content ? new ParsedEchoes(lane, plan.BodyBytes(isStream), content)
            : new Echoes(lane, plan.BodyBytes(isStream));
    }

    /// <summary>A measurement begins, in which messages are waited for so long.</summary>
    public virtual void Begin(long lostAfterNs) { }

    /// <summary>How much of a body is compared with the block when the next messages are under way.</summary>
    public virtual int ComparedBytes(int bodyBytes) => bodyBytes;

    /// <summary>Takes a whole body that has the length of an echo, or the other one.</summary>
    /// <param name="bodyAt">Where it lies in what is verified later.</param>
    public abstract void Take(Connection connection, ReadOnlySpan<byte> body, int bodyAt, long now);

    /// <returns>Whether something is to come that counts and that is no answer.</returns>
    public virtual bool AwaitsMore(Connection[] connections, long now) => false;

    /// <returns>Why a stream ends on which a body of this length comes; null: it is only wrong.</returns>
    public virtual string? RefusalOf(int bodyBytes) =>
        bodyBytes is < Constants.MinBodyBytes or > Constants.MaxBodyBytes
            ? $"answer with a frame of {bodyBytes} bytes"
            : null;
}

/// <summary>Takes messages that come back as they were sent.</summary>
internal sealed class Echoes(Lane lane, int bodyBytes) : Exchange(lane, bodyBytes)
{
    public override void Take(Connection connection, ReadOnlySpan<byte> body, int bodyAt, long now) =>
        connection.Answer(body, bodyAt, now);
}
