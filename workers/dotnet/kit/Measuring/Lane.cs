using System.Buffers.Binary;

namespace Pingmark.Worker.Kit;

/// <summary>
/// One measuring thread, or async flow of control, with its connections and its own counts. Only it writes here while a
/// measurement runs; the client reads when the lane is parked.
/// </summary>
public sealed class Lane
{
    /// <summary>Of <c>_to</c>: nothing counts any more.</summary>
    private const long Over = long.MinValue;

    /// <summary>Connections that are filled in one pass when a measurement begins. Thousands of messages at once take
    /// much longer than libraries have seen round trips take, so that they would send them all again.</summary>
    private const int FilledPerPass = 64;

    /// <summary>A wait takes so much longer than it was asked to.</summary>
    private const long WakeUpNs = 60_000;

    private readonly Client _client;
    private readonly LossWatch _losses;
    private readonly int _pollsPerClock;
    private readonly Schedule _schedule = new();
    private Connection[] _connections = [];

    /// <summary>Of the next measurement, one for each connection.</summary>
    private Load[] _loads = [];

    private Window _window = new(0, 0, 0, 0);
    private MessagePool _counted = new(0, 1);
    private long _to;
    private long _messagesLeft;
    private bool _done = true;
    private int _filled;
    private int _outstanding;
    private int _countedOutstanding;
    private int _emptyPolls;
    private bool _brought;
    private long _lostAfterNs;
    private long _answersBefore;
    private int _endedConnections;

    /// <summary>Of what the server sends unasked; null: nothing.</summary>
    private readonly Payload? _snapshotPayload;

    /// <summary>Answers of one receive that wait for their verification.</summary>
    private readonly Arrivals _arrivals;

    internal Lane(Client client)
    {
        _client = client;
        Payload = client.Payload;
        _arrivals = new Arrivals(client.Payload, Counts);
        if (client.Plan.Ticks is not null)
            (Counts.Snapshots, _snapshotPayload) = (new(), new("random"));
        _losses = new LossWatch(client.Plan.InFlight);
        // An empty poll costs less than reading the clock; a wait costs more.
        _pollsPerClock = client.Description.Spins ? Constants.PollsPerClockReading : 0;
    }

    internal Client Client => _client;
    internal ConnectPlan Plan => _client.Plan;
    internal Payload Payload { get; }
    internal Counts Counts { get; } = new();
    internal int Connections => _connections.Length;

    /// <summary>Answers matched since connect, and turns of the loop: what other threads may look at while a
    /// measurement runs.</summary>
    internal Counter Answers { get; } = new();
    internal Counter Turns { get; } = new();
    internal long NextLook => _losses.NextLook;
    internal Action? Wake { get; private set; }
    internal Func<Task>? AsyncLoop { get; private set; }
    internal Action? Loop { get; private set; }
    internal Action? Rest { get; private set; }
    internal bool IsTimed { get; private set; }

    /// <summary>The clock's last reading.</summary>
    public long Now { get; private set; }

    /// <summary>The stack's loop goes on until this is false.</summary>
    public bool IsRunning { get; private set; }

    /// <summary>False while the lane drains.</summary>
    internal bool IsSending => _client.IsSending;

    /// <summary>How long the stack may wait for the network; 0: not at all.</summary>
    public long WaitNs =>
        _losses.IsConfirming || _filled < _connections.Length ? 0
        : !IsTimed ? Math.Clamp(NextLook - Now, 0, Constants.LongestWaitNs)
        : Math.Clamp(Math.Min(_schedule.NextDue - WakeUpNs, NextLook) - _client.Clock(), 0, Constants.LongestWaitNs);

    public StreamConnection<TSender> AddStream<TSender>(TSender sender)
        where TSender : ISender =>
        Add(new StreamConnection<TSender>(this, _client.Description.MaxInFlightBytes, sender));

    public AwaitedConnection AddAwaited() => Add(new AwaitedConnection(this, _client.Description.MaxInFlightBytes));

    public DatagramConnection<TSender> AddDatagrams<TSender>(TSender sender)
        where TSender : ISender => Add(new DatagramConnection<TSender>(this, sender));

    public MessageConnection<TSender> AddMessages<TSender>(TSender sender)
        where TSender : ISender => Add(new MessageConnection<TSender>(this, sender));

    private T Add<T>(T connection)
        where T : Connection
    {
        _connections = [.. _connections, connection];
        _schedule.Add();
        _arrivals.MakeRoom(connection.MostAnswers);
        return connection;
    }

    internal void HasOtherEnd(OtherEnd end) => ((StreamConnection)_connections[0]).OtherEnd = end;

    /// <summary>The loop of a thread that the client keeps for this lane.</summary>
    /// <param name="loop">While the lane is running: waits, hands over what arrived, and ends the pass.</param>
    /// <param name="rest">Called on the same thread every now and then while nothing is measured, by libraries whose
    /// connections would otherwise time out.</param>
    public void OnMeasure(Action loop, Action? rest = null) => (Loop, Rest) = (loop, rest);

