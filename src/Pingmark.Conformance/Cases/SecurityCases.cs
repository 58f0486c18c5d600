using System.Buffers.Binary;
using Pingmark.Conformance.Peers;

namespace Pingmark.Conformance.Cases;

/// <summary>A server answers nobody but its own run, and believes no length that comes from the wire.</summary>
internal static class SecurityCases
{
    public static IEnumerable<ConformanceCase> All =>
        [
            new(
                "security.wildcard",
                "an address that listens on every interface is refused, unless it is allowed",
                Subject.Server,
                WildcardAsync,
                peer: Peer.Any,
                ofKit: true
            ),
            new(
                "security.needs-token",
                "a server without token that is not plain is refused",
                Subject.Server,
                NeedsTokenAsync,
                peer: Peer.Any,
                ofKit: true
            ),
            new(
                "security.wrong-token",
                "a stream with another token is closed unanswered and counted as rejected",
                Subject.Server,
                WrongTokenAsync,
                framing: "stream"
            ),
            new(
                "security.no-hello",
                "a stream whose first frame is no hello is closed unanswered and counted as rejected",
                Subject.Server,
                NoHelloAsync,
                framing: "stream"
            ),
            new(
                "security.silent-to-strangers",
                "a datagram server answers no sender that has not said hello, and counts it as rejected",
                Subject.Server,
                StrangersAsync,
                framing: "datagram"
            ),
            new(
                "security.bad-length",
                "a frame of an impossible length closes that connection, is counted, and hurts no other",
                Subject.Server,
                BadLengthAsync,
                framing: "stream"
            ),
        ];

    // Fault("`--address ::%1`, `::ffff:0.0.0.0` and other words for every interface", "refused as `::` is", 2, 10)
    private static async Task WildcardAsync(Bench bench)
    {
        if (bench.Stack.IsLocal)
            return;
        var worker = await bench.StartAsync();
        foreach (var address in new[] { "0.0.0.0", "::" })
            (await ListenAsync(address)).Unsupported();
        // A runtime may not know how to read some of these; none may listen.
        foreach (var address in OtherWildcards)
            (await ListenAsync(address)).Refused();
        await worker.OkAsync(
            "listen",
            ServerUnderTest.Request(
                bench.Stack,
                Bench.NewToken(),
                new() { ["address"] = "0.0.0.0", ["allow_wildcard"] = true }
            )
        );

        Task<Answer> ListenAsync(string address) =>
            worker.AskAsync(
                "listen",
                ServerUnderTest.Request(bench.Stack, Bench.NewToken(), new() { ["address"] = address })
            );
    }

    /// <summary>The same two in other words: with a scope, without abbreviation, as IPv6 writes IPv4's.</summary>
    private static readonly string[] OtherWildcards =
    [
        "::%1",
        "::0%1",
        "::%lo",
        "0:0:0:0:0:0:0:0",
        "::0.0.0.0",
        "::0.0.0.0%1",
        "::ffff:0.0.0.0",
        "::ffff:0:0",
        "::ffff:0.0.0.0%1",
        "0",
        "0x0",
        "0.0",
        "000.000.000.000",
    ];

    private static async Task NeedsTokenAsync(Bench bench)
    {
        var request = ServerUnderTest.Request(bench.Stack, "");
        request.Remove("token");
        (await (await bench.IdleAsync()).AskAsync("listen", request)).Refused();
    }

    private static Task WrongTokenAsync(Bench bench) =>
        RejectedAsync(bench, Frames.Frame(Frames.HelloOf(Bench.NewToken())), "a wrong token");

    private static async Task NoHelloAsync(Bench bench)
    {
        var token = Convert.FromHexString((await bench.ServerAsync()).Token);
        await RejectedAsync(bench, Frames.Frame(new byte[28]), "a message instead of the hello");
        await RejectedAsync(bench, Frames.Frame([.. "PMK2"u8, .. token]), "a hello of another version");
        await RejectedAsync(bench, Frames.Frame([.. "PMK1"u8, .. token, 0]), "a hello with a byte too many");
        await RejectedAsync(bench, "GET / HTTP/1.1\r\nHost: x\r\n\r\n"u8.ToArray(), "a browser's request");
    }

    private static async Task RejectedAsync(Bench bench, byte[] first, string what)
    {
        var server = await bench.ServerAsync();
        var before = await server.UsageAsync();
        var client = (RawStreamClient)await bench.OpenAsync(server);
        var address = client.Socket.LocalEndPoint;
        await client.WriteAsync(first);
        await client.ExpectClosedAsync(what);
        await server.CountsAsync("rejected connections", before.Rejected + 1, usage => usage.Rejected);
        Expect.Equal("the last stranger", $"{address}", (await server.UsageAsync()).LastStranger);
    }

    /// <summary>The friend's echo comes after the stranger's datagrams were looked at: they are in one queue.</summary>
    private static async Task StrangersAsync(Bench bench)
    {
        var server = await bench.ServerAsync();
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
        await server.CountsAsync("rejected datagrams", before.Rejected + datagrams.Length, usage => usage.Rejected);
        Expect.Equal("the last stranger", $"{stranger.Socket.LocalEndPoint}", (await server.UsageAsync()).LastStranger);
        Expect.Equal("bytes that a stranger gets", 0, stranger.Socket.Available);
        Expect.Equal("messages counted", 1, (await server.UsageAsync()).Messages - before.Messages);
    }

    private static async Task BadLengthAsync(Bench bench)
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
            await server.CountsAsync("bad frames", before.BadFrames + 1, usage => usage.BadFrames);
            await friend.EchoAsync([1, 2, 3, 4, 5]);
        }
    }
}
