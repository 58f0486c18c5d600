namespace Pingmark.Worker.Kit;

/// <summary>
/// One measuring thread, or async flow of control, with its connections and its own counts. Only it writes here while a
/// measurement runs; the session
/// reads when the lane is parked.
/// </summary>
public sealed class Lane
{
    /// <summary>An empty poll costs less than reading the clock.</summary>
    private const int PollsPerClock = 1024;
    private const long Uncounted = -1;

    private readonly Session _session;
    private readonly LossScan _scan;
    private Flow[] _flows = [];

    private Window _window = new(0, 0, 0, 0);
    private MessagePool _counted = new(0, 1);
    private long _to;
    private long _messagesLeft;
    private bool _done = true;
    private int _outstanding;
    private int _countedOutstanding;
    private int _emptyPolls;
    private int _endedConnections;

    /// <summary>Answers that matched and wait for their verification: one receive call can bring many.</summary>
    private (uint Sequence, int BodyAt, long RoundTrip)[] _pending = new (uint, int, long)[1];
    private int _pendingCount;

    private Strays _atRest = new();

    internal Lane(Session session)
    {
        _session = session;
        Payload = session.Payload;
        _scan = new LossScan(session.Plan.LostAfterNs);
    }

    internal ConnectPlan Plan => _session.Plan;
    internal Payload Payload { get; }
    internal LaneCounts Counts { get; } = new();

    /// <summary>Answers matched since connect, and signs of life without an answer: what other threads may look at
    /// while a measurement runs.</summary>
    internal Tally Matched { get; } = new();
    internal Tally IdleTicks { get; } = new();
    internal long LastRead { get; set; }
    internal Action? Wake { get; private set; }
    internal Func<Task>? AsyncLoop { get; private set; }
    internal Action? Loop { get; private set; }
    internal Action? Rest { get; private set; }

    /// <summary>The stack's loop receives until this is false.</summary>
    public bool IsRunning { get; private set; }

    /// <summary>False while the lane drains.</summary>
    public bool IsSending => _session.IsSending;

    /// <summary>Slots became vacant without an answer; the stack's loop must fill all flows.</summary>
    public bool NeedsFill { get; private set; }

    public StreamFlow AddStream() => Add(new StreamFlow(this, _session.Description.MaxInFlightBytes));

    public DatagramFlow AddDatagrams() => Add(new DatagramFlow(this));

    public MessageFlow AddMessages() => Add(new MessageFlow(this));

    private T Add<T>(T flow)
        where T : Flow
    {
        _flows = [.. _flows, flow];
        if (flow.MostAnswers > _pending.Length)
            _pending = new (uint, int, long)[flow.MostAnswers];
        return flow;
    }

    /// <summary>The loop of a thread that the session keeps for this lane.</summary>
    /// <param name="loop">Receives while the lane is running.</param>
    /// <param name="rest">Called on the same thread every now and then while nothing is measured, by libraries whose
    /// connections would otherwise time out.</param>
    public void OnMeasure(Action loop, Action? rest = null) => (Loop, Rest) = (loop, rest);

    /// <summary>The loop of an async lane. <paramref name="wake"/> is called when nothing has arrived for a while: the
    /// loop must then <see cref="Tick"/>.</summary>
    public void OnMeasure(Func<Task> loop, Action wake) => (AsyncLoop, Wake) = (loop, wake);

    /// <summary>To be called after a wait without result.</summary>
    public void Tick()
    {
        if (!IsStuck)
            IdleTicks.Add(1);
        Advance(Clock.Now());
    }

    /// <summary>To be called after an empty poll by loops that never wait.</summary>
    public void Idle()
    {
        if (++_emptyPolls % PollsPerClock == 0)
            Tick();
    }

    /// <summary>A peer kept so many messages that there is no room for another, and counting has no end but by
    /// messages.</summary>
    private bool IsStuck => _to == Window.Unlimited && IsSending && _outstanding == 0 && !NeedsFill;

    /// <summary>So does the measurement, a moment later: others may have ended too.</summary>
    internal void ConnectionEnded(string reason)
    {
        _session.ConnectionEnded(reason);
        if (++_endedConnections == _flows.Length)
            IsRunning = false;
    }

