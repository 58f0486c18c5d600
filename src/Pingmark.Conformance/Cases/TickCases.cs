using System.Buffers.Binary;
using System.Text.Json.Nodes;
using Pingmark.Conformance.Peers;

namespace Pingmark.Conformance.Cases;

/// <summary>Snapshots that a server sends unasked: when they come, what they hold, what a client counts.</summary>
internal static class TickCases
{
    public const string Load = "tick";

    private const int RateHz = 50,
        SnapshotBytes = 64,
        HeadBytes = 12,
        InputBytes = 28;

    public static IEnumerable<ConformanceCase> All =>
        [
            new(
                "tick.snapshots",
                "who has sent an input gets a snapshot at each tick, numbered, with the tick's time and a payload",
                Subject.Server,
                SnapshotsAsync,
                sendsUnasked: true
            ),
            new(
                "tick.hello",
                "a hello with a rate of 0, or other numbers than those of who is sent snapshots, is not answered",
                Subject.Server,
                HelloAsync,
                ofFraming: true,
                sendsUnasked: true
            ),
            new(
                "tick.counted",
                "every snapshot of the stack's own server arrives, and its client tells when",
                Subject.Pair,
                CountedAsync,
                load: Load
            ),
            new(
                "tick.refused",
                "snapshots as long as messages, with one way, by messages, and any other load are refused",
                Subject.Pair,
                RefusedAsync,
                ofFraming: true,
                load: Load
            ),
        ];

    private static byte[] Numbers(int rateHz, int bytes) =>
        [.. BitConverter.GetBytes(rateHz), .. BitConverter.GetBytes(bytes)];

    private static async Task SnapshotsAsync(Bench bench)
    {
        var server = await bench.ServerAsync();
        var client = await bench.OpenAsync(server);
        await client.SendAsync([.. Frames.HelloOf(server.Token), .. Numbers(RateHz, SnapshotBytes)]);
        Expect.SameBytes("PMOK as the answer to hello", Frames.HelloAnswer, await client.ReceiveAsync("PMOK"));
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
            var (tick, at) = (Payload.SequenceOf(body), BinaryPrimitives.ReadInt64LittleEndian(body.AsSpan(4)));
            Expect.SameBytes(
                "the payload of the tick",
                payload.Of(tick, body.Length - HeadBytes).ToArray(),
                body[HeadBytes..]
            );
            if (snapshots++ > 0)
            {
                Expect.Equal("the number of the next tick", last + 1, tick);
                Expect.Equal("ns from one tick to the next", 1_000_000_000L / RateHz, at - lastAt);
            }
            (last, lastAt) = (tick, at);
        }
        Expect.Equal("echoes of one input", 1, echoes);
        var counted = (await server.UsageAsync()).Snapshots ?? 0;
        Expect.That(counted >= 5, "5 snapshots or more by the server's count", $"{counted}");
    }

    private static async Task HelloAsync(Bench bench)
    {
        var server = await bench.EmptyServerAsync();
        var first = await bench.OpenAsync(server);
        await first.SendAsync([.. Frames.HelloOf(server.Token), .. Numbers(RateHz, SnapshotBytes)]);
        Expect.SameBytes("PMOK as the answer to hello", Frames.HelloAnswer, await first.ReceiveAsync("PMOK"));
        foreach (var numbers in new[] { Numbers(0, SnapshotBytes), Numbers(RateHz + 1, SnapshotBytes) })
        {
            var client = await bench.OpenAsync(server);
            await client.SendAsync([.. Frames.HelloOf(server.Token), .. numbers]);
            if (client is RawStreamClient stream)
                await stream.ExpectClosedAsync("a hello with other numbers");
            else
                await ExpectIgnoredAsync(client, server.Token);
        }
    }

    /// <summary>What the server answers is the next hello, once.</summary>
    private static async Task ExpectIgnoredAsync(RawClient client, string token)
    {
        await client.GreetAsync(token);
        await client.EchoAsync(new byte[InputBytes]);
    }

    private static async Task CountedAsync(Bench bench)
    {
        const int connections = 3;
        var server = await bench.EmptyServerAsync();
        var before = (await server.UsageAsync()).Snapshots ?? 0;
        var client = await bench.ConnectAsync(server.EndPoint, server.Token, Options(connections));
        var result = await client.RunAsync(Window());
        var snapshots = result.Snapshots ?? throw new CaseFailure("counts of snapshots", "none");
        Expect.Equal("lost snapshots", 0, snapshots.Lost);
        Expect.That(
            snapshots.Received >= connections,
            "snapshots on each connection",
            $"{snapshots.Received} on {connections} connections"
        );
        var sent = (await server.UsageAsync()).Snapshots - before;
        Expect.That(sent >= snapshots.Received, $"{snapshots.Received} or more by the server's count", $"{sent}");
    }

    private static Task RefusedAsync(Bench bench) =>
        LoadRefusals.CheckAsync(
            bench,
            Load,
            Options(1),
            [("message_bytes", SnapshotBytes), ("one_way", true)],
            ("rate_per_s", 100)
        );

    private static JsonObject Window()
    {
        var fields = ClientUnderTest.Window(300_000_000, 50_000_000);
        (fields["load"], fields["rate_per_s"]) = (Load, 300);
        return fields;
    }

    private static JsonObject Options(int connections) =>
        new()
        {
            ["snapshot_rate_hz"] = RateHz,
            ["snapshot_bytes"] = SnapshotBytes,
            ["connections"] = connections,
            ["in_flight"] = 16,
        };
}
