using System.Net;

namespace Pingmark.Worker.Kit.Tests;

/// <summary>A stack that takes its steps itself must take them in order.</summary>
public sealed class AwaitedConnectionTests
{
    private readonly AwaitedConnection _connection;
    private readonly Lane _lane;

    public AwaitedConnectionTests()
        : this(inFlight: 1, new LoadPlan(false, (_, _) => new Closed())) { }

    private AwaitedConnectionTests(int inFlight, LoadPlan load)
    {
        var description = new StackDescription("test", "", IsStream: true, Spins: false, "", 1 << 20);
        var plan = new ConnectPlan(
            new ServerAddress("127.0.0.1", 1, IPAddress.Loopback),
            Token: null,
            IsUnframed: false,
            Connections: 1,
            inFlight,
            MessageBytes: 32,
            "zeros",
            LostAfterNs: Clock.Second,
            TimeoutNs: 1,
            IsReliable: true,
            new SocketOptions(null, null, null, null),
            LibraryOptions.None
        );
        var client = new Client(description, plan);
        _lane = client.NewLane();
        _connection = _lane.AddAwaited();
        var window = new Window(0, Window.Unlimited, Window.Unlimited, 0);
        var measurement = new Measurement(window, load, 0, Clock.Second);
        client.Begin(measurement);
        _lane.Begin(measurement, 0);
    }

    private void Receive(uint sequence)
    {
        var frame = new byte[32];
        frame[0] = 28;
        _lane.Payload.Write(sequence, frame.AsSpan(4));
        frame.CopyTo(_connection.ReceiveMemory);
        _connection.Arrived(frame.Length, now: 100);
    }

    private static void Refused(string step, Action action) =>
        Assert.Equal($"a stack's steps are out of order: {step}", Assert.Throws<WorkerException>(action).Message);

    [Fact]
    public void Send_receive_send_settle_is_the_order()
    {
        for (var sequence = 0u; sequence < 3; sequence++)
        {
            _connection.Sent(_connection.Outgoing.Length);
            Receive(sequence);
            Assert.Equal(32, _connection.Outgoing.Length);
            _connection.Sent(20);
            _connection.Sent(12);
            _connection.Settle();
            _lane.EndPass();
            // For the next round, which sends what is left: nothing.
            Assert.False(_connection.HasOutgoing);
        }
        Assert.Equal((3, 0), (_lane.Counts.Received, _lane.Counts.Corrupt));
    }

    /// <summary>Each is composed when the one before has been sent.</summary>
    [Fact]
    public void Messages_that_go_apart_go_one_by_one()
    {
        var load = new LoadPlan(false, (_, _) => new Preflood(3)) { Sends = Sends.Apart };
        var connection = new AwaitedConnectionTests(inFlight: 4, load)._connection;
        for (var message = 0; message < 3; message++)
        {
            Assert.Equal(32, connection.Outgoing.Length);
            connection.Sent(32);
        }
        Assert.False(connection.HasOutgoing);
    }

    [Fact]
    public void Receiving_before_sending_is_refused() =>
        Refused("receive, before what was composed had been sent", () => Receive(0));

    [Fact]
    public void Settling_before_sending_is_refused()
    {
        _connection.Sent(32);
        Receive(0);
        Refused("settle, before what was composed had been sent", _connection.Settle);
    }

    [Fact]
    public void Receiving_before_settling_is_refused()
    {
        _connection.Sent(32);
        Receive(0);
        _connection.Sent(32);
        Refused("receive, before what had arrived was settled", () => Receive(1));
    }

    [Fact]
    public void Settling_before_receiving_is_refused()
    {
        _connection.Sent(32);
        Refused("settle, before anything had arrived", _connection.Settle);
    }

    [Fact]
    public void Sending_more_than_there_is_is_refused() =>
        Refused("sent, more than was composed", () => _connection.Sent(33));
}