    public void Filled() => NeedsFill = false;

    /// <summary>While it is parked: each lane has a portion before any of them begins.</summary>
    /// <param name="counted">Drawn from where the window says how many messages count.</param>
    internal void Prepare(Window window, MessagePool counted)
    {
        _counted = counted;
        _messagesLeft = window.ByMessages && !window.HasLaps ? counted.Draw() : Window.Unlimited;
    }

    internal void Begin(Window window)
    {
        _window = window;
        _to = window.HasLaps ? Window.Unlimited : window.To;
        if (_messagesLeft == 0)
            _to = window.From;
        Counts.Begin(window, _atRest);
        _atRest = new();
        _done = false;
        _scan.Begin(Clock.Now());
        foreach (var flow in _flows)
            flow.Begin();
        NeedsFill = IsRunning = true;
    }

    internal void End()
    {
        foreach (var flow in _flows)
            Counts.SilentConnections += flow.IsSilent ? 1 : 0;
    }

    /// <summary>A message is about to be sent.</summary>
    /// <returns>Whether it counts.</returns>
    internal bool Sending(long now)
    {
        _outstanding++;
        if (now < _window.From || now >= _to)
            return false;
        _countedOutstanding++;
        Counts.CountSent(now);
        if (--_messagesLeft == 0 && (_messagesLeft = _counted.Draw()) == 0)
            _to = now;
        return true;
    }

    /// <summary>Keeps an answer for <see cref="Verify"/>.</summary>
    internal void Matches(uint sequence, int bodyAt, bool counted, long roundTrip) =>
        _pending[_pendingCount++] = (sequence, bodyAt, counted ? roundTrip : Uncounted);

    internal void Answered(bool counted, long now)
    {
        _outstanding--;
        Matched.Add(1);
        if (!counted)
            return;
        Counts.Received.Add(1);
        Settled(now);
    }

    internal void Lost(bool counted, long now)
    {
        _outstanding--;
        Refill(now);
        if (!counted)
            return;
        Counts.Lost.Add(1);
        Settled(now);
    }

    /// <summary>There is room for messages. After the window they could not count, and would only delay the
    /// result.</summary>
    internal void Refill(long now) => NeedsFill |= now < _to;

    private void Settled(long now)
    {
        _countedOutstanding--;
        if (Counts.Settled(now))
            _to = now;
    }

    /// <summary>Verifies and records the answers of one receive call.</summary>
    internal void Verify(ReadOnlySpan<byte> received, int bodyBytes)
    {
        for (var i = 0; i < _pendingCount; i++)
        {
            ref var answer = ref _pending[i];
            if (!Payload.Matches(answer.Sequence, received.Slice(answer.BodyAt, bodyBytes)))
                Counts.Strays.Corrupt++;
            else if (answer.RoundTrip != Uncounted)
                Counts.RoundTrips.Record(answer.RoundTrip);
        }
        _pendingCount = 0;
    }

    /// <summary>What the clock brings about, with a reading that was needed anyway.</summary>
    internal void Advance(long now)
    {
        if (_scan.IsDue(now))
        {
            var deadline = _scan.Deadline(now);
            foreach (var flow in _flows)
                flow.Expire(deadline, now);
        }
        if (!_done && now >= _to && _countedOutstanding == 0)
        {
            _done = true;
            _session.LaneDone();
        }
        if (!IsSending && (_outstanding == 0 || _session.IsAborted(now)))
            IsRunning = false;
    }

    /// <summary>What comes at rest belongs to the next measurement, for the last one is being reported.</summary>
    private Strays Strays => IsRunning ? Counts.Strays : _atRest;

    internal void Unexpected(int kind, long now)
    {
        switch (kind)
        {
            case Slots.Late:
                Strays.Late++;
                // It makes room for slots that could not be filled after their loss.
                Refill(now);
                break;
            case Slots.Duplicated:
                Strays.Duplicated++;
                break;
            default:
                Strays.Corrupt++;
                break;
        }
    }

    internal void Corrupt() => Strays.Corrupt++;

    internal void Reordered() => Counts.Reordered++;
}
