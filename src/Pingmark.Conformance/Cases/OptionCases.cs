using System.Net;
using System.Net.Sockets;
using System.Security.Cryptography;
using System.Text.Json.Nodes;
using Pingmark.Conformance.Peers;
using Pingmark.Workers;

namespace Pingmark.Conformance.Cases;

/// <summary>Cases of options: they are set or refused, never forgotten; those for the kernel change what a message
/// costs, and nothing else; <c>plain</c> serves and drives peers that do not speak the protocol.</summary>
internal static class OptionCases
{
    private const string Congestion = "congestion_control";

    private static async Task OptionsServerAsync(Bench bench)
    {
        var worker = await bench.StartAsync();
        var listen = Fields.Request(bench.Stack, new(bench.Stack.Address, 0), Bench.NewToken());
        await RefusesOthersAsync(bench, worker, "listen", listen);
        // Libraries may know IPv4 only.
        var speaksIpv6 = bench.Stack.IsRaw && Socket.OSSupportsIPv6;
        var options = CreateSocketOptions(bench);
        if (speaksIpv6)
            options["address"] = "::1";
        var server = await ServerUnderTest.ListenAsync(worker, bench.Stack, options);
        ExpectEffective(CreateSocketOptions(bench), server.Listening);
        if (!speaksIpv6)
            return;
        Expect.Equal("the address", IPAddress.IPv6Loopback, server.Address.Ip.Address);
        await (await bench.GreetAsync(server)).EchoAsync();
    }

    private static async Task OptionsClientAsync(Bench bench)
    {
        var server = bench.Serve();
        var worker = await bench.UnconnectedAsync();
        await RefusesOthersAsync(bench, worker, "connect", bench.ConnectFields(server));
        var client = await bench.ConnectAsync(worker, server, CreateSocketOptions(bench));
        ExpectEffective(CreateSocketOptions(bench), client.Connected);
    }

    /// <summary>Expects that what the stack does not have is refused by name.</summary>
    public static async Task RefusesOthersAsync(Bench bench, WorkerUnderTest worker, string op, JsonObject request)
    {
        var others = ListSocketOptions()
            .Where(option => !bench.Stack.SocketOptions.Contains(option.Name))
            .Concat(ListOtherOptions().Where(option => !bench.Stack.Options.Contains(option.Name)));
        foreach (var (name, value) in others)
            await worker.RefusesAsync(op, new JsonObject().With(request).With((name, value)), "unsupported", name);
    }

    /// <summary>Socket options with values that differ from every default.</summary>
    private static IEnumerable<(string Name, JsonNode? Value)> ListSocketOptions() =>
        [("no_delay", false), ("receive_buffer_bytes", 70_000), ("send_buffer_bytes", 60_000), (Congestion, "reno")];

    public static IEnumerable<(string Name, JsonNode? Value)> ListOtherOptions() =>
        [
            ("connected_sockets", true),
            ("udp_offload", true),
            ("sqpoll", true),
            ("defer_taskrun", true),
            ("tick_rate_hz", 100),
            ("native_sockets", true),
            ("client_threads", 2),
        ];

    private static JsonObject CreateSocketOptions(Bench bench)
    {
        var available = File.ReadAllText("/proc/sys/net/ipv4/tcp_available_congestion_control").Split();
        return Fields.Create(
            ListSocketOptions()
                .Where(option => bench.Stack.SocketOptions.Contains(option.Name))
                .Where(option => option.Name != Congestion || available.Contains("reno"))
        );
    }

    public static void ExpectEffective(JsonObject options, Reply reply)
    {
        foreach (var (name, asked) in options)
        {
            // Linux doubles what is asked for buffers, for its own bookkeeping.
            var expected = name.EndsWith("_bytes", StringComparison.Ordinal) ? $"{2 * (int)asked!}" : asked!.ToString();
            Expect.Equal($"the effective {name}", expected, reply.Display(name));
        }
    }

    private static async Task PlainServerAsync(Bench bench)
    {
        var server = await bench.ListenAsync(new() { ["plain"] = true });
        var client = await bench.OpenAsync(server);
        foreach (var bytes in new[] { 1, 3, 1_000 })
            if (client is RawStreamClient stream)
            {
                var sent = RandomNumberGenerator.GetBytes(bytes);
                await stream.WriteAsync(sent);
                Expect.SameBytes("the same bytes back", sent, await stream.ReadExactlyAsync(bytes));
            }
            else
                await client.EchoAsync(bytes);
        Expect.AtLeast("messages counted", 3, (await server.UsageAsync()).Messages);
    }

    private static async Task PlainClientAsync(Bench bench)
    {
        foreach (var framing in bench.Stack.Transport == "tcp" ? new[] { null, "none" } : [null])
        {
            var receivedBytes = 0L;
            IReadOnlyList<byte[]> Echo(long number, byte[] bytes)
            {
                receivedBytes += bytes.Length;
                return [bytes];
            }
            var options = Fields.Create(("plain", true), ("message_bytes", 100));
            if (framing is not null)
                options["framing"] = framing;
            var client = await bench.ConnectAsync(bench.Serve(new() { IsPlain = true, Answer = Echo }), options);
            Expect.Right(await client.RunAsync());
            var messages = (await client.UsageAsync()).Messages;
            Expect.Equal("bytes that messages put on the wire", 100 * messages, receivedBytes);
            await client.DisconnectAsync();
        }
    }

    private static async Task KernelOptionsMessagesAsync(Bench bench)
    {
        const int Messages = 2_000;
        foreach (var option in new[] { "udp_offload", "sqpoll", "defer_taskrun" }.Intersect(bench.Stack.Options))
        foreach (var isOn in new[] { true, false })
        {
            var server = await bench.ListenAsync(Fields.Create((option, isOn)));
            var options = Fields.Create((option, isOn), ("connections", 3), ("in_flight", 64), ("message_bytes", 100));
            var client = await bench.ConnectAsync(server, options);
            Expect.Equal($"the server's effective {option}", isOn, server.Listening.Flag(option));
            Expect.Equal($"the client's effective {option}", isOn, client.Connected.Flag(option));
            Expect.Right(await client.RunAsync(Messages), Messages);
            await client.DisconnectAsync();
            if (option == "udp_offload" && isOn && bench.Stack.Loads.Contains("stream"))
                await LoadCases.StreamAsync(bench, server, Fields.Create((option, true), ("in_flight", 256)));
        }
    }
}
