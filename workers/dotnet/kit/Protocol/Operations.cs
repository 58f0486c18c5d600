using System.Runtime;
using System.Runtime.InteropServices;
using System.Text.Json;

namespace Pingmark.Worker.Kit;

/// <summary>What each op does. An operation reads its fields, rejects the rest, acts, and returns what writes the answer.</summary>
internal sealed class Operations(string worker, Dictionary<string, Stack> stacks, LineWriter output)
{
    private const int ProtocolVersion = 1;

    private ServerSession? _server;
    private ClientSession? _client;

    public Action<Utf8JsonWriter> Execute(Request request) => request.Op switch
    {
        "hello" => SayHello(request),
        "describe" => Describe(request),
        "listen" => Listen(request),
        "connect" => Connect(request),
        "slice" => Slice(request),
        "run" => Run(request),
        "usage" or "stop" => Usage(request),
        "vector" => Vectors.Make(request),
        _ => throw new UnsupportedException($"unknown op '{request.Op}'"),
    };

    private Action<Utf8JsonWriter> SayHello(Request request)
    {
        long protocol = request.Number("protocol", 0, int.MaxValue);
        request.RejectUnread();
        if (protocol != ProtocolVersion) throw new UnsupportedException($"protocol {protocol}: this worker speaks {ProtocolVersion}");
        return json =>
        {
            json.WriteNumber("protocol", ProtocolVersion);
            json.WriteString("worker", worker);
            json.WriteString("runtime", RuntimeInformation.FrameworkDescription);
            json.WriteTexts("libraries", []);
            json.WriteNumber("pid", Environment.ProcessId);
            json.WriteStartArray("cpus");
            foreach (int cpu in ProcessStatus.Cpus()) json.WriteNumberValue(cpu);
            json.WriteEndArray();
            json.WriteString("gc", (GCSettings.IsServerGC ? "server, " : "workstation, ")
                + (GCSettings.LatencyMode == GCLatencyMode.Batch ? "blocking" : "concurrent"));
            long limit = Convert.ToInt64(GC.GetConfigurationVariables().GetValueOrDefault("GCHeapHardLimit", 0L));
            if (limit > 0) json.WriteNumber("heap_limit_bytes", limit);
            else json.WriteNull("heap_limit_bytes");
            json.WriteTexts("stacks", stacks.Keys);
            json.WriteString("histogram_layout", Histogram.Layout);
        };
    }

    private Action<Utf8JsonWriter> Describe(Request request)
    {
        StackDescription description = StackOf(request).Description;
        request.RejectUnread();
        return description.Write;
    }

    private Action<Utf8JsonWriter> Listen(Request request)
    {
        Stack stack = StackOf(request);
        ListenRequest asked = ListenRequest.From(request, stack.Description);
        request.RejectUnread();
        RefuseSecondRole();
        var session = new ServerSession(asked.Token);
        Listening listening = stack.Listen(asked, session);
        _server = session;
        return json =>
        {
            json.WriteString("address", listening.EndPoint.Address.ToString());
            json.WriteNumber("port", listening.EndPoint.Port);
            SocketOptions.WriteEffective(json, listening.Socket);
        };
    }

    private Action<Utf8JsonWriter> Connect(Request request)
    {
        Stack stack = StackOf(request);
        ConnectRequest asked = ConnectRequest.From(request, stack.Description);
        request.RejectUnread();
        stack.Description.Check(asked);
        RefuseSecondRole();
        Connected connected = stack.Connect(asked);
        _client = connected.Session;
        return json =>
        {
            json.WriteNumber("connections", _client.OpenConnections);
            connected.ConnectTimes.WriteSparse(json, "connect_histogram");
            SocketOptions.WriteEffective(json, connected.FirstSocket);
        };
    }

    private Action<Utf8JsonWriter> Slice(Request request)
    {
        long from = request.Number("from_ns", 0, long.MaxValue - 1);
        long to = request.Number("to_ns", from, long.MaxValue - 1);
        long laps = LapMessages(request);
        request.RejectUnread();
        return Client(request, laps).Measure(new Window(from, to, Window.Unlimited, laps)).Write;
    }

    private Action<Utf8JsonWriter> Run(Request request)
    {
        long settle = request.OptionalNumber("settle_ns", 0, long.MaxValue / 4) ?? 0;
        long? duration = request.OptionalNumber("duration_ns", 1, long.MaxValue / 4);
        long? messages = request.OptionalNumber("messages", 1, long.MaxValue / 4);
        long laps = LapMessages(request);
        bool progress = request.OptionalBoolean("progress") ?? false;
        request.RejectUnread();
        if (duration is null == messages is null) throw new WorkerException("run needs either 'duration_ns' or 'messages'");
        ClientSession client = Client(request, laps);
        long from = Clock.Now() + settle;
        var window = new Window(from, from + duration ?? Window.Unlimited, messages ?? Window.Unlimited, laps);
        return client.Measure(window, progress ? new Progress(request.Id, output).Report : null).Write;
    }

    private Action<Utf8JsonWriter> Usage(Request request)
    {
        request.RejectUnread();
        return json => UsageReport.Write(json, _server, _client);
    }

    private Stack StackOf(Request request)
    {
        string id = request.Text("stack");
        return stacks.TryGetValue(id, out Stack? stack) ? stack : throw new UnsupportedException($"unknown stack '{id}'");
    }

    private void RefuseSecondRole()
    {
        if (_server is not null || _client is not null) throw new UnsupportedException("this worker already has its role");
    }

    private ClientSession Client(Request request, long laps)
    {
        if (_client is null) throw new WorkerException($"{request.Op} needs connect first");
        if (laps != Window.Unlimited && !_client.IsPingPong) throw new UnsupportedException("lap_messages: only with connections = in_flight = 1");
        return _client;
    }

    private static long LapMessages(Request request) =>
        request.OptionalNumber("lap_messages", 1, long.MaxValue / 4) ?? Window.Unlimited;
}
