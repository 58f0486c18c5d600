namespace Pingmark.Worker.Kit;

/// <summary>
/// One measuring thread, or async flow of control, with its connections and its own counts. Only it writes here while a
/// measurement runs; the client reads when the lane is parked.
/// </summary>
public sealed class Lane
{
    /// <summary>A wait takes so much longer than it was asked to.</summary>
    private const long WakeUpNs = 60_000;

    private readonly Client _client;
    private readonly LossWatch _losses;
    private readonly int _pollsPerClock;

    /// <summary>Answers of one receive that wait for their verification.</summary>
    private readonly Arrivals _arrivals;
    private Recording _recording;
    private Connection[] _connections = [];

    /// <summary>Of the next measurement, one for each connection.</summary>
    private Load[] _loads = [];

    private bool _done = true;
    private int _outstanding;
    private int _emptyPolls;
    private bool _brought;
    private long _lostAfterNs;
    private long _answersBefore;
    private int _endedConnections;

    internal Lane(Client client)
    {
        _client = client;
        Payload = client.Payload.Share();
        Counts = new(client.Plan.Churns, client.Plan.Ticks is not null);
        Window = new(Counts);
        Schedule = new UntimedSchedule(this, []);
        _arrivals = new Arrivals(Payload);
        _recording = new Recording(Counts, isTimed: false);
        Exchange = Exchange.Of(this, client.Description.IsStream);
        _losses = new LossWatch(client.Plan.InFlight);
        // An empty poll costs less than reading the clock; a wait costs more.
        _pollsPerClock = client.Description.Spins ? Constants.PollsPerClockReading : 0;
    }

    internal Client Client => _client;
    internal ConnectPlan Plan => _client.Plan;
    private int MostInFlightBytes => _client.Description.MostInFlightBytes(Plan);
    internal Payload Payload { get; }
    internal Counts Counts { get; }
    internal LaneWindow Window { get; }
    internal Schedule Schedule { get; private set; }

    internal Exchange Exchange { get; }
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

    /// <summary>The clock's last reading.</summary>
    public long Now { get; private set; }

    /// <summary>The stack's loop goes on until this is false.</summary>
    public bool IsRunning { get; private set; }

    /// <summary>False while the lane drains.</summary>
    internal bool IsSending => _client.IsSending;

    /// <summary>How long the stack may wait for the network; 0: not at all.</summary>
    public long WaitNs =>
        _losses.IsConfirming
            ? 0
            : Math.Clamp(
                Math.Min(Schedule.NextDue - WakeUpNs, NextLook) - Schedule.WaitsFrom(Now),
                0,
                Constants.LongestWaitNs
            );

    public StreamConnection<TSender> AddStream<TSender>(TSender sender)
        where TSender : ISender => Add(new StreamConnection<TSender>(this, MostInFlightBytes, sender));

    public InPlaceConnection<TLink> AddInPlace<TLink>(TLink link)
        where TLink : IInPlace => Add(new InPlaceConnection<TLink>(this, MostInFlightBytes, link));

    public AwaitedConnection AddAwaited() => Add(new AwaitedConnection(this, MostInFlightBytes));

    public DatagramConnection<TSender> AddDatagrams<TSender>(TSender sender)
        where TSender : ISender => Add(new DatagramConnection<TSender>(this, sender));

    public MessageConnection<TSender> AddMessages<TSender>(TSender sender)
        where TSender : ISender => Add(new MessageConnection<TSender>(this, sender));

    private T Add<T>(T connection)
        where T : Connection
    {
        _connections = [.. _connections, connection];
        MakeRoomFor(connection);
        return connection;
    }

