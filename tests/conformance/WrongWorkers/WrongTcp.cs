using System.Net.Sockets;
using Microsoft.Win32.SafeHandles;
using Pingmark.Worker.Kit;

namespace Pingmark.WrongWorkers;

/// <summary>A thread per connection; what its server answers depends on the fault.</summary>
internal sealed class WrongTcp : IStack
{
    public const string None = "none";

    private const string LooksSeldom = "looks-every-62-ms",
        Leaks = "leaks-a-descriptor",
        Works = "works-while-it-should-wait",
        Deaf = "stops-listening-when-it-disconnects";

    /// <summary>The faults of this stack; all others are in what a worker says.</summary>
    public static readonly string[] Faults =
    [
        None,
        LooksSeldom,
        Leaks,
        Works,
        Deaf,
        WrongStamps.AfterTheSend,
        WrongLoad.Restarts,
        .. WrongAnswers.Faults,
    ];

    private const long LongNs = 62 * Clock.Millisecond,
        WorkNs = 10 * Clock.Millisecond;
    private const int PauseMs = 30;

    public static string Fault { get; set; } = None;

    /// <summary>Never closed, but kept.</summary>
    private static readonly List<SafeFileHandle> Leaked = [];

    public StackDescription Description { get; } =
        new(
            "wrong/tcp-threads",
            $"thread per connection; fault: {Fault}",
            IsStream: true,
            Spins: false,
            "one thread per connection",
            StackDescription.BufferBound
        );

    public Listening Listen(ListenPlan plan, Server server)
    {
        var listener = Sockets.ListeningStream(plan);
        var answers = new WrongAnswers(plan.Token is null ? None : Fault);
        var shortage = new Shortage();
        Start(() =>
        {
            while (true)
            {
                shortage.AwaitRoom();
                if (Accepted(listener) is not { } socket)
                    return;
                Start(() => Serve(socket, plan, server, answers));
            }
        });
        if (Fault == Deaf)
            StopListening(listener, server.OrderToEndAll());
        return Sockets.Describe(listener);
    }

    /// <summary>When the server disconnects.</summary>
    private static void StopListening(Socket listener, Order order) =>
        Start(() =>
        {
            SpinWait.SpinUntil(() => order.IsGiven);
            Sockets.End(listener);
            order.Done();
        });

    /// <returns>Null when it does not listen any more.</returns>
    private static Socket? Accepted(Socket listener)
    {
        try
        {
            return listener.Accept();
        }
        catch (SocketException)
        {
            return null;
        }
    }

    private static void Serve(Socket socket, ListenPlan plan, Server server, WrongAnswers answers)
    {
        using var connection = socket;
        using var echo = new StreamEcho(plan.Token, server, connection);
        while (
            socket.Receive(echo.ReceiveSpan, SocketFlags.None, out var error) is var received
            && received > 0
            && error == SocketError.Success
            && echo.Arrived(received)
        )
        {
            var outgoing = echo.OutgoingSpan.ToArray();
            echo.Sent(outgoing.Length);
            socket.Send(answers.Of(outgoing), SocketFlags.None, out error);
        }
    }

    public EffectiveOptions Connect(Client client)
    {
        if (Fault == Leaks)
            Leaked.Add(File.OpenHandle("/dev/null"));
        if (Fault == Works)
            Start(WorkNowAndThen);
        EffectiveOptions? options = null;
        for (var i = 0; i < client.Plan.Connections; i++)
        {
            var socket = client.Handshakes.OpenStream();
            options ??= SocketOptions.ReadBack(socket);
            MeasureOn(client.NewLane(), socket);
        }
        return options!;
    }

    /// <summary>Whatever is measured, as a library's timer may.</summary>
    private static void WorkNowAndThen()
    {
        while (true)
        {
            Thread.Sleep(PauseMs);
            for (var until = Clock.Now() + WorkNs; Clock.Now() < until; )
                Thread.SpinWait(1);
        }
    }

    private static void MeasureOn(Lane lane, Socket socket)
    {
        socket.Blocking = false;
        var sender = new SocketSender(socket);
        if (Fault != WrongStamps.AfterTheSend)
        {
            MeasureOn(lane, lane.AddStream(sender), socket);
            return;
        }
        var wrong = new WrongStamps(sender);
        var connection = lane.AddStream(wrong);
        wrong.Restamp(connection);
        MeasureOn(lane, connection, socket);
    }

    private static void MeasureOn<TSender>(Lane lane, StreamConnection<TSender> connection, Socket socket)
        where TSender : ISender => lane.OnMeasure(() => Measure(lane, connection, socket));

    private static void Measure<TSender>(Lane lane, StreamConnection<TSender> connection, Socket socket)
        where TSender : ISender
    {
        var passEnded = 0L;
        while (lane.IsRunning)
        {
            var (received, error) = (0, SocketError.WouldBlock);
            if (Readiness.Await(socket.Handle, lane.WaitNs))
                received = socket.Receive(connection.ReceiveSpan, SocketFlags.None, out error);
            connection.Received(received, error);
            if (Fault == LooksSeldom && Clock.Now() - passEnded < LongNs)
                continue;
            lane.EndPass();
            passEnded = Clock.Now();
        }
    }

    private static void Start(ThreadStart body) => new Thread(body) { IsBackground = true }.Start();
}
