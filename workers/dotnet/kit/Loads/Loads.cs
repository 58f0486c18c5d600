namespace Pingmark.Worker.Kit;

/// <summary>The load models by name: the one registration that a new one needs.</summary>
public static class Loads
{
    private const string Churn = "churn";

    /// <summary>An open loop of inputs, beside the snapshots that a server sends.</summary>
    private const string Tick = "tick";

    private enum Needs
    {
        Nothing,

        /// <summary>A client that wakes when a message is due.</summary>
        Times,
        AStream,

        /// <summary>A server that acknowledges.</summary>
        OneWay,

        /// <summary>A client that opens a connection for each message.</summary>
        Connections,

        /// <summary>A server that sends unasked, and a client that wakes when a message is due.</summary>
        Ticks,
    }

    private static readonly Dictionary<string, (Needs Needs, Func<Request, LoadRoom, LoadPlan> Read)> Models = new()
    {
        [Batch.Name] = (Needs.Nothing, Batch.Read),
        [Churn] = (Needs.Connections, Closed.Read),
        [Closed.Name] = (Needs.Nothing, Closed.Read),
        [FixedRate.Name] = (Needs.Times, FixedRate.Read),
        [Preflood.Name] = (Needs.Nothing, Preflood.Read),
        [Replay.Name] = (Needs.Times, Replay.Read),
        [Stream.Name] = (Needs.OneWay, Stream.Read),
        [Tick] = (Needs.Ticks, FixedRate.Read),
        [WriteWriteRead.Name] = (Needs.AStream, WriteWriteRead.Read),
    };

    /// <summary>Those that a client can make.</summary>
    /// <param name="keepsTimes">It wakes when a message is due.</param>
    /// <param name="takesOneWay">Its server can acknowledge.</param>
    /// <param name="churns">It can open a connection for each message.</param>
    /// <param name="takesSnapshots">It can take what its server sends unasked.</param>
    public static IReadOnlyList<string> Names(
        bool isStream,
        bool keepsTimes,
        bool takesOneWay,
        bool churns,
        bool takesSnapshots = false
    )
    {
        bool Has(Needs what) =>
            what switch
            {
                Needs.Times => keepsTimes,
                Needs.AStream => isStream,
                Needs.OneWay => takesOneWay,
                Needs.Connections => churns,
                Needs.Ticks => takesSnapshots && keepsTimes,
                _ => true,
            };
        return Models.Where(model => Has(model.Value.Needs)).Select(model => model.Key).ToList();
    }

    /// <summary>Each load reads its own fields of the request.</summary>
    /// <param name="offered">What the stack's client can make.</param>
    internal static LoadPlan Read(Request request, IReadOnlyList<string> offered, LoadRoom room)
    {
        var name = request.Text("load", Closed.Name);
        if (!offered.Contains(name))
            throw new UnsupportedException($"load {name}: {string.Join(", ", offered)}");
        var (needs, read) = Models[name];
        return
            room.IsOneWay == (needs == Needs.OneWay)
            && room.Churns == (needs == Needs.Connections)
            && room.HasTicks == (needs == Needs.Ticks)
            ? read(request, room)
            : throw new UnsupportedException(
                $"load {name}: a client connected with one_way makes stream, with churn churn, with snapshots tick, "
                    + "and others none of these"
            );
    }
}
