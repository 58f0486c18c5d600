using System.Collections.Concurrent;
using System.Net.Sockets;

namespace Pingmark.Worker.Kit.Tests;

/// <summary>A client with lanes on threads of their own, whose network is a loop in memory.</summary>
public sealed class ClientTests
{
    private static readonly LoadPlan Closed = new(IsTimed: false, (_, _) => new Closed());

    private static Client ClientOf(int lanes, Action<Lane, Echo> pass)
    {
        var description = new StackDescription("test", "", IsStream: false, Spins: true, "", 1 << 20);
        var client = new Client(description, Shared.Plan(isReliable: false, connections: lanes, inFlight: 4));
        for (var i = 0; i < lanes; i++)
        {
            var lane = client.NewLane();
            var echo = new Echo();
            echo.Connection = lane.AddDatagrams(new EchoSender(echo));
            lane.OnMeasure(() =>
            {
                while (lane.IsRunning)
                {
                    pass(lane, echo);
                    lane.EndPass();
                }
            });
        }
        client.Start();
        return client;
    }

    /// <summary>What was sent comes back.</summary>
    private sealed class Echo
    {
        private readonly Queue<byte[]> _sent = new();

        public DatagramConnection<EchoSender>? Connection { get; set; }

        public void Send(ReadOnlySpan<byte> message) => _sent.Enqueue(message.ToArray());

        public void Receive()
        {
            if (_sent.TryDequeue(out var message))
                Connection!.Received(message);
            else
                Connection!.Received(0, SocketError.WouldBlock);
        }
    }

    private readonly struct EchoSender(Echo echo) : ISender
    {
        public SocketError Send(ReadOnlySpan<byte> bytes, out int taken)
        {
            taken = bytes.Length;
            echo.Send(bytes);
            return SocketError.Success;
        }

        public void Flush() { }
    }

    private static Measurement Messages(long messages) =>
        new(new Window(Clock.Now(), Window.Unlimited, messages, 0), Closed, Clock.Now(), Clock.Second);

    [Fact]
    public void All_lanes_together_count_as_many_messages_as_were_asked_for()
    {
        var client = ClientOf(lanes: 3, (_, echo) => echo.Receive());
        for (var measurement = 0; measurement < 3; measurement++)
        {
            var result = Shared.Written(client.Measure(Messages(1_000)).Write);
            Assert.Equal(
                (1_000, 1_000, 0, 0),
                (result.Long("sent"), result.Long("received"), result.Long("lost"), result.Long("corrupt"))
            );
        }
    }

    [Fact]
    public void A_connection_that_ends_ends_the_measurement_and_all_after_it()
    {
        var client = ClientOf(
            lanes: 2,
            (lane, echo) =>
            {
                if (echo.Connection!.Number == 0)
                    echo.Connection.End("gone");
                echo.Receive();
            }
        );
        var reason = Assert.Throws<WorkerException>(() => client.Measure(Messages(1_000_000))).Message;
        Assert.Equal("1 of 2 connections ended: gone", reason);
        Assert.Equal(reason, Assert.Throws<WorkerException>(() => client.Measure(Messages(1))).Message);
        Assert.Equal(1, client.OpenConnections);
    }

    [Fact]
    public void A_client_that_disconnects_ends_its_lanes_whether_it_measured_or_not()
    {
        for (var measurements = 0; measurements < 2; measurements++)
        {
            var threads = new ConcurrentBag<Thread>();
            var client = ClientOf(
                lanes: 2,
                (_, echo) =>
                {
                    if (!threads.Contains(Thread.CurrentThread))
                        threads.Add(Thread.CurrentThread);
                    echo.Receive();
                }
            );
            if (measurements > 0)
                client.Measure(Messages(1_000));
            client.Disconnect();
            Assert.Equal(2 * measurements, threads.Count);
            Assert.DoesNotContain(threads, thread => thread.IsAlive);
        }
    }

    [Fact]
    public void A_loop_that_throws_makes_an_error_of_it()
    {
        var client = ClientOf(lanes: 2, (_, _) => throw new InvalidOperationException("broken"));
        Assert.Equal("broken", Assert.Throws<WorkerException>(() => client.Measure(Messages(1))).Message);
    }
}
