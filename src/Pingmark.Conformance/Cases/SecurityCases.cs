using System.Buffers.Binary;
using Pingmark.Conformance.Peers;

namespace Pingmark.Conformance.Cases;

/// <summary>Cases of security: a server answers nobody but its own run, and believes no length that comes from the
/// wire.</summary>
// Where it may listen is told by security.wildcard.jsonl:
internal static class SecurityCases
{
    private static Task SecurityWrongTokenAsync(Bench bench) =>
        RejectedAsync(bench, client => client.SendAsync(Frames.HelloOf(Bench.NewToken())), "a wrong token");

    private static async Task SecurityNoHelloAsync(Bench bench)
    {
        var token = Convert.FromHexString((await bench.ServerAsync()).Token);
        await RejectedAsync(bench, client => client.SendAsync(new byte[28]), "a message instead of the hello");
        byte[] ofAnother = [.. "PMK2"u8, .. token],
            tooLong = [.. "PMK1"u8, .. token, 0],
            ofBrowser = [.. "GET / HTTP/1.1\r\nHost: x\r\n\r\n"u8];
        await RejectedAsync(bench, client => client.SendAsync(ofAnother), "a hello of another version");
        await RejectedAsync(bench, client => client.SendAsync(tooLong), "a hello with a byte too many");
        if (bench.Stack.IsStream)
            await RejectedAsync(
                bench,
                client => ((RawStreamClient)client).WriteAsync(ofBrowser),
                "a browser's request"
            );
    }

    private static async Task RejectedAsync(Bench bench, Func<RawClient, Task> say, string what)
    {
        var server = await bench.ServerAsync();
        var before = await server.UsageAsync();
        var client = await bench.OpenAsync(server);
        var address = client.Socket.LocalEndPoint;
        await say(client);
        await client.ExpectClosedAsync(what);
        await server.CountsAsync(before.Rejected + 1, usage => usage.Rejected);
        // A library may not tell who it was.
        if (bench.Stack.IsStream)
            Expect.Equal("the last stranger", $"{address}", (await server.UsageAsync()).LastStranger);
    }

    private static async Task SecurityBadMessageAsync(Bench bench)
    {
        var server = await bench.ServerAsync();
        var friend = await bench.GreetAsync(server);
        foreach (var bytes in new[] { Frames.MinBody - 1, 0, Frames.MaxBody + 1 })
        {
            var before = await server.UsageAsync();
            var client = await bench.GreetAsync(server);
            await client.SendAsync(new byte[bytes]);
            await client.ExpectClosedAsync($"a message of {bytes} bytes");
            await server.CountsAsync(before.BadFrames + 1, usage => usage.BadFrames);
            await friend.EchoAsync([1, 2, 3, 4, 5]);
        }
    }

    private static async Task SecuritySilentToStrangersAsync(Bench bench) =>
        await StaysSilentAsync(bench, await bench.ServerAsync());

    /// <summary>Sends datagrams of an unknown peer. The client's echo comes after these were handled, because they are
    /// in one queue.</summary>
    public static async Task StaysSilentAsync(Bench bench, ServerUnderTest server)
    {
        var before = await server.UsageAsync();
        var friend = await bench.GreetAsync(server);
        var stranger = await bench.OpenAsync(server);
        byte[][] datagrams =
        [
            new byte[28],
            [],
            [1],
            Frames.HelloOf(Bench.NewToken()),
            Frames.HelloOf(server.Token)[..^1],
            [.. Frames.HelloOf(server.Token), 0],
        ];
        foreach (var datagram in datagrams)
            await stranger.SendAsync(datagram);
        await friend.EchoAsync([1, 2, 3, 4, 5]);
        await server.CountsAsync(before.Rejected + datagrams.Length, usage => usage.Rejected);
        Expect.Equal("the last stranger", $"{stranger.Socket.LocalEndPoint}", (await server.UsageAsync()).LastStranger);
        Expect.Equal("bytes that a stranger gets", 0, stranger.Socket.Available);
        await server.HasAsync(before.Messages + 1, usage => usage.Messages);
    }

    private static async Task SecurityBadLengthAsync(Bench bench)
    {
        var server = await bench.ServerAsync();
        var friend = await bench.GreetAsync(server);
        foreach (var length in new[] { Frames.MaxBody + 1, int.MaxValue, -1, int.MinValue, Frames.MinBody - 1, 0 })
        {
            var before = await server.UsageAsync();
            var client = (RawStreamClient)await bench.GreetAsync(server);
            var bytes = new byte[12];
            BinaryPrimitives.WriteInt32LittleEndian(bytes, length);
            await client.WriteAsync(bytes);
            await client.ExpectClosedAsync($"a length of {length}");
            await server.CountsAsync(before.BadFrames + 1, usage => usage.BadFrames);
            await friend.EchoAsync([1, 2, 3, 4, 5]);
        }
    }
}
