using System.Text.Json;

namespace Pingmark.Worker.Kit;

/// <summary>The requests of a client.</summary>
internal sealed class ClientRole
{
    /// <summary>11 days in ns, and far below what overflows.</summary>
    private const long Most = 1_000_000_000_000_000;

    private Session? _session;

    public long Messages => _session!.Lanes.Sum(l => l.Matched.Value);
    public int Connections => _session!.OpenConnections;

    public Action<Utf8JsonWriter> Connect(Request request, IStack stack)
    {
        var plan = ConnectPlan.From(request, stack.Description);
        var session = new Session(stack.Description, plan);
        EffectiveOptions options;
        try
        {
            options = stack.Connect(session);
        }
        catch
        {
            session.Handshakes.CloseAll();
            throw;
        }
        session.Start();
        _session = session;
        return json =>
        {
            json.WriteNumber("connections", session.OpenConnections);
            session.Handshakes.Times.WriteSparse(json, "connect_histogram");
            options.Write(json);
            plan.Library.Write(json, stack.Description, isClient: true);
        };
    }

    public Action<Utf8JsonWriter> Slice(Request request)
    {
        var (from, to) = (request.Integer("from_ns"), request.Integer("to_ns"));
        var laps = Laps(request);
        request.RefuseTheRest();
        if (to <= from)
            throw new WorkerException("to_ns must be after from_ns");
        // What was over before the load ran is not part of the window as counted.
        from = Math.Max(from, Clock.Now());
        if (to <= from)
            throw new WorkerException("to_ns has already passed");
        return Measure(new Window(from, to, Window.Unlimited, laps), (_, _) => { });
    }

    public Action<Utf8JsonWriter> Run(Request request)
    {
        var settle = request.Integer("settle_ns", 0);
        if (request.Has("duration_ns") == request.Has("messages"))
            throw new WorkerException("run needs duration_ns or messages, one of them");
        var byMessages = request.Has("messages");
        var limit = request.Integer(byMessages ? "messages" : "duration_ns");
        var laps = Laps(request);
        var progress = request.Flag("progress", false);
        request.RefuseTheRest();
        if (settle is < 0 or > Most || limit is < 1 or > Most)
            throw new WorkerException($"settle_ns must be 0 to {Most}, duration_ns and messages 1 to {Most}");
        var from = Clock.Now() + settle;
        var window = byMessages
            ? new Window(from, Window.Unlimited, limit, laps)
            : new Window(from, from + limit, Window.Unlimited, laps);
        return Measure(
            window,
            (received, lost) =>
            {
                if (progress)
                    Reply.Progress(request.Id, received, lost);
            }
        );
    }

    private Action<Utf8JsonWriter> Measure(Window window, Action<long, long> notice)
    {
        var measurement = new Measurement(_session!, window);
        measurement.Run(notice);
        return measurement.Write;
    }

    private int Laps(Request request)
    {
        if (!request.Has("lap_messages"))
            return 0;
        var messages = request.Integer("lap_messages");
        if (_session!.Plan.Connections != 1 || _session.Plan.InFlight != 1)
            throw new UnsupportedException("lap_messages needs connections = in_flight = 1");
        return messages is >= 1 and <= int.MaxValue
            ? (int)messages
            : throw new UnsupportedException($"lap_messages {messages}: 1 to {int.MaxValue}");
    }
}
