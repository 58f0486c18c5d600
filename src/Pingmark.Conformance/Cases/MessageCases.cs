using System.Security.Cryptography;
using System.Text.Json.Nodes;
using Pingmark.Conformance.Peers;

namespace Pingmark.Conformance.Cases;

/// <summary>Cases of messages of every size, in any pieces and any number at a time. Nothing gets lost between two
/// sides that count independently.</summary>
internal static class MessageCases
{
    /// <summary>The protocol's own limits, besides those of <c>describe</c>.</summary>
    private const long HourNs = 3_600_000_000_000,
        MaxSlots = 1 << 22;

    private static async Task SizesServerAsync(Bench bench)
    {
        var client = await bench.GreetAsync(await bench.ServerAsync());
        var largest = bench.Stack.MaxMessageBytes - bench.Stack.FrameBytes;
        int[] sizes = [4, 5, 7, 28, 64, 1_000, 1_471, 1_473, 4_096, 16_384, 16_385, 32_767, largest - 1, largest];
        foreach (var bytes in sizes.Where(bytes => bytes <= largest))
            await client.EchoAsync(bytes);
    }

    private static async Task SizesClientAsync(Bench bench)
    {
        await CheckClientAsync(bench, bench.Stack.MinMessageBytes, "ones", inFlight: 3);
        await CheckClientAsync(bench, 1001, "zeros", inFlight: 4);
        await CheckClientAsync(bench, bench.Stack.MaxMessageBytes, "random", inFlight: 1);
    }

    private static async Task StreamClientAsync(Bench bench)
    {
        await CheckClientAsync(bench, 32, "random", inFlight: 1, new() { PieceBytes = 5 }, messages: 8);
        var together = new Behaviour { Answer = Behaviour.AnswerTogether(8), PieceBytes = 7 * 32 + 9 };
        await CheckClientAsync(bench, 32, "random", inFlight: 8, together, messages: 24);
    }

    /// <summary>Looks at every byte of what a client sends, and at what it counts.</summary>
    private static async Task CheckClientAsync(
        Bench bench,
        int messageBytes,
        string payload,
        int inFlight,
        Behaviour? behaviour = null,
        long messages = 200
    )
    {
        var promise = new ClientPromise(inFlight, messageBytes - bench.Stack.FrameBytes, new Payload(payload));
        var server = bench.Serve((behaviour ?? new()) with { Promise = promise });
        var options = Fields.Create(("message_bytes", messageBytes), ("payload", payload), ("in_flight", inFlight));
        var client = await bench.ConnectAsync(server, options);
        var result = await client.RunAsync(messages);
        server.ExpectNoProblems();
        Expect.Right(result);
        // A server that collects answers keeps the last ones, which are not of the window.
        if (behaviour is null)
            Expect.Equal("messages by the client's usage", server.Messages, (await client.UsageAsync()).Messages);
        await client.DisconnectAsync();
    }

