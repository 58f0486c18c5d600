using System.Security.Cryptography;
using Pingmark.Conformance.Peers;

namespace Pingmark.Conformance.Cases;

/// <summary>A stream has no message boundaries: frames arrive in any pieces and any number at a time.</summary>
internal static class StreamCases
{
    private const int BodyBytes = 28;

    public static IEnumerable<ConformanceCase> All =>
        [
            new(
                "stream.split",
                "a server puts frames together that arrive cut at any byte, hello included",
                Subject.Server,
                SplitAsync,
                framing: "stream"
            ),
            new(
                "stream.coalesced",
                "a server answers each of many frames that arrive in one piece, with half of another behind them",
                Subject.Server,
                CoalescedAsync,
                framing: "stream"
            ),
            new(
                "stream.interleaved",
                "half a frame on one connection holds up no other",
                Subject.Server,
                InterleavedAsync,
                framing: "stream"
            ),
            new(
                "stream.slow-reader",
                "a server loses nothing of a client that sends much and reads late",
                Subject.Server,
                SlowReaderAsync,
                framing: "stream"
            ),
            new(
                "stream.client-split",
                "a client puts answers together that arrive in pieces of 5 bytes",
                Subject.Client,
                bench => ClientAsync(bench, new() { PieceBytes = 5 }, inFlight: 1, messages: 8),
                framing: "stream"
            ),
            new(
                "stream.client-coalesced",
                "a client takes 8 answers that arrive in one piece, cut once inside a frame",
                Subject.Client,
                bench =>
                    ClientAsync(
                        bench,
                        new() { Together = 8, PieceBytes = 7 * (4 + BodyBytes) + 9 },
                        inFlight: 8,
                        messages: 24
                    ),
                framing: "stream"
            ),
        ];

    private static async Task SplitAsync(Bench bench)
    {
        var server = await bench.ServerAsync();
        var client = (RawStreamClient)await bench.OpenAsync(server);
        await client.DribbleAsync(Frames.Frame(Frames.HelloOf(server.Token)), 1);
        Expect.SameBytes("PMOK", Frames.HelloAnswer, await client.ReceiveAsync("the answer to a hello in pieces"));
        foreach (var pieceBytes in new[] { 1, 2, 3, 4, 5, 8, 11 })
        {
            var body = RandomNumberGenerator.GetBytes(8);
            await client.DribbleAsync(Frames.Frame(body), pieceBytes);
            Expect.SameBytes($"a frame back that came in pieces of {pieceBytes}", body, await client.ReceiveAsync());
        }
    }

    private static async Task CoalescedAsync(Bench bench)
    {
        var server = await bench.ServerAsync();
        var client = (RawStreamClient)await bench.OpenAsync(server);
        var bodies = Enumerable.Range(1, 60).Select(n => RandomNumberGenerator.GetBytes(4 + 7 * n)).ToList();
        byte[] all = [.. Frames.Frame(Frames.HelloOf(server.Token)), .. bodies.SelectMany(body => Frames.Frame(body))];
        // The last frame's last 100 bytes come later.
        await client.WriteAsync(all.AsMemory(0, all.Length - 100));
        Expect.SameBytes(
            "PMOK",
            Frames.HelloAnswer,
            await client.ReceiveAsync("the answer to a hello with frames behind it")
        );
        foreach (var body in bodies.SkipLast(1))
            Expect.SameBytes("each frame back, in order", body, await client.ReceiveAsync());
        await client.WriteAsync(all.AsMemory(all.Length - 100));
        Expect.SameBytes("the last frame back", bodies[^1], await client.ReceiveAsync());
    }

    private static async Task InterleavedAsync(Bench bench)
    {
        var server = await bench.ServerAsync();
        var silent = (RawStreamClient)await bench.OpenAsync(server);
        var half = (RawStreamClient)await bench.GreetAsync(server);
        var whole = await bench.GreetAsync(server);
        // One has sent half of its hello, one half of a frame's length.
        await silent.WriteAsync(Frames.Frame(Frames.HelloOf(server.Token)).AsMemory(0, 9));
        var body = RandomNumberGenerator.GetBytes(BodyBytes);
        var frame = Frames.Frame(body);
        await half.WriteAsync(frame.AsMemory(0, 2));
        for (var n = 0; n < 10; n++)
            await whole.EchoAsync(RandomNumberGenerator.GetBytes(BodyBytes));
        await half.WriteAsync(frame.AsMemory(2));
        Expect.SameBytes("the frame back whose second half came late", body, await half.ReceiveAsync());
    }

    /// <summary>The sender blocks when both sides' buffers are full, so it writes beside the reader.</summary>
    private static async Task SlowReaderAsync(Bench bench)
    {
        var client = (RawStreamClient)await bench.GreetAsync(await bench.ServerAsync());
        var bodies = Enumerable.Range(0, 200).Select(_ => RandomNumberGenerator.GetBytes(50_000)).ToList();
        var writing = client.WriteAsync(bodies.SelectMany(body => Frames.Frame(body)).ToArray());
        foreach (var body in bodies)
            Expect.SameBytes("each of 10 MB of frames back", body, await client.ReceiveAsync());
        await writing;
    }

    private static async Task ClientAsync(Bench bench, Behaviour behaviour, int inFlight, int messages)
    {
        var server = bench.Serve(behaviour with { Promise = new(inFlight, BodyBytes, new Payload("random")) });
        var client = await bench.ConnectAsync(server, new() { ["in_flight"] = inFlight });
        var result = await client.RunAsync(ClientUnderTest.Messages(messages));
        server.ExpectNoProblems();
        Expect.That(
            result is { Received: > 0, Lost: 0, Corrupt: 0 },
            "all answers, none lost or corrupt",
            $"{result.Received} received, {result.Lost} lost, {result.Corrupt} corrupt"
        );
    }
}