    /// <summary>The loop of an async lane. <paramref name="wake"/> is called when nothing has arrived for a while: the
    /// loop must then end its pass.</summary>
    public void OnMeasure(Func<Task> loop, Action wake) => (AsyncLoop, Wake) = (loop, wake);

    /// <summary>To be called after each pass over all connections, whether it brought anything or not.</summary>
    public void EndPass()
    {
        if (_brought)
        {
            EndPass(Now, brought: true);
        }
        else if (_emptyPolls >= _pollsPerClock || IsTimed || _losses.IsConfirming || _filled < _connections.Length)
        {
            EndPass(_client.Clock(), brought: false);
        }
    }

    internal void EndPass(long now, bool brought)
    {
        Now = now;
        _brought = false;
        _emptyPolls = 0;
        if (!IsStuck)
            Turns.Add(1);
        if (_losses.Passed(now, brought))
            LookForLosses(now);
        if (_filled < _connections.Length)
            FillSome(now);
        if (IsTimed)
            SendDue(now);
        else
            EndWhenDone(now);
        if (!IsSending && (_outstanding == 0 || _client.IsAborted(now)))
            IsRunning = false;
    }

    /// <summary>A peer kept so many messages that there is no room for another, and counting has no end but by
    /// messages.</summary>
    private bool IsStuck => _to == Window.Unlimited && IsSending && _outstanding == 0 && !IsTimed;

    /// <summary>A poll of one connection brought nothing.</summary>
    internal void Nothing()
    {
        _emptyPolls++;
        if (IsTimed && _client.Clock() is var now && _schedule.NextDue <= now)
            SendDue(now);
    }

    internal void Arrived(long now) => (Now, _brought) = (now, true);

    internal long ReadClock() => Now = _client.Clock();

    /// <summary>So does the measurement, a moment later: others may have ended too.</summary>
    internal void ConnectionEnded(string reason)
    {
        _client.ConnectionEnded(reason);
        if (++_endedConnections == _connections.Length)
            IsRunning = false;
    }

    /// <summary>Null: nothing is logged.</summary>
    internal MessageLog? Log { get; private set; }

    internal void PrepareLog(int room) => Log = room > 0 ? new(room) : null;

    /// <summary>While it is parked, on the thread of the requests: each lane has a portion before any of them begins,
    /// and what a measurement needs is no memory that its messages cost.</summary>
    /// <param name="counted">Drawn from where the window says how many messages count.</param>
    internal void Prepare(Measurement measurement, MessagePool counted)
    {
        var (window, load, origin, _) = measurement;
        Counts.Begin(window, load.IsTimed);
        if (_loads.Length != _connections.Length)
            _loads = new Load[_connections.Length];
        for (var at = 0; at < _loads.Length; at++)
            _loads[at] = load.Make(_connections[at].Number, origin);
        _counted = counted;
        _messagesLeft = window.ByMessages && !window.HasLaps ? counted.Draw() : Window.Unlimited;
    }

    internal void Begin(Measurement measurement, long now)
    {
        var (window, load, _, lostAfterNs) = measurement;
        (_window, _lostAfterNs) = (window, lostAfterNs);
        _answersBefore = Answers.Value;
        IsTimed = load.IsTimed;
        _to =
            _messagesLeft == 0 ? Over
            : window.HasLaps ? Window.Unlimited
            : window.To;
        _done = _brought = false;
        _emptyPolls = _filled = 0;
        Now = now;
        IsRunning = true;
        for (var at = 0; at < _connections.Length; at++)
            _connections[at].Begin(_loads[at], load.Sends);
        _losses.Begin(now, lostAfterNs);
        FillSome(now);
    }

    internal void End()
    {
        Counts.Answered = Answers.Value - _answersBefore;
        foreach (var connection in _connections)
            if (connection.IsSilent)
                Counts.CountSilentConnection();
    }

    private void FillSome(long now)
    {
        for (var end = Math.Min(_filled + FilledPerPass, _connections.Length); _filled < end; now = ReadClock())
        {
            _connections[_filled].Fill(now);
            _filled++;
        }
    }

    /// <summary>Slots may be filled that no answer has freed. After the window an untimed load's messages could not
    /// count, and would only delay the result.</summary>
    internal bool MayFill(long now) => IsSending && (IsTimed || now < _to || _filled < _connections.Length);

    private void LookForLosses(long now)
    {
        var oldest = now;
        foreach (var connection in _connections)
            oldest = Math.Min(oldest, connection.Expire(_losses.Deadline, now));
        _losses.Looked(now, oldest);
        if (!IsTimed)
            foreach (var connection in _connections)
                connection.Fill(now);
    }

