namespace Pingmark.Worker.Kit;

/// <summary>
/// When the next message of one connection may go, and its intended time. A pure object, without clock and I/O, made
/// anew for each measurement.
/// </summary>
public abstract class Load
{
    /// <summary>As soon as a slot is free; its intended time is when it is sent.</summary>
    public const long AtOnce = long.MinValue;

    /// <summary>Not before something that is outstanding has ended.</summary>
    public const long Never = long.MaxValue;

    /// <summary>The intended time of the connection's next message.</summary>
    public abstract long Due { get; }

    /// <summary>How many bytes that message has; only of plans whose messages differ in size.</summary>
    public virtual int MessageBytes => throw new NotSupportedException("all messages have one size");

    /// <summary>The message that was due has gone.</summary>
    public virtual void Sent() { }

    /// <summary>A message was answered or lost.</summary>
    public virtual void Ended() { }
}

/// <summary>How the messages of a stream are put into send calls.</summary>
/// <param name="Messages">Of one call, at most.</param>
/// <param name="AreCut">A message's first bytes have a call of their own.</param>
public readonly record struct Sends(int Messages, bool AreCut = false)
{
    private const int All = int.MaxValue;

    /// <summary>What may go at a time goes by one call.</summary>
    public static readonly Sends Together = new(All);

    /// <summary>A call for each message.</summary>
    public static readonly Sends Apart = new(1);

    /// <summary>Two calls for each message: one for its first bytes, one for the others.</summary>
    public static readonly Sends InParts = new(1, AreCut: true);

    public bool AreTogether => Messages == All;
}

/// <summary>A load as a `run` asks for it.</summary>
/// <param name="IsTimed">It has times of its own, and keeps them whatever the server does.</param>
/// <param name="Make">Makes the load of a connection, given its index and the origin of all times.</param>
public sealed record LoadPlan(bool IsTimed, Func<int, long, Load> Make)
{
    public Sends Sends { get; init; } = Sends.Together;

    /// <summary>Laps are rows of its round trips.</summary>
    public bool IsClosed { get; init; }

    /// <summary>Its messages differ in size.</summary>
    public bool HasSizes { get; init; }
}

/// <summary>The client that a load is asked of.</summary>
/// <param name="Connections">All together.</param>
/// <param name="InFlight">On each connection.</param>
/// <param name="UnreadBytes">What a connection's buffers hold while nobody reads.</param>
public sealed record LoadRoom(int Connections, int InFlight, int MessageBytes, int UnreadBytes)
{
    /// <summary>Its server acknowledges, and does not echo.</summary>
    public bool IsOneWay { get; init; }
    public bool IsStream { get; init; } = true;

    /// <summary>A message's length is before it, so that messages may differ in size.</summary>
    public bool TakesSizes { get; init; } = true;

    /// <summary>It opens a connection for each message.</summary>
    public bool Churns { get; init; }

    /// <summary>Its server sends snapshots.</summary>
    public bool HasTicks { get; init; }

    public static LoadRoom Of(ConnectPlan plan, bool isStream) =>
        new(
            plan.Connections,
            plan.InFlight,
            plan.MessageBytes,
            Math.Min(Constants.MaxPrefloodBytes, plan.Options.SendBufferBytes ?? Constants.MaxPrefloodBytes)
        )
        {
            IsOneWay = plan.IsOneWay,
            IsStream = isStream,
            TakesSizes = isStream && !plan.IsUnframed && Payload.Blocks.Contains(plan.Payload),
            Churns = plan.Churns,
            HasTicks = plan.Ticks is not null,
        };
}