    private static async Task SizesLimitsAsync(Bench bench)
    {
        var (worker, stack) = (await bench.UnconnectedAsync(), bench.Stack);
        await RefusesAsync(stack.MinMessageBytes, ("message_bytes", stack.MinMessageBytes - 1));
        foreach (var (transmission, most) in stack.Transmissions)
            await RefusesAsync(most, ("transmission", transmission), ("message_bytes", most + 1));
        foreach (var missing in new[] { "reliable", "unreliable" }.Except(stack.Transmissions.Select(one => one.Name)))
            await RefusesAsync(missing, ("transmission", missing));
        await RefusesAsync(stack.MaxConnections, ("connections", stack.MaxConnections + 1));
        await RefusesAsync(stack.MaxInFlight, ("in_flight", stack.MaxInFlight + 1));
        foreach (var field in new[] { "lost_after_ns", "timeout_ns" })
            await RefusesAsync(HourNs, (field, HourNs + 1));
        await RefusesAsync(HourNs, ("timeout_ns", long.MaxValue));
        var inFlight = stack.MaxInFlightBytes / stack.MaxMessageBytes + 1;
        if (inFlight <= stack.MaxInFlight)
            await RefusesAsync(
                stack.MaxInFlightBytes,
                ("message_bytes", stack.MaxMessageBytes),
                ("in_flight", inFlight)
            );
        inFlight = Math.Min(stack.MaxInFlight, stack.MaxInFlightBytes / stack.MinMessageBytes);
        var connections = MaxSlots / inFlight + 1;
        if (connections <= stack.MaxConnections)
            await RefusesAsync(
                MaxSlots,
                ("message_bytes", stack.MinMessageBytes),
                ("in_flight", inFlight),
                ("connections", connections)
            );

        async Task RefusesAsync(object named, params (string, JsonNode?)[] beyond)
        {
            var options = Fields.Create(beyond);
            var request = ClientUnderTest.Request(stack, new(stack.Address, 9), Bench.NewToken(), options);
            var reason = (await worker.AskAsync("connect", request)).Is("unsupported").Reason;
            // Reasons are for people, who like 65,540 better than 65540.
            reason = reason.Replace(",", "", StringComparison.Ordinal);
            Expect.Contains(reason, $"{named}", $"a reason for {options.ToJsonString()}");
        }
    }

    private static async Task StreamSplitAsync(Bench bench)
    {
        var server = await bench.ServerAsync();
        var client = (RawStreamClient)await bench.OpenAsync(server);
        await client.WriteAsync(Frames.Create(Frames.CreateHello(server.Token)), 1);
        await client.ExpectGreetedAsync();
        foreach (var pieceBytes in new[] { 1, 2, 3, 4, 5, 8, 11 })
        {
            var body = RandomNumberGenerator.GetBytes(8);
            await client.WriteAsync(Frames.Create(body), pieceBytes);
            Expect.SameBytes($"a frame back that came in pieces of {pieceBytes}", body, await client.ReceiveAsync());
        }
    }

    private static async Task StreamCoalescedAsync(Bench bench)
    {
        var server = await bench.ServerAsync();
        var client = (RawStreamClient)await bench.OpenAsync(server);
        var bodies = Enumerable.Range(1, 60).Select(n => RandomNumberGenerator.GetBytes(4 + 7 * n)).ToList();
        byte[] all =
        [
            .. Frames.Create(Frames.CreateHello(server.Token)),
            .. bodies.SelectMany(one => Frames.Create(one)),
        ];
        // The last frame's last 100 bytes come later.
        await client.WriteAsync(all.AsMemory(0, all.Length - 100));
        await client.ExpectGreetedAsync();
        foreach (var body in bodies.SkipLast(1))
            Expect.SameBytes("each frame back, in order", body, await client.ReceiveAsync());
        await client.WriteAsync(all.AsMemory(all.Length - 100));
        Expect.SameBytes("the last frame back", bodies[^1], await client.ReceiveAsync());
    }

    private static async Task StreamInterleavedAsync(Bench bench)
    {
        var server = await bench.ServerAsync();
        var silent = (RawStreamClient)await bench.OpenAsync(server);
        var half = (RawStreamClient)await bench.GreetAsync(server);
        var whole = await bench.GreetAsync(server);
        // One has sent half of its hello, one half of a frame's length.
        await silent.WriteAsync(Frames.Create(Frames.CreateHello(server.Token)).AsMemory(0, 9));
        var body = RandomNumberGenerator.GetBytes(28);
        var frame = Frames.Create(body);
        await half.WriteAsync(frame.AsMemory(0, 2));
        for (var n = 0; n < 10; n++)
            await whole.EchoAsync();
        await half.WriteAsync(frame.AsMemory(2));
        Expect.SameBytes("the frame back whose second half came late", body, await half.ReceiveAsync());
    }