    /// <summary>Of a timed load. What is still due when the lane is done could not count.</summary>
    private void SendDue(long now)
    {
        if (!_done && _to != Window.Unlimited && _to != Over && now >= _to + _lostAfterNs)
            foreach (var connection in _connections)
                connection.GiveUp(_window.From, _to);
        EndWhenDone(now);
        while (IsSending && _schedule.NextDue <= now)
        {
            var connection = _schedule.Next;
            _connections[connection].Fill(now);
            if (_schedule.Next == connection && _schedule.NextDue <= now)
                break;
            now = ReadClock();
        }
    }

    /// <summary>When the connection's next message is due, and has a slot.</summary>
    internal void SetDue(int connection, long due) => _schedule.Set(connection, due);

    internal void EndWhenDone(long now)
    {
        if (_done || now < _to || _countedOutstanding > 0 || IsTimed && IsAnyDue() || AwaitsSnapshots(now))
            return;
        _done = true;
        _client.LaneDone();
    }

    /// <summary>Some are to come that count.</summary>
    private bool AwaitsSnapshots(long now)
    {
        if (Plan.Ticks is not { } ticks || now - Math.Max(_lostAfterNs, ticks.PatienceNs) >= _window.To)
            return false;
        foreach (var connection in _connections)
            if (connection.Snapshots is { IsOver: false })
                return true;
        return false;
    }

    /// <summary>One has come unasked.</summary>
    internal void Snapshot(SnapshotsSeen seen, ReadOnlySpan<byte> body, long now)
    {
        var tick = BinaryPrimitives.ReadUInt32LittleEndian(body);
        var tickAt = BinaryPrimitives.ReadInt64LittleEndian(body[sizeof(uint)..]);
        var kind = Counts.Snapshots!.Arrived(seen, tick, tickAt, now, _window);
        var payload = body[TickPlan.HeadBytes..];
        if (kind == SnapshotCounts.Kind.Repeated)
            Unexpected(Slots.Duplicated, now);
        else if (kind == SnapshotCounts.Kind.Late)
            Unexpected(Slots.Late, now);
        else if (
            kind == SnapshotCounts.Kind.Counted
            && !payload.SequenceEqual(_snapshotPayload!.Of(tick, payload.Length))
        )
            Counts.CountCorrupt();
    }

    private bool IsAnyDue()
    {
        foreach (var connection in _connections)
            if (connection.HasDueBefore(_to))
                return true;
        return false;
    }

    /// <summary>A message is about to be sent.</summary>
    /// <returns>Whether it counts.</returns>
    internal bool Sending(long intended, long now)
    {
        _outstanding++;
        if (intended < _window.From || intended >= _to)
            return false;
        _countedOutstanding++;
        Counts.CountSent(now);
        if (--_messagesLeft == 0 && (_messagesLeft = _counted.Draw()) == 0)
            _to = Over;
        return true;
    }

    /// <summary>Keeps an answer for <see cref="Verify"/>.</summary>
    internal void Matched(in Arrival answer) => _arrivals.Add(in answer);

    /// <summary>One way: so is when a message was sent that is to be recorded.</summary>
    internal void Acknowledged(long sentAt) => _arrivals.AddAcknowledged(sentAt);

    /// <summary>One way: so many more came than were waited for.</summary>
    internal void Late(long messages, long now)
    {
        if (messages > 0 && now >= _window.From)
            Counts.CountLate(messages);
    }

    internal void Answered(bool counted, long now)
    {
        _outstanding--;
        Answers.Add(1);
        if (!counted)
            return;
        _countedOutstanding--;
        if (Counts.CountReceived(now))
            _to = Over;
    }

    internal void Lost(bool counted, long now)
    {
        _outstanding--;
        if (!counted)
            return;
        _countedOutstanding--;
        if (Counts.CountLost(now))
            _to = Over;
    }

    /// <summary>Verifies and records the answers of one receive, which came at <paramref name="now"/>.</summary>
    /// <param name="connection">On which they came.</param>
    internal void Verify(ReadOnlySpan<byte> received, int bodyBytes, int connection, long now)
    {
        _arrivals.Log(Log, connection, now);
        _arrivals.Verify(received, bodyBytes, now, IsTimed);
    }

    /// <summary>An answer that nobody waits for. What comes while the lane is parked belongs to no
    /// measurement.</summary>
    internal void Unexpected(int kind, long now)
    {
        if (kind == Slots.NeverSent)
            Corrupt(now);
        else if (IsRunning && now >= _window.From && kind == Slots.Late)
            Counts.CountLate();
        else if (IsRunning && now >= _window.From)
            Counts.CountDuplicated();
    }

    /// <summary>An answer that matches no message: it counts in the window, as no message tells whether it
    /// counts.</summary>
    internal void Corrupt(long now)
    {
        if (IsRunning && IsInWindow(now))
            Counts.CountCorrupt();
    }

    private bool IsInWindow(long now) =>
        now >= _window.From && (_window.HasLaps || now < _window.To) && (now < _to || _countedOutstanding > 0);

    /// <summary>It was the last measurement.</summary>
    internal void Free()
    {
        foreach (var connection in _connections)
            connection.Free();
        Counts.Free();
    }
}
