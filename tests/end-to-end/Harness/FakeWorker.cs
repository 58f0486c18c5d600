using System.Collections.Concurrent;
using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Text.Json.Nodes;
using Pingmark.Host;
using Pingmark.Model;

namespace Pingmark.EndToEndTests.Harness;

/// <summary>
/// A worker that measures nothing: it sleeps through each window, and answers with figures that its stack has by
/// definition. Clients tell servers over TCP how many messages there were, so that both sides' books agree. What a
/// command makes of it is the same on any machine.
/// </summary>
internal sealed class FakeWorker
{
    public const string One = "fake/tcp-one",
        Two = "fake/tcp-two",
        Lossy = "fake/udp-lossy";

    /// <summary>Of the lossy stack one message in so many is lost.</summary>
    public const int LostOneOf = 100;

    private const int RatePerS = 10_000,
        NsPerMs = 1_000_000;

    /// <summary>A server that is asked for more answers late.</summary>
    private const int MostRatePerS = 50_000;
    private const long RttNs = 50_000,
        LateNs = 20_000_000;

    private readonly BlockingCollection<string> _requests = [];
    private readonly List<Socket> _connections = [];
    private JsonObject _connected = [];
    private string _stack = "";
    private bool _counts;
    private long _messages;

    /// <summary>The program of this project, <c>dotnet Pingmark.EndToEndTests.dll</c>, is this worker.</summary>
    public static int Main()
    {
        new FakeWorker().Serve();
        return 0;
    }

    /// <summary>Makes a folder for PINGMARK_WORKERS that has this worker.</summary>
    public static string In(TemporaryFolder folder)
    {
        var manifest = new JsonObject
        {
            ["name"] = "fake/worker",
            ["about"] = "A worker that measures nothing",
            ["runtime"] = "dotnet",
            ["stacks"] = Texts(One, Two, Lossy),
            ["inputs"] = new JsonArray(),
            ["output"] = typeof(FakeWorker).Assembly.Location,
            ["start"] = Texts("dotnet", "{output}"),
        };
        folder.Write("fakes/worker/worker.json", manifest.ToJsonString());
        return folder["fakes"];
    }

    /// <summary>Requests are read by a thread of their own, so that the end of stdin ends it at any moment.</summary>
    private void Serve()
    {
        Begin(() =>
        {
            while (Console.In.ReadLine() is { } line)
                _requests.Add(line);
            Environment.Exit(0);
        });
        foreach (var line in _requests.GetConsumingEnumerable())
        {
            var request = JsonNode.Parse(line)!.AsObject();
            var reply = AnswerOrError((string)request["op"]!, request);
            reply["id"] = request["id"]!.DeepClone();
            reply.TryAdd("status", "ok");
            Console.Out.WriteLine(reply.ToJsonString());
            Console.Out.Flush();
            if ((string?)request["op"] == "stop")
                return;
        }
    }

    private JsonObject AnswerOrError(string op, JsonObject request)
    {
        try
        {
            return Answer(op, request);
        }
        catch (SocketException e)
        {
            return new() { ["status"] = "error", ["reason"] = $"{op}: {e.Message}" };
        }
    }

    private JsonObject Answer(string op, JsonObject request) =>
        op switch
        {
            "hello" => Hello(),
            "describe" => Describe((string)request["stack"]!),
            "listen" => Listen(request),
            "connect" => Connect(request),
            "disconnect" => Disconnect(),
            "run" => Run(request),
            "usage" or "stop" => Usage(),
            _ => new() { ["status"] = "unsupported", ["reason"] = $"{op} is no request that a fake answers" },
        };

    private static JsonObject Hello() =>
        new()
        {
            ["protocol"] = 1,
            ["worker"] = "fake/worker",
            ["runtime"] = "fake 1.0",
            ["libraries"] = new JsonArray(),
            ["pid"] = Environment.ProcessId,
            ["cpus"] = new JsonArray(0),
            ["gc"] = null,
            ["stacks"] = Texts(One, Two, Lossy),
            ["histogram_layout"] = "log-linear/1024",
        };

