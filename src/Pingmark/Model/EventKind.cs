namespace Pingmark.Model;

/// <summary>How an event lies in time to the messages that it delays.</summary>
public enum EventReach
{
    /// <summary>It holds messages up while it lasts.</summary>
    Within,

    /// <summary>It ends a wait, as a retransmission does: what was under way then had waited from its send to
    /// it.</summary>
    EndsWait,

    /// <summary>It begins a wait, as a dropped datagram does: what was under way then waits from it to its
    /// answer.</summary>
    BeginsWait,
}

/// <summary>A kind of event that delays messages, one row each: observers name it, and explanations, files and reports
/// follow from the rows.</summary>
/// <param name="Key">Its word in trials.jsonl and summary.json.</param>
/// <param name="Title">The heading of its column in reports.</param>
/// <param name="Clause">What its messages had to do with it, with places for <c>{count}</c>, the number of events, and
/// <c>{of}</c>, whose they were.</param>
/// <param name="Detail">The name of one of its events.</param>
public sealed record EventKind(string Key, string Title, string Clause, string Detail)
{
    public EventReach Reach { get; init; } = EventReach.Within;

    /// <summary>Whether the length of one of its events is known. Counters tell that something happened between two
    /// readings, and not how long it took.</summary>
    public bool HasLength => Reach == EventReach.Within;

    public static readonly EventKind Collection = new("collection", "Collections", "in {count} {of}", "collection");
    public static readonly EventKind Safepoint = new(
        "safepoint",
        "Other pauses of the runtime",
        "in {count} of the runtime {of}",
        "pause"
    );
    public static readonly EventKind RunQueue = new(
        "run_queue",
        "Waited for a core",
        "while a thread {of} waited for its core",
        "wait"
    );
    public static readonly EventKind Softirq = new(
        "softirq",
        "Soft interrupts",
        "while soft interrupts had the cores {of}",
        "reading"
    );
    public static readonly EventKind Steal = new(
        "steal",
        "Steal",
        "while the hypervisor had the cores {of}",
        "reading"
    );
    public static readonly EventKind RetransmissionTimeout = new(
        "retransmission_timeout",
        "Retransmission timeouts",
        "waited for {count}",
        "retransmission timeout"
    )
    {
        Reach = EventReach.EndsWait,
    };
    public static readonly EventKind FastRetransmission = new(
        "fast_retransmission",
        "Fast retransmissions",
        "waited for {count}",
        "fast retransmission"
    )
    {
        Reach = EventReach.EndsWait,
    };
    public static readonly EventKind ZeroWindow = new(
        "zero_window",
        "Full receive windows",
        "after {count}",
        "full receive window"
    )
    {
        Reach = EventReach.BeginsWait,
    };
    public static readonly EventKind DroppedDatagram = new(
        "dropped_datagram",
        "Dropped datagrams",
        "after {count}",
        "dropped datagram"
    )
    {
        Reach = EventReach.BeginsWait,
    };
    public static readonly EventKind SleptElsewhere = new(
        "slept_elsewhere",
        "Slept elsewhere",
        "while a thread {of} slept elsewhere than at its sockets",
        "sleep"
    );

    /// <summary>All kinds in the order of columns; where two explain a message alike, the first does.</summary>
    public static readonly IReadOnlyList<EventKind> All =
    [
        Collection,
        Safepoint,
        RunQueue,
        Softirq,
        Steal,
        RetransmissionTimeout,
        FastRetransmission,
        ZeroWindow,
        DroppedDatagram,
        SleptElsewhere,
    ];

    /// <returns>The kind of that key; null where this version does not know it.</returns>
    public static EventKind? Find(string key) => All.FirstOrDefault(kind => kind.Key == key);
}
