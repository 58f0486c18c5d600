using System.Net;
using System.Net.Sockets;
using System.Security.Cryptography;
using System.Text.Json.Nodes;
using Pingmark.Conformance.Peers;
using Pingmark.Workers;

namespace Pingmark.Conformance.Cases;

/// <summary>Socket options are set or refused, never forgotten; plain serves and drives what does not speak the
/// protocol.</summary>
internal static class OptionCases
{
    private const string Congestion = "congestion_control";

    public static IEnumerable<ConformanceCase> All =>
        [
            new(
                "options.server",
                "a server on ::1 sets the options that it has, reports what the socket says, and refuses the others",
                Subject.Server,
                ServerAsync,
                peer: Peer.Any,
                ownServer: true
            ),
            new(
                "options.client",
                "a client sets the options that it has, reports what the socket says, and refuses the others",
                Subject.Client,
                ClientAsync
            ),
            new(
                "options.no-delay-default",
                "no_delay is on when nobody asks",
                Subject.Server,
                NoDelayDefaultAsync,
                framing: "stream"
            ),
            new(
                "plain.server",
                "a plain server echoes to anybody what arrives, and counts it",
                Subject.Server,
                PlainServerAsync,
                ownServer: true
            ),
            new(
                "plain.client",
                "a plain client measures an echo server that knows no hello",
                Subject.Client,
                bench => PlainClientAsync(bench, framing: null)
            ),
            new(
                "plain.client-no-framing",
                "with framing none a stream client counts bytes, without lengths between them",
                Subject.Client,
                bench => PlainClientAsync(bench, framing: "none"),
                framing: "stream"
            ),
        ];

    private static async Task ServerAsync(Bench bench)
    {
        var worker = await bench.StartAsync();
        await RefusesOthersAsync(bench, worker, "listen", ServerUnderTest.Request(bench.Stack, Bench.NewToken()));
        // Libraries may know IPv4 only.
        var speaksIpv6 = bench.Stack.IsRaw && Socket.OSSupportsIPv6;
        var options = Wanted(bench);
        if (speaksIpv6)
            options["address"] = "::1";
        var server = await ServerUnderTest.ListenAsync(worker, bench.Stack, options, plain: false);
        CheckEffective(bench, server.Listening);
        if (!speaksIpv6)
            return;
        Expect.Equal("the address", IPAddress.IPv6Loopback, server.EndPoint.Ip.Address);
        await (await bench.GreetAsync(server)).EchoAsync([1, 2, 3, 4, 5]);
    }

    private static async Task ClientAsync(Bench bench)
    {
        var server = bench.Serve();
        JsonObject Request(JsonObject? options) =>
            ClientUnderTest.Request(bench.Stack, server.EndPoint, server.Token, options);
        var worker = await bench.UnconnectedAsync();
        await RefusesOthersAsync(bench, worker, "connect", Request(null));
        var client = await ClientUnderTest.ConnectAsync(worker, bench.Stack, Request(Wanted(bench)));
        CheckEffective(bench, client.Connected);
    }

    private static async Task RefusesOthersAsync(Bench bench, WorkerUnderTest worker, string op, JsonObject request)
    {
        var others = AllOptions()
            .Where(option => !bench.Stack.SocketOptions.Contains(option.Key))
            .Concat(OtherOptions().Where(option => !bench.Stack.Options.Contains(option.Key)))
            .ToList();
        foreach (var (name, value) in others)
        {
            var fields = request.DeepClone().AsObject();
            fields[name] = value;
            Expect.Contains((await worker.AskAsync(op, fields)).Unsupported(), name, "a reason");
        }
    }

    /// <summary>Values that differ from every default.</summary>
    private static Dictionary<string, JsonNode> AllOptions() =>
        new()
        {
            ["no_delay"] = false,
            ["receive_buffer_bytes"] = 70_000,
            ["send_buffer_bytes"] = 60_000,
            [Congestion] = "reno",
        };

    private static Dictionary<string, JsonNode> OtherOptions() =>
        new()
        {
            ["connected_sockets"] = true,
            ["udp_offload"] = true,
            ["sqpoll"] = true,
            ["defer_taskrun"] = true,
            ["tick_rate_hz"] = 100,
            ["native_sockets"] = true,
            ["client_threads"] = 1,
        };

    private static JsonObject Wanted(Bench bench)
    {
        var available = File.ReadAllText("/proc/sys/net/ipv4/tcp_available_congestion_control").Split();
        return new(
            AllOptions()
                .Where(option =>
                    bench.Stack.SocketOptions.Contains(option.Key)
                    && (option.Key != Congestion || available.Contains("reno"))
                )
                .Select(option => KeyValuePair.Create<string, JsonNode?>(option.Key, option.Value))
        );
    }

    private static void CheckEffective(Bench bench, Reply reply)
    {
        foreach (var (name, asked) in Wanted(bench))
        {
            var seen = reply.Display(name);
            // Linux doubles what is asked for buffers, for its own bookkeeping.
            var expected =
                asked!.GetValueKind() == System.Text.Json.JsonValueKind.Number
                    ? $"{2 * asked.GetValue<int>()}"
                    : asked.ToString();
            Expect.Equal($"the effective {name}", expected, seen);
        }
    }

    private static async Task NoDelayDefaultAsync(Bench bench)
    {
        if (bench.Stack.SocketOptions.Contains("no_delay"))
            Expect.That((await bench.ServerAsync()).Listening.Flag("no_delay"), "no_delay = true", "false");
    }

    private static async Task PlainServerAsync(Bench bench)
    {
        var server = await bench.ListenAsync(plain: true);
        var client = await bench.OpenAsync(server);
        foreach (var bytes in new[] { 1, 3, 1_000 })
        {
            var sent = RandomNumberGenerator.GetBytes(bytes);
            if (client is RawStreamClient stream)
            {
                await stream.WriteAsync(sent);
                Expect.SameBytes("the same bytes back", sent, await stream.ReadExactlyAsync(bytes));
            }
            else
                await client.EchoAsync(sent);
        }
        Expect.That(
            (await server.UsageAsync()).Messages >= 3,
            "at least 3 messages counted",
            $"{(await server.UsageAsync()).Messages}"
        );
    }

    private static async Task PlainClientAsync(Bench bench, string? framing)
    {
        var server = bench.Serve(new() { Plain = true });
        var options = new JsonObject { ["plain"] = true, ["message_bytes"] = 100 };
        if (framing is not null)
            options["framing"] = framing;
        var client = await bench.ConnectAsync(server, options);
        var result = await client.RunAsync();
        Expect.That(
            result is { Received: > 0, Lost: 0, Corrupt: 0 },
            "all answers, none lost or corrupt",
            $"{result.Received} received, {result.Lost} lost, {result.Corrupt} corrupt"
        );
        Expect.Equal(
            "bytes that a message puts on the wire",
            100 * (await client.UsageAsync()).Messages,
            server.BytesReceived
        );
    }
}
