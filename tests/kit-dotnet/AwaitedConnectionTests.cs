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
        var client = new Client(description, Shared.Plan(isReliable: true, connections: 1, inFlight, "zeros"));
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

    /// <summary>S: what is composed is sent; R: its answer is received; E: it is settled.</summary>
    [Fact]
    public void A_step_that_comes_before_its_time_is_refused() =>
        Assert.All<(string Before, char Step, string Refused)>(
            [
                ("", 'R', "receive, before what was composed had been sent"),
                ("SR", 'E', "settle, before what was composed had been sent"),
                ("SRS", 'R', "receive, before what had arrived was settled"),
                ("S", 'E', "settle, before anything had arrived"),
                ("S", 'S', "sent, more than was composed"),
            ],
            row =>
            {
                var test = new AwaitedConnectionTests();
                foreach (var step in row.Before)
                    test.Take(step);
                var refused = Assert.Throws<WorkerException>(() => test.Take(row.Step));
                Assert.Equal($"a stack's steps are out of order: {row.Refused}", refused.Message);
            }
        );

    private void Take(char step)
    {
        if (step == 'S')
            _connection.Sent(32);
        else if (step == 'R')
            Receive(0);
        else
            _connection.Settle();
    }

    [Fact]
    public void A_loop_that_throws_makes_an_error_of_it()
    {
        var client = StartClient((_, _) => throw new InvalidOperationException("broken"));
        Assert.Equal("broken", FindError(client));
    }

    [Fact]
    public void A_connection_that_ends_ends_this_measurement_and_later_ones()
    {
        var client = StartClient(
            (lane, connection) =>
            {
                if (connection.Number == 0)
                    connection.End("gone");
                while (lane.IsRunning)
                    lane.EndPass();
            }
        );
        for (var measurements = 0; measurements < 2; measurements++)
            Assert.Equal("1 of 2 connections ended: gone", FindError(client));
        Assert.Equal(1, client.OpenConnections);
    }

    /// <summary>A client of two connections, each with a lane of its own.</summary>
    private static Client StartClient(Action<Lane, AwaitedConnection> loop)
    {
        var description = new StackDescription("test", "", IsStream: true, Spins: false, "", 1 << 20);
        var client = new Client(description, Shared.Plan(isReliable: true, connections: 2, inFlight: 1));
        for (var number = 0; number < 2; number++)
        {
            var lane = client.NewLane();
            var connection = lane.AddAwaited();
            lane.OnMeasure(() => loop(lane, connection));
        }
        client.Start();
        return client;
    }

    private static string FindError(Client client)
    {
        var window = new Window(Clock.Now(), Window.Unlimited, 1, 0);
        var load = new LoadPlan(false, (_, _) => new Closed());
        var measurement = new Measurement(window, load, Clock.Now(), Clock.Second);
        return Assert.Throws<WorkerException>(() => client.Measure(measurement)).Message;
    }
}
