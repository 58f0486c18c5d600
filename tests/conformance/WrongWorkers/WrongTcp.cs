using System.Net.Sockets;
using Pingmark.Worker.Kit;

namespace Pingmark.WrongWorkers;

/// <summary>A thread per connection; what its server answers depends on the fault.</summary>
internal sealed class WrongTcp : IStack
{
    public const string None = "none";

    public static string Fault { get; set; } = None;

    public StackDescription Description { get; } =
        new(
            "wrong/tcp-threads",
            $"thread per connection; fault: {Fault}",
            IsStream: true,
            Spins: false,
            "one thread per connection",
            StackDescription.BufferBound
        );

    public Listening Listen(ListenPlan plan, ServerCounts counts)
    {
        var listener = Sockets.ListeningTcp(plan);
        var answers = new WrongAnswers(plan.Token is null ? None : Fault);
        Start(() =>
        {
            while (true)
            {
                var socket = listener.Accept();
                Start(() => Serve(socket, plan, counts, answers));
            }
        });
        return Sockets.Describe(listener);
    }

    private static void Serve(Socket socket, ListenPlan plan, ServerCounts counts, WrongAnswers answers)
    {
        using var connection = socket;
        using var echo = new StreamEcho(plan.Token, counts);
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

    public EffectiveOptions Connect(Session session)
    {
        EffectiveOptions? options = null;
        for (var i = 0; i < session.Plan.Connections; i++)
        {
            var socket = session.Handshakes.OpenStream();
            options ??= SocketOptions.ReadBack(socket);
            socket.ReceiveTimeout = 50;
            var lane = session.NewLane();
            var flow = lane.AddStream();
            lane.OnMeasure(() => Measure(lane, flow, socket));
        }
        return options!;
    }

    private static void Measure(Lane lane, StreamFlow flow, Socket socket)
    {
        while (lane.IsRunning)
        {
            if (lane.NeedsFill)
            {
                lane.Filled();
                flow.Fill();
            }
            Send(flow, socket);
            var received = socket.Receive(flow.ReceiveSpan, SocketFlags.None, out var error);
            if (error != SocketError.Success)
            {
                if (Sockets.IsNothingYet(error))
                    lane.Tick();
                else
                    flow.End(Sockets.Reason(error));
                continue;
            }
            if (received == 0)
            {
                flow.End("closed by the peer");
                continue;
            }
            flow.Arrived(received);
            Send(flow, socket);
            flow.Settle();
        }
    }

    private static void Send(StreamFlow flow, Socket socket)
    {
        var error = SocketError.Success;
        while (flow.HasOutgoing && error == SocketError.Success)
            flow.Sent(socket.Send(flow.OutgoingSpan, SocketFlags.None, out error));
    }

    private static void Start(ThreadStart body) => new Thread(body) { IsBackground = true }.Start();
}
