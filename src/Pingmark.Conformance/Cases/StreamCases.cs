using System.Security.Cryptography;
using Pingmark.Conformance.Peers;

namespace Pingmark.Conformance.Cases;

/// <summary>Cases of streams, which have no message boundaries: frames arrive in any pieces, and any number at a
/// time.</summary>
internal static class StreamCases
{
    private const int BodyBytes = 28;

    private static Task StreamClientSplitAsync(Bench bench) =>
        SizeCases.ClientAsync(bench, 32, "random", inFlight: 1, new() { PieceBytes = 5 }, messages: 8);

    private static Task StreamClientCoalescedAsync(Bench bench) =>
        SizeCases.ClientAsync(bench, 32, "random", 8, new() { Together = 8, PieceBytes = 7 * 32 + 9 }, messages: 24);

    private static async Task StreamSplitAsync(Bench bench)
    {
        var server = await bench.ServerAsync();
        var client = (RawStreamClient)await bench.OpenAsync(server);
        await client.WriteAsync(Frames.Frame(Frames.HelloOf(server.Token)), 1);
        await client.ExpectGreetedAsync();
        foreach (var pieceBytes in new[] { 1, 2, 3, 4, 5, 8, 11 })
        {
            var body = RandomNumberGenerator.GetBytes(8);
            await client.WriteAsync(Frames.Frame(body), pieceBytes);
            Expect.SameBytes($"a frame back that came in pieces of {pieceBytes}", body, await client.ReceiveAsync());
        }
    }

    private static async Task StreamCoalescedAsync(Bench bench)
    {
        var server = await bench.ServerAsync();
        var client = (RawStreamClient)await bench.OpenAsync(server);
        var bodies = Enumerable.Range(1, 60).Select(n => RandomNumberGenerator.GetBytes(4 + 7 * n)).ToList();
        byte[] all = [.. Frames.Frame(Frames.HelloOf(server.Token)), .. bodies.SelectMany(body => Frames.Frame(body))];
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
        await silent.WriteAsync(Frames.Frame(Frames.HelloOf(server.Token)).AsMemory(0, 9));
        var body = RandomNumberGenerator.GetBytes(BodyBytes);
        var frame = Frames.Frame(body);
        await half.WriteAsync(frame.AsMemory(0, 2));
        for (var n = 0; n < 10; n++)
            await whole.EchoAsync(RandomNumberGenerator.GetBytes(BodyBytes));
        await half.WriteAsync(frame.AsMemory(2));
        Expect.SameBytes("the frame back whose second half came late", body, await half.ReceiveAsync());
    }

    /// <summary>Reads slowly. The sender blocks when both sides' buffers are full, so it writes while the reader
    /// reads.</summary>
    private static async Task StreamSlowReaderAsync(Bench bench)
    {
        var client = (RawStreamClient)await bench.GreetAsync(await bench.ServerAsync());
        var bodies = Enumerable.Range(0, 200).Select(_ => RandomNumberGenerator.GetBytes(50_000)).ToList();
        var writing = client.WriteAsync(bodies.SelectMany(body => Frames.Frame(body)).ToArray());
        foreach (var body in bodies)
            Expect.SameBytes("each of 10 MB of frames back", body, await client.ReceiveAsync());
        await writing;
    }
}