    internal void MakeRoomFor(Connection connection) => _arrivals.MakeRoom(connection.MostAnswers);

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
            EndPass(Now, brought: true);
        else if (_emptyPolls >= _pollsPerClock || _losses.IsConfirming || Schedule.NextDue != Load.Never)
            EndPass(_client.Clock(), brought: false);
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
        if (!_done && Window.IsOver(now))
            EndWhenSettled(now);
        if (now >= Schedule.NextDue)
            Schedule.SendDue();
        if (!IsSending && (_outstanding == 0 || _client.IsAborted(now)))
            IsRunning = false;
    }

    /// <summary>A peer kept so many messages that there is no room for another, and counting has no end but by
    /// messages.</summary>
    private bool IsStuck => Window.HasNoEnd && IsSending && _outstanding == 0 && Schedule.NextDue == Load.Never;

    /// <summary>A poll of one connection brought nothing.</summary>
    internal void Nothing()
    {
        _emptyPolls++;
        Schedule.PolledInVain();
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

    /// <summary>While it is parked, on the thread of the requests: what a measurement needs is no memory that its
    /// messages cost.</summary>
    /// <param name="counted">Drawn from where the window says how many messages count.</param>
    internal void Prepare(Measurement measurement, MessagePool counted)
    {
        var (window, load, origin, _) = measurement;
        Counts.Begin(window, load.IsTimed);
        Window.Prepare(window, counted);
        if (_loads.Length != _connections.Length)
            _loads = new Load[_connections.Length];
        for (var at = 0; at < _loads.Length; at++)
            _loads[at] = load.Make(_connections[at].Number, origin);
        Schedule = Schedule.Of(load, this, _connections);
        _recording = new Recording(Counts, load.IsTimed);
    }

    internal void Begin(Measurement measurement, long now)
    {
        var (_, load, _, lostAfterNs) = measurement;
        _lostAfterNs = lostAfterNs;
        _answersBefore = Answers.Value;
        Window.Begin();
        _done = _brought = false;
        _emptyPolls = 0;
        Now = now;
        IsRunning = true;
        for (var at = 0; at < _connections.Length; at++)
            _connections[at].Begin(_loads[at], load);
        Exchange.Begin(lostAfterNs);
        _losses.Begin(now, lostAfterNs);
        Schedule.Begin(now);
    }

    internal void End()
    {
        Counts.Answered = Answers.Value - _answersBefore;
        Counts.SilentConnections = _connections.Count(connection => connection.IsSilent);
    }

    private void LookForLosses(long now)
    {
        var oldest = now;
        foreach (var connection in _connections)
            oldest = Math.Min(oldest, connection.Expire(_losses.Deadline, now));
        _losses.Looked(now, oldest);
        Schedule.LookedForLosses();
    }

    /// <summary>The window is over: the lane is done when nothing is to come that counts.</summary>
    private void EndWhenSettled(long now)
    {
        if (Window.GivesUp(now, _lostAfterNs))
            Schedule.GiveUp(Window);
        if (!Window.AllSettled || Schedule.Owes(Window) || Exchange.AwaitsMore(_connections, now))
            return;
        _done = true;
        _client.LaneDone();
    }

    /// <summary>A message is about to be sent.</summary>
    /// <returns>Whether it counts.</returns>
    internal bool Sending(long intended, long now)
    {
        _outstanding++;
        return Window.Sent(intended, now);
    }

    /// <summary>Keeps an answer for <see cref="Verify"/>.</summary>
    internal void Matched(in Arrival answer) => _arrivals.Add(in answer);

    /// <summary>One way: so is when a message was sent that is to be recorded.</summary>
    internal void Acknowledged(long sentAt) => _arrivals.AddAcknowledged(sentAt);

    /// <summary>One way: so many more came than were waited for.</summary>
    internal void Late(long messages, long now)
    {
        if (messages > 0 && Window.HasBegun(now))
            Counts.Late += messages;
    }

    internal void Answered(bool counted, long now)
    {
        _outstanding--;
        Answers.Add(1);
        if (!counted)
            return;
        Counts.Received++;
        Window.Settled(now);
    }

    internal void Lost(bool counted, long now)
    {
        _outstanding--;
        if (!counted)
            return;
        Counts.Lost++;
        Window.Settled(now);
    }

    /// <summary>Verifies and records the answers of one receive, which came at <paramref name="now"/>.</summary>
    /// <param name="comparedBytes">Of each body.</param>
    /// <param name="connection">On which they came.</param>
    internal void Verify(ReadOnlySpan<byte> received, int comparedBytes, int connection, long now) =>
        _recording.Verify(_arrivals, received, comparedBytes, connection, now);

    /// <summary>An answer that nobody waits for. What comes while the lane is parked belongs to no
    /// measurement.</summary>
    internal void Unexpected(int kind, long now)
    {
        if (kind == Slots.NeverSent)
            Corrupt(now);
        else if (IsRunning && Window.HasBegun(now) && kind == Slots.Late)
            Counts.Late++;
        else if (IsRunning && Window.HasBegun(now))
            Counts.Duplicated++;
    }

    /// <summary>An answer that matches no message: it counts in the window, as no message tells whether it
    /// counts.</summary>
    internal void Corrupt(long now)
    {
        if (IsRunning && Window.Contains(now))
            Counts.Corrupt++;
    }

    /// <summary>It was the last measurement.</summary>
    internal void Free()
    {
        foreach (var connection in _connections)
            connection.Free();
        Counts.Free();
    }
}
