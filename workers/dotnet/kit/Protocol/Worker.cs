using System.Reflection;
using System.Runtime;
using System.Runtime.InteropServices;
using System.Text.Json;

namespace Pingmark.Worker.Kit;

/// <summary>A worker's life: reads requests, carries them out one after the other, replies.</summary>
public sealed class Worker
{
    private readonly string _name;
    private readonly IReadOnlyList<string> _libraries;
    private readonly Dictionary<string, IStack> _stacks;
    private readonly LineReader _lines = new();
    private readonly ClientRequests _client = new();
    private Server? _server;
    private int _pairThreads;
    private bool _hasConnected;
    private bool _stopped;

    private Worker(string name, IReadOnlyList<string> libraries, IEnumerable<IStack> stacks)
    {
        _name = name;
        _libraries = libraries;
        _stacks = stacks
            .OrderBy(s => s.Description.Stack, StringComparer.Ordinal)
            .ToDictionary(s => s.Description.Stack);
    }

    /// <param name="stacks">Every <see cref="IStack"/> in it is offered.</param>
    public static void Run(string name, IReadOnlyList<string> libraries, Assembly stacks) =>
        Run(
            name,
            libraries,
            stacks
                .GetTypes()
                .Where(t => t.IsClass && !t.IsAbstract && t.IsAssignableTo(typeof(IStack)))
                .Select(t => (IStack)Activator.CreateInstance(t)!)
        );

    public static void Run(string name, IReadOnlyList<string> libraries, IEnumerable<IStack> stacks)
    {
        // stdout is the controller's: a library that prints must not garble it.
        Console.SetOut(Console.Error);
        var host = new Worker(name, libraries, stacks);
        host._lines.Start();
        while (!host._stopped)
            host.Handle(host._lines.Next());
        Environment.Exit(0);
    }

    private void Handle(string line)
    {
        Request request;
        try
        {
            request = ReferenceEquals(line, LineReader.TooLong)
                ? throw new FormatException($"a line {LineReader.TooLong}")
                : Request.Parse(line);
        }
        catch (FormatException e)
        {
            Reply.Failed(null, "error", e.Message);
            return;
        }
        try
        {
            Reply.Ok(request.Id, CarryOut(request));
        }
        catch (UnsupportedException e)
        {
            Reply.Failed(request.Id, "unsupported", e.Message);
        }
        catch (Exception e)
        {
            // The controller decides what a failure means; this worker goes on.
            if (e is not WorkerException)
                Console.Error.WriteLine(e);
            Reply.Failed(request.Id, "error", e.Message);
        }
    }

    private Action<Utf8JsonWriter> CarryOut(Request request) =>
        request.Op switch
        {
            "hello" => Hello(request),
            "describe" => Describe(request),
            "listen" => Listen(request),
            "connect" => Connect(request),
            "run" => _client.Run(request),
            "disconnect" => Disconnect(request),
            "usage" => UsageOf(request),
            "stop" => Stop(request),
            "vector" => Vectors.Answer(request),
            "timers" => Timers.Answer(request),
            var other => throw new UnsupportedException($"unknown op {other}"),
        };

    private Action<Utf8JsonWriter> Hello(Request request)
    {
        var protocol = request.Integer("protocol");
        request.RefuseTheRest();
        if (protocol != Constants.Protocol)
            throw new UnsupportedException(
                $"protocol {protocol} is not spoken here; this worker speaks {Constants.Protocol}"
            );
        return json =>
        {
            json.WriteNumber("protocol", Constants.Protocol);
            json.WriteString("worker", _name);
            json.WriteString("runtime", RuntimeInformation.FrameworkDescription);
            json.WriteStrings("libraries", _libraries);
            json.WriteNumber("pid", Environment.ProcessId);
            json.WriteNumbers("cpus", Cpus());
            var kind = GCSettings.IsServerGC ? "server" : "workstation";
            var isConcurrent = GCSettings.LatencyMode != GCLatencyMode.Batch;
            json.WriteString("gc", $"{kind}, {(isConcurrent ? "concurrent" : "not concurrent")}");
            json.WriteStrings("compiler_threads", [".NET Tiered"]);
            json.WriteStrings("stacks", _stacks.Keys);
            json.WriteString("histogram_layout", Histogram.Layout);
        };
    }

    private static IEnumerable<long> Cpus()
    {
        var list = File.ReadLines("/proc/self/status")
            .First(l => l.StartsWith("Cpus_allowed_list:", StringComparison.Ordinal))
            .Split(':')[1]
            .Trim();
        return list.Split(',')
            .Select(r => r.Split('-'))
            .SelectMany(r => Enumerable.Range(int.Parse(r[0]), int.Parse(r[^1]) - int.Parse(r[0]) + 1))
            .Select(cpu => (long)cpu);
    }

    private IStack Stack(Request request) =>
        request.Text("stack") is var id && _stacks.TryGetValue(id, out var stack)
            ? stack
            : throw new UnsupportedException($"unknown stack {id}: {string.Join(", ", _stacks.Keys)}");

    private Action<Utf8JsonWriter> Describe(Request request)
    {
        var stack = Stack(request);
        request.RefuseTheRest();
        return stack.Description.Write;
    }

    private Action<Utf8JsonWriter> Listen(Request request)
    {
        if (_server is not null || _hasConnected)
            throw new WorkerException("this worker has its role already: it listens once in its life, or it connects");
        var stack = Stack(request);
        var plan = ListenPlan.From(request, stack.Description);
        var server = new Server();
        var listening = Sockets.Named($"listen {plan.Where}", () => stack.Listen(plan, server));
        (_server, _pairThreads) = (server, plan.PairThreads);
        return json =>
        {
            json.WriteString("address", plan.Where.Host);
            json.WriteNumber("port", listening.Port);
            listening.Options.Write(json);
            if (listening.Certificate is { } certificate)
                json.WriteString("certificate", certificate);
            plan.Library.Write(json);
        };
    }

    private Action<Utf8JsonWriter> Connect(Request request)
    {
        if (_server is not null && _pairThreads == 0)
            throw new WorkerException("this worker is a server, and connects to none");
        var fields = _client.Connect(request, Stack(request), _server);
        _hasConnected = true;
        return fields;
    }

    private Action<Utf8JsonWriter> Disconnect(Request request)
    {
        if (Meant(request) is not { } server)
            return _client.Disconnect(request);
        request.RefuseTheRest();
        server.Disconnect();
        return json => json.WriteNumber("connections", server.Connections);
    }

    /// <summary>The server, or null for the client; of a worker with both the request says which one it
    /// means.</summary>
    private Server? Meant(Request request) =>
        _pairThreads == 0
            ? _server
            : request.Text("role") switch
            {
                "server" => _server,
                "client" => null,
                var other => throw new UnsupportedException($"role {other}: server or client"),
            };

    private Action<Utf8JsonWriter> UsageOf(Request request)
    {
        var server = Meant(request);
        request.RefuseTheRest();
        return json =>
        {
            json.WriteNumber("messages", server?.Messages ?? _client.Messages);
            json.WriteNumber("connections", server?.Connections ?? _client.Connections);
            json.WriteNumber("bad_frames", server?.BadFrames ?? 0);
            json.WriteNumber("rejected", server?.Rejected ?? 0);
            if (server is not null)
                json.WriteNumber("snapshots", server.Snapshots);
            json.WriteString("last_stranger", server?.LastStranger);
            Usage.Write(json);
        };
    }

    private Action<Utf8JsonWriter> Stop(Request request)
    {
        var fields = UsageOf(request);
        _stopped = true;
        return fields;
    }
}
