namespace Pingmark.Worker.Kit;

/// <summary>Decides what a connection does with messages that arrive. It is chosen when the connection is
/// made.</summary>
internal abstract class Exchange(Connection connection, int otherBytes)
{
    protected Connection Connection => connection;

    /// <summary>The length of bodies that are no echoes, and come beside them or in their place; that of echoes where
    /// nothing else comes.</summary>
    public int OtherBytes => otherBytes;

    /// <param name="bodyBytes">Of an echo.</param>
    public static Exchange Of(Connection connection, int bodyBytes)
    {
        var plan = connection.Lane.Plan;
        return plan.IsOneWay ? new Acknowledgements(connection)
            : plan.Ticks is { } ticks
                ? new EchoesAndSnapshots(connection, ticks.SnapshotBytes - plan.MessageBytes + bodyBytes)
            : new Echoes(connection, bodyBytes);
    }

    /// <summary>A measurement begins.</summary>
    public virtual void Begin() { }

    /// <summary>Takes a whole body that has the length of an echo, or the other one.</summary>
    /// <param name="bodyAt">Where it lies in what is verified later.</param>
    public abstract void Take(ReadOnlySpan<byte> body, int bodyAt, long now);

    /// <returns>Why a stream ends on which a body of this length comes; null: it is only wrong.</returns>
    public virtual string? RefusalOf(int bodyBytes) =>
        bodyBytes is < Constants.MinBodyBytes or > Constants.MaxBodyBytes
            ? $"answer with a frame of {bodyBytes} bytes"
            : null;
}

/// <summary>Takes messages that come back as they were sent.</summary>
internal sealed class Echoes(Connection connection, int bodyBytes) : Exchange(connection, bodyBytes)
{
    public override void Take(ReadOnlySpan<byte> body, int bodyAt, long now) => Connection.Answer(body, bodyAt, now);
}
