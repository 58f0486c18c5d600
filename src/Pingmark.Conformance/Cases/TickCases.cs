using System.Buffers.Binary;
using System.Text.Json.Nodes;
using Pingmark.Conformance.Peers;
using Counter = Pingmark.Model.Counter;

namespace Pingmark.Conformance.Cases;

/// <summary>Cases of snapshots that a server sends unasked: when they come, what they hold, and what a client
/// counts.</summary>
internal static class TickCases
{
    private const string Load = "tick";

    private const int RateHz = 50,
        SnapshotBytes = 64,
        LongSnapshotBytes = 3_000,
        HeadBytes = 12,
        InputBytes = 28;

    private static async Task TickSnapshotsAsync(Bench bench)
    {
        var server = await bench.ServerAsync();
        var client = await bench.OpenAsync(server);
        await client.GreetAsync(server.Token, RateHz, SnapshotBytes);
        var input = new byte[InputBytes];
        await client.SendAsync(input);
        var payload = new Payload("random");
        var (echoes, last, lastAt) = (0, 0u, 0L);
        for (var snapshots = 0; snapshots < 5; )
        {
            var body = await client.ReceiveAsync("a snapshot");
            if (body.Length == InputBytes)
            {
                Expect.SameBytes("the input back", input, body);
                echoes++;
                continue;
            }
            Expect.Equal("bytes of a snapshot's body", SnapshotBytes - bench.Stack.FrameBytes, body.Length);
            var (tick, at) = (Payload.ReadSequence(body), BinaryPrimitives.ReadInt64LittleEndian(body.AsSpan(4)));
            var right = payload.GetContent(tick, body.Length - HeadBytes).ToArray();
            Expect.SameBytes("the payload of the tick", right, body[HeadBytes..]);
            if (snapshots++ > 0)
            {
                Expect.Equal("the number of the next tick", last + 1, tick);
                Expect.Equal("ns from one tick to the next", 1_000_000_000L / RateHz, at - lastAt);
            }
            (last, lastAt) = (tick, at);
        }
        Expect.Equal("echoes of one input", 1, echoes);
        Expect.AtLeast("snapshots by the server's count", 5, (await server.UsageAsync()).Snapshots ?? 0);
    }

    private static async Task TickHelloAsync(Bench bench)
    {
        var server = await bench.EmptyServerAsync();
        var first = await bench.OpenAsync(server);
        await first.GreetAsync(server.Token, RateHz, SnapshotBytes);
        foreach (var rateHz in new[] { 0, RateHz + 1 })
        {
            var client = await bench.OpenAsync(server);
            await client.SendAsync(Frames.CreateHello(server.Token, rateHz, SnapshotBytes));
            if (client is RawStreamClient stream)
                await stream.ExpectClosedAsync("a hello with other numbers");
            else
            {
                // What the server answers is the next hello, once.
                await client.GreetAsync(server.Token);
                await client.EchoAsync();
            }
        }
    }

    /// <summary>The longest messages of a library's transmissions differ: what fits one need not fit the
    /// other.</summary>
    private static async Task TickCountedAsync(Bench bench)
    {
        var transmissions = bench.Stack.Transmissions.ToList();
        if (transmissions.Count == 1)
            await CountAsync(bench, CreateOptions());
        else
            foreach (var (transmission, largest) in transmissions)
            {
                var bytes = Math.Min(largest, LongSnapshotBytes);
                await CountAsync(bench, CreateOptions(bytes).With(("transmission", transmission)));
            }
    }

    private static async Task TickOtherNumbersAsync(Bench bench)
    {
        var server = await bench.EmptyServerAsync();
        var client = await bench.ConnectAsync(server, CreateOptions());
        await LibraryCases.ExpectRejectedAsync(bench, server, CreateOptions(SnapshotBytes + 1));
        await client.RunAsync(Window());
    }

    private static JsonObject CreateOptions(int snapshotBytes = SnapshotBytes) =>
        Fields.Create(("snapshot_rate_hz", RateHz), ("snapshot_bytes", snapshotBytes), ("in_flight", 16));

    private static JsonObject Window() =>
        ClientUnderTest.Window(300_000_000, 50_000_000).With(("load", Load), ("rate_per_s", 300));

    private static async Task CountAsync(Bench bench, JsonObject options)
    {
        const int connections = 3;
        var server = await bench.EmptyServerAsync();
        var before = (await server.UsageAsync()).Snapshots ?? 0;
        var client = await bench.ConnectAsync(server, options.With(("connections", connections)));
        var result = await client.RunAsync(Window());
        var received =
            result.ValueOrNull(Counter.SnapshotsReceived) ?? throw new CaseFailure("counts of snapshots", "none");
        Expect.Equal("lost snapshots", 0, result[Counter.SnapshotsLost]);
        Expect.Equal("wrong snapshots", 0, result.Corrupt);
        Expect.AtLeast("snapshots on each connection", connections, received);
        var sent = (await server.UsageAsync()).Snapshots ?? 0;
        Expect.AtLeast("snapshots by the server's count", received, sent - before);
        await client.DisconnectAsync();
    }
}
