namespace Pingmark.Model;

/// <summary>How an event lies in time to the messages that it delays.</summary>
public enum EventReach
{
    /// <summary>It holds messages up while it lasts.</summary>
    Within,

    /// <summary>It ends a wait: messages in flight waited from their send to it, as for a retransmission.</summary>
    EndsWait,

    /// <summary>It begins a wait: messages in flight wait from it to their answer, as for a dropped datagram.</summary>
    BeginsWait,
}

/// <summary>A kind of event that delays messages, one row each.</summary>
/// <param name="Key">Its word in trials.jsonl and summary.json.</param>
/// <param name="Title">The heading of its column in reports.</param>
/// <param name="Clause">What its messages had to do with it, with places for <c>{count}</c>, the number of events, and
/// <c>{of}</c>, whose they were.</param>
/// <param name="Detail">The name of one of its events.</param>
public sealed record EventKind(
    string Key,
    string Title,
    string Clause,
    string Detail,
    EventReach Reach = EventReach.Within
)
{
    /// <summary>Whether an event's length is known; counters only tell that something happened.</summary>
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
        "retransmission timeout",
        EventReach.EndsWait
    );
    public static readonly EventKind FastRetransmission = new(
        "fast_retransmission",
        "Fast retransmissions",
        "waited for {count}",
        "fast retransmission",
        EventReach.EndsWait
    );
    public static readonly EventKind ZeroWindow = new(
        "zero_window",
        "Full receive windows",
        "after {count}",
        "full receive window",
        EventReach.BeginsWait
    );
    public static readonly EventKind DroppedDatagram = new(
        "dropped_datagram",
        "Dropped datagrams",
        "after {count}",
        "dropped datagram",
        EventReach.BeginsWait
    );
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
