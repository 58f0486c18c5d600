using System.Text.Json;

namespace Pingmark.Worker.Kit;

/// <summary>The requests of a client.</summary>
internal sealed class ClientRequests
{
    private Client? _client;
    private long _messagesBefore;

    /// <summary>Since the start, over all that it was connected to.</summary>
    public long Messages => _messagesBefore + (_client?.Messages ?? 0);
    public int Connections => _client?.OpenConnections ?? 0;

    /// <param name="server">With which it is in one process; null: it is in another.</param>
    public Action<Utf8JsonWriter> Connect(Request request, IStack stack, Server? server)
    {
        if (_client is not null)
            throw new WorkerException("this client is connected already; disconnect ends its connections");
        var plan = ConnectPlan.From(request, stack.Description);
        var client = new Client(stack.Description, plan);
        var meeting = server?.ServedByClient is { } served ? Meet(served, plan) : null;
        EffectiveOptions options;
        try
        {
            options = plan.Churns ? Churn.Connect(client) : stack.Connect(client);
            if (meeting is not null)
                client.HasOtherEnd(meeting.GetAwaiter().GetResult());
        }
        catch
        {
            client.Disconnect();
            throw;
        }
        client.Start();
        _client = client;
        return json =>
        {
            json.WriteNumber("connections", client.OpenConnections);
            client.Handshakes.Times.WriteSparse(json, "connect_histogram");
            options.Write(json);
            plan.Library.Write(json);
        };
    }

    /// <summary>A thread of its own greets the client, which waits for the answer.</summary>
    private static Task<OtherEnd> Meet(IMeeting meeting, ConnectPlan plan)
    {
        if (plan is not { Connections: 1, Token: not null, IsOneWay: false, Churns: false, Ticks: null })
            throw new UnsupportedException("pair_threads 1: of one connection with a hello, whose messages are echoed");
        if (plan.InFlightBytes > Constants.MaxPrefloodBytes)
            throw new UnsupportedException(
                $"with pair_threads 1, in_flight x message_bytes is {plan.InFlightBytes}, "
                    + $"the most is {Constants.MaxPrefloodBytes}"
            );
        return Task.Factory.StartNew(
            () =>
            {
                var end = meeting.Meet();
                end.Echo(sizeof(int) + Token.HelloBytes);
                return end;
            },
            TaskCreationOptions.LongRunning
        );
    }

    /// <summary>Afterwards it can connect anew, as it likes.</summary>
    public Action<Utf8JsonWriter> Disconnect(Request request)
    {
        request.RefuseTheRest();
        var client = Connected("disconnect");
        _messagesBefore += client.Messages;
        _client = null;
        client.Disconnect();
        return _ => { };
    }

    private Client Connected(string op) => _client ?? throw new WorkerException($"{op} needs a connect before");

    public Action<Utf8JsonWriter> Run(Request request)
    {
        var origin = Start(request);
        var client = Connected("run");
        var settle = request.Integer("settle_ns", 0);
        if (request.Has("duration_ns") == request.Has("messages"))
            throw new WorkerException("run needs duration_ns or messages, one of them");
        var byMessages = request.Has("messages");
        var limit = request.Integer(byMessages ? "messages" : "duration_ns");
        var laps = Laps(request, client.Plan);
        var load = Loads.Read(request, client.Description.Loads, LoadRoom.Of(client.Plan, client.Description.IsStream));
        var lostAfter = request.Nanoseconds("lost_after_ns", client.Plan.LostAfterNs);
        var slowest = Slowest(request, client.Plan);
        request.RefuseTheRest();
        if (settle is < 0 or > Constants.MaxWindowNs || limit is < 1 or > Constants.MaxWindowNs)
            throw new WorkerException(
                $"settle_ns must be 0 to {Constants.MaxWindowNs}, duration_ns and messages 1 to {Constants.MaxWindowNs}"
            );
        if (laps > 0 && !load.IsClosed)
            throw new UnsupportedException("lap_messages needs the closed load");
        if (byMessages && client.Plan.Ticks is not null)
            throw new UnsupportedException("load tick: it needs duration_ns");
        Clock.SleepUntil(origin);
        var from = origin + settle;
        var window = byMessages
            ? new Window(from, Window.Unlimited, limit, laps)
            : new Window(from, from + limit, Window.Unlimited, laps);
        return client.Measure(new Measurement(window with { Slowest = slowest }, load, origin, lostAfter)).Write;
    }

    private static int Slowest(Request request, ConnectPlan plan) =>
        !request.Has("slowest") ? 0
        : plan.IsOneWay ? throw new UnsupportedException("slowest: of messages that are echoed")
        : (int)request.Within("slowest", 1, Constants.MaxSlowestMessages);

    /// <summary>When the load begins: now, or later, where clients of several workers begin together.</summary>
    private static long Start(Request request)
    {
        var received = Clock.Now();
        var start = request.Has("start_at_ns") ? request.Within("start_at_ns", 0, long.MaxValue) : received;
        return start - received > Constants.MaxStartAheadNs
            ? throw new UnsupportedException(
                $"start_at_ns is {start - received} ns ahead, the most is {Constants.MaxStartAheadNs}"
            )
            : Math.Max(start, received);
    }

    private static int Laps(Request request, ConnectPlan plan)
    {
        if (!request.Has("lap_messages"))
            return 0;
        if (plan.Connections != 1 || plan.InFlight != 1)
            throw new UnsupportedException("lap_messages needs connections = in_flight = 1");
        return (int)request.Within("lap_messages", 1, int.MaxValue);
    }
}
