using System.Text.Json;

namespace Pingmark.Worker.Kit;

/// <summary>The requests of a client.</summary>
internal sealed class ClientRequests
{
    private Client? _client;

    public long Messages => _client!.Lanes.Sum(l => l.Answers.Value);
    public int Connections => _client!.OpenConnections;

    public Action<Utf8JsonWriter> Connect(Request request, IStack stack)
    {
        var plan = ConnectPlan.From(request, stack.Description);
        var client = new Client(stack.Description, plan);
        EffectiveOptions options;
        try
        {
            options = stack.Connect(client);
        }
        catch
        {
            client.Handshakes.CloseAll();
            throw;
        }
        client.Start();
        _client = client;
        return json =>
        {
            json.WriteNumber("connections", client.OpenConnections);
            client.Handshakes.Times.WriteSparse(json, "connect_histogram");
            options.Write(json);
            plan.Library.Write(json, stack.Description, isClient: true);
        };
    }

    public Action<Utf8JsonWriter> Run(Request request)
    {
        var origin = Clock.Now();
        var settle = request.Integer("settle_ns", 0);
        if (request.Has("duration_ns") == request.Has("messages"))
            throw new WorkerException("run needs duration_ns or messages, one of them");
        var byMessages = request.Has("messages");
        var limit = request.Integer(byMessages ? "messages" : "duration_ns");
        var laps = Laps(request);
        var load = Loads.Read(request, _client!.Description.Loads, _client.Plan.Connections);
        request.RefuseTheRest();
        if (settle is < 0 or > Constants.MaxWindowNs || limit is < 1 or > Constants.MaxWindowNs)
            throw new WorkerException(
                $"settle_ns must be 0 to {Constants.MaxWindowNs}, duration_ns and messages 1 to {Constants.MaxWindowNs}"
            );
        if (laps > 0 && load.IsTimed)
            throw new UnsupportedException("lap_messages needs the closed load");
        var from = origin + settle;
        var window = byMessages
            ? new Window(from, Window.Unlimited, limit, laps)
            : new Window(from, from + limit, Window.Unlimited, laps);
        return _client.Measure(new Measurement(window, load, origin)).Write;
    }

    private int Laps(Request request)
    {
        if (!request.Has("lap_messages"))
            return 0;
        if (_client!.Plan.Connections != 1 || _client.Plan.InFlight != 1)
            throw new UnsupportedException("lap_messages needs connections = in_flight = 1");
        return (int)request.Within("lap_messages", 1, int.MaxValue);
    }
}