    /// <summary>Reads slowly. The sender blocks when both sides' buffers are full, so it writes while the reader
    /// reads.</summary>
    private static async Task StreamSlowReaderAsync(Bench bench)
    {
        var client = (RawStreamClient)await bench.GreetAsync(await bench.ServerAsync());
        var bodies = Enumerable.Range(0, 200).Select(_ => RandomNumberGenerator.GetBytes(50_000)).ToList();
        var writing = client.WriteAsync(bodies.SelectMany(body => Frames.Create(body)).ToArray());
        foreach (var body in bodies)
            Expect.SameBytes("each of 10 MB of frames back", body, await client.ReceiveAsync());
        await writing;
    }

    /// <summary>Sends each vector after the hello, on a connection of its own.</summary>
    private static async Task VectorsFramesAsync(Bench bench)
    {
        var server = await bench.ServerAsync();
        foreach (var vector in bench.ReadVectors("frames"))
        {
            var name = vector.GetProperty("name").GetString();
            var before = await server.UsageAsync();
            var client = (RawStreamClient)await bench.GreetAsync(server);
            var sent = Convert.FromHexString(vector.GetProperty("sent").GetString()!);
            var echoed = Convert.FromHexString(vector.GetProperty("echoed").GetString()!);
            var isBad = vector.GetProperty("bad_frames").GetInt32() > 0;
            // A server that closes may drop what it has not sent, so what is bad comes after the echoes.
            await client.WriteAsync(isBad ? echoed : sent);
            Expect.SameBytes($"{name}: the whole frames back", echoed, await client.ReadExactlyAsync(echoed.Length));
            if (isBad)
            {
                await client.WriteAsync(sent.AsMemory(echoed.Length));
                await client.ExpectClosedAsync(name!);
                await server.CountsAsync(before.BadFrames + 1, usage => usage.BadFrames);
            }
            await server.CountsAsync(before.Messages + vector.GetProperty("messages").GetInt32(), one => one.Messages);
        }
    }

    /// <summary>Echoes random bytes, different in every message, so that an answer from memory, or to another message,
    /// is found.</summary>
    private static async Task CountsEveryEchoAsync(Bench bench)
    {
        const int Clients = 5,
            Bursts = 40,
            Burst = 20;
        var server = await bench.ServerAsync();
        var before = await server.UsageAsync();
        foreach (var client in await bench.GreetAsync(server, Clients))
            for (var burst = 0; burst < Bursts; burst++)
            {
                var bodies = Enumerable.Range(0, Burst).Select(_ => RandomNumberGenerator.GetBytes(28)).ToList();
                foreach (var body in bodies)
                    await client.SendAsync(body);
                while (bodies.Count > 0)
                {
                    var echo = await client.ReceiveAsync($"{bodies.Count} more echoes of burst {burst}");
                    var sent = bodies.FindIndex(body => body.AsSpan().SequenceEqual(echo));
                    Expect.That(sent >= 0, "the bytes of one of the messages", Convert.ToHexStringLower(echo));
                    bodies.RemoveAt(sent);
                }
            }
        await server.CountsAsync(before.Messages + Clients * Bursts * Burst, usage => usage.Messages);
        await server.CountsAsync(before.Connections + Clients, usage => usage.Connections);
    }

    private static async Task CountsPairAsync(Bench bench)
    {
        foreach (var (wantedConnections, wantedInFlight) in new[] { (100, 1), (1, 100) })
        {
            var connections = bench.Stack.Connections(wantedConnections);
            var inFlight = Math.Min(wantedInFlight, bench.Stack.MaxInFlight);
            var server = await bench.EmptyServerAsync();
            var before = await server.UsageAsync();
            var options = Fields.Create(("connections", connections), ("in_flight", inFlight));
            var client = await bench.ConnectAsync(server, options);
            await server.CountsAsync(connections, usage => usage.Connections);
            var result = await client.RunAsync(3_000);
            Expect.Right(result);
            var matched = (await client.UsageAsync()).Messages;
            await server.CountsAsync(matched, usage => usage.Messages - before.Messages);
            Expect.AtLeast("received answers in the client's usage", result.Received, matched);
            await client.DisconnectAsync();
        }
    }
}