    private static JsonObject Describe(string stack) =>
        new()
        {
            ["stack"] = stack,
            ["about"] = "a fake",
            ["transport"] = stack == Lossy ? "udp" : "tcp",
            ["framing"] = stack == Lossy ? "datagram" : "stream",
            ["roles"] = Texts("server", "client"),
            ["waits"] = "block",
            ["threading"] = "one thread",
            ["min_message_bytes"] = 8,
            ["max_message_bytes"] = 1_400,
            ["max_connections"] = 1_000,
            ["max_in_flight"] = 1_000,
            ["max_in_flight_bytes"] = 1_400_000,
            ["loads"] = Texts("closed", "fixed-rate"),
            ["reliable"] = stack != Lossy,
            ["unreliable"] = stack == Lossy,
            ["tls"] = false,
            ["socket_options"] = stack == Lossy ? [] : Texts("no_delay"),
        };

    private JsonObject Listen(JsonObject request)
    {
        (_stack, _counts) = ((string)request["stack"]!, request.ContainsKey("token"));
        var listener = new TcpListener(IPAddress.Parse((string)request["address"]!), (int)request["port"]!);
        // Accepted sockets inherit it: nobody sees one without it.
        listener.Server.NoDelay = true;
        listener.Start();
        Begin(() =>
        {
            while (true)
            {
                var socket = Kept(listener.AcceptSocket());
                Begin(() => Echo(socket));
            }
        });
        return Options(
            new() { ["address"] = (string)request["address"]!, ["port"] = ((IPEndPoint)listener.LocalEndpoint).Port }
        );
    }

    /// <summary>Bytes come back as they are; of a client of ours each eight of them are a number of messages.</summary>
    private void Echo(Socket socket)
    {
        var bytes = new byte[1 << 16];
        try
        {
            for (int count; (count = socket.Receive(bytes, 0, _counts ? sizeof(long) : bytes.Length, 0)) > 0; )
            {
                Interlocked.Add(ref _messages, _counts ? BitConverter.ToInt64(bytes) : 1);
                socket.Send(bytes, 0, count, 0);
            }
        }
        catch (SocketException)
        { // The client has ended.
        }
    }

    private JsonObject Connect(JsonObject request)
    {
        (_stack, _connected) = ((string)request["stack"]!, request);
        var server = new IPEndPoint(IPAddress.Parse((string)request["address"]!), (int)request["port"]!);
        for (var number = 0; number < (int)request["connections"]!; number++)
        {
            var socket = Kept(new(server.AddressFamily, SocketType.Stream, ProtocolType.Tcp));
            socket.Connect(server);
        }
        return Options(
            new() { ["connections"] = request["connections"]!.DeepClone(), ["connect_histogram"] = new JsonArray() }
        );
    }

    private JsonObject Disconnect()
    {
        lock (_connections)
        {
            foreach (var socket in _connections)
                socket.Dispose();
            _connections.Clear();
        }
        return new() { ["connections"] = 0 };
    }

    private JsonObject Run(JsonObject request)
    {
        var rate = (int?)request["rate_per_s"];
        var perS = rate ?? (_stack == Two ? 2 * RatePerS : RatePerS);
        var (askedNs, settleNs) = (Clock.NowNs, (long?)request["settle_ns"] ?? 0);
        var fromNs = Math.Max((long?)request["start_at_ns"] ?? 0, askedNs) + settleNs;
        var messages = (long?)request["messages"] ?? (long)(perS * ((long)request["duration_ns"]! / 1e9));
        var toNs = fromNs + ((long?)request["duration_ns"] ?? (long)(messages * 1e9 / perS));
        while (Clock.NowNs < toNs)
            Thread.Sleep(TimeSpan.FromMilliseconds(1 + (toNs - Clock.NowNs) / NsPerMs));
        var lost = _stack == Lossy ? messages / LostOneOf : 0;
        var received = messages - lost;
        var slots = (int)_connected["connections"]! * ((int?)_connected["in_flight"] ?? 1);
        var rttNs =
            rate is null ? slots * 1_000_000_000L / perS
            : rate > MostRatePerS ? LateNs
            : RttNs;
        _messages += received;
        Tell(received);
        var reply = Numbers(
            ("from_ns", fromNs),
            ("to_ns", toNs),
            ("sent", messages),
            ("received", received),
            ("answered", received),
            ("lost", lost),
            ("corrupt", 0),
            ("late", 0),
            ("duplicated", 0),
            ("reordered", 0),
            ("silent_connections", 0),
            ("rtt_sum_ns", received * rttNs),
            ("rtt_max_ns", received > 0 ? rttNs : 0)
        );
        reply["histogram"] = Counts(rttNs, received);
        var slowest = Math.Min((long?)request["slowest"] ?? 0, received);
        if (slowest > 0)
            foreach (
                var (name, value) in new[]
                {
                    ("slowest_connections", 0),
                    ("slowest_intended_ns", fromNs),
                    ("slowest_sent_ns", fromNs),
                    ("slowest_received_ns", fromNs + rttNs),
                }
            )
                reply[name] = new JsonArray([.. Enumerable.Repeat(value, (int)slowest).Select(n => (JsonNode)n)]);
        if (rate is null)
            return reply;
        reply["unsent"] = 0;
        reply["uncorrected_histogram"] = Counts(rttNs, received);
        reply["send_lateness_histogram"] = Counts(1_000, received);
        return reply;
    }

    /// <summary>The server of a connection adds them up, and has done so when they come back.</summary>
    private void Tell(long received)
    {
        if (!_connected.ContainsKey("token"))
            return;
        var number = BitConverter.GetBytes(received);
        _connections[0].Send(number);
        for (var count = 0; count < number.Length; )
            count += _connections[0].Receive(number, count, number.Length - count, 0) is > 0 and var part
                ? part
                : throw new SocketException((int)SocketError.ConnectionReset);
    }

    private JsonObject Usage()
    {
        var reply = Numbers(
            ("messages", Interlocked.Read(ref _messages)),
            ("connections", _connections.Count),
            ("bad_frames", 0),
            ("rejected", 0),
            ("now_ns", Clock.NowNs),
            ("cpu_user_ns", (long)Environment.CpuUsage.UserTime.TotalNanoseconds),
            ("cpu_system_ns", (long)Environment.CpuUsage.PrivilegedTime.TotalNanoseconds),
            ("voluntary_switches", _messages),
            ("involuntary_switches", 0),
            ("peak_rss_bytes", Environment.WorkingSet)
        );
        foreach (var name in new[] { "gc_count", "gc_pause_ns", "allocated_bytes" })
            reply[name] = null;
        return reply;
    }

    private JsonObject Options(JsonObject reply)
    {
        if (_stack != Lossy)
            reply["no_delay"] = true;
        return reply;
    }

    private Socket Kept(Socket socket)
    {
        socket.NoDelay = true;
        lock (_connections)
            _connections.Add(socket);
        return socket;
    }

    private static JsonArray Counts(long ns, long count) =>
        count == 0 ? [] : new JsonArray(Histogram.IndexOf(ns), count);

    private static JsonArray Texts(params IEnumerable<string> texts) => new([.. texts.Select(text => (JsonNode)text)]);

    private static JsonObject Numbers(params IEnumerable<(string Name, long Value)> numbers) =>
        new(numbers.Select(one => KeyValuePair.Create(one.Name, (JsonNode?)one.Value)));

    private static void Begin(ThreadStart body) => new Thread(body) { IsBackground = true }.Start();
}
