using System.Net.Sockets;
using System.Security.Cryptography;
using System.Text;
using Pingmark.Conformance.Peers;

namespace Pingmark.Conformance.Cases;

/// <summary>Cases of security: a server answers nobody but its own run, and believes no length that comes from the
/// wire.</summary>
// Where it may listen is tested by security.wildcard.jsonl.
internal static class SecurityCases
{
    private const string HttpHead = "POST / HTTP/1.1\r\nHost: conformance\r\n";

    private static async Task SecurityWrongTokenAsync(Bench bench)
    {
        var server = await bench.ServerAsync();
        var token = Convert.FromHexString(server.Token);
        var badFrames = (await server.UsageAsync()).BadFrames;
        await RejectedAsync("a wrong token", Frames.CreateHello(Bench.NewToken()));
        await RejectedAsync("a message instead of the hello", new byte[28]);
        await RejectedAsync("a hello of another version", [.. "PMK2"u8, .. token]);
        await RejectedAsync("a hello with a byte too many", [.. "PMK1"u8, .. token, 0]);
        Expect.Equal("bad frames", badFrames, (await server.UsageAsync()).BadFrames);
        // A browser's request, whose length would be "GET ".
        if (bench.Stack.IsStream)
            await RejectedAsync("a browser's request", null);

        async Task RejectedAsync(string what, byte[]? body)
        {
            var before = await server.UsageAsync();
            var client = await bench.OpenAsync(server);
            var address = client.Socket.LocalEndPoint;
            if (body is null)
                await ((RawStreamClient)client).WriteAsync("GET / HTTP/1.1\r\nHost: x\r\n\r\n"u8.ToArray());
            else
                await client.SendAsync(body);
            await client.ExpectClosedAsync(what);
            await server.CountsAsync(before.Rejected + 1, usage => usage.Rejected);
            // A library may not know who it was.
            if (bench.Stack.IsStream)
                Expect.Equal("the last stranger", $"{address}", (await server.UsageAsync()).LastStranger);
        }
    }

    private static async Task SecurityBadLengthAsync(Bench bench)
    {
        var server = await bench.ServerAsync();
        var friend = await bench.GreetAsync(server);
        int[] lengths = [Frames.MaxBody + 1, int.MaxValue, -1, int.MinValue, Frames.MinBody - 1, 0];
        // Where the protocol below has the length, a message is as long as it says.
        foreach (var length in lengths.Where(one => bench.Stack.IsStream || one is >= 0 and < int.MaxValue))
        {
            var before = await server.UsageAsync();
            var client = await bench.GreetAsync(server);
            if (client is RawStreamClient stream)
                await stream.WriteAsync((byte[])[.. BitConverter.GetBytes(length), .. new byte[8]]);
            else
                await client.SendAsync(new byte[length]);
            await client.ExpectClosedAsync($"a length of {length}");
            await server.CountsAsync(before.BadFrames + 1, usage => usage.BadFrames);
            await friend.EchoAsync();
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
        var hello = Frames.CreateHello(server.Token);
        byte[][] datagrams = [new byte[28], [], [1], Frames.CreateHello(Bench.NewToken()), hello[..^1], [.. hello, 0]];
        foreach (var datagram in datagrams)
            await stranger.SendAsync(datagram);
        await friend.EchoAsync();
        await server.CountsAsync(before.Rejected + datagrams.Length, usage => usage.Rejected);
        Expect.Equal("the last stranger", $"{stranger.Socket.LocalEndPoint}", (await server.UsageAsync()).LastStranger);
        Expect.Equal("bytes that a stranger gets", 0, stranger.Socket.Available);
        await friend.SendAsync([1, 2, 3]);
        await server.CountsAsync(before.BadFrames + 1, usage => usage.BadFrames);
        await server.CountsAsync(before.Messages + 1, usage => usage.Messages);
    }

    private static async Task HttpHostileAsync(Bench bench)
    {
        var server = await bench.ServerAsync();
        var before = await server.UsageAsync();
        var friend = await bench.GreetAsync(server);
        var strangers = new List<RawClient>();
        foreach (var bytes in CreateHostile(server.Token))
        {
            var stranger = await bench.OpenAsync(server);
            strangers.Add(stranger);
            using var patience = new CancellationTokenSource(TimeSpan.FromMilliseconds(300));
            try
            {
                await stranger.Socket.SendAsync(bytes, patience.Token);
            }
            catch (Exception e) when (e is SocketException or OperationCanceledException)
            {
                // The server has closed it, or reads no more.
            }
            await friend.EchoAsync();
        }
        foreach (var stranger in strangers)
            await stranger.DisposeAsync();
        await server.CountsAsync(before.Connections + 1, usage => usage.Connections);
        await server.CountsAsync(before.Messages + strangers.Count, usage => usage.Messages);
        await (await bench.GreetAsync(server)).EchoAsync();
    }

    private static IEnumerable<byte[]> CreateHostile(string token)
    {
        var body = Frames.Create(Frames.CreateHello(token));
        byte[] hello = [.. Encode($"{HttpHead}Content-Length: {body.Length}\r\n\r\n"), .. body];
        string[] lengths = ["-1", "99999999999999999999", "65541", "5\r\nContent-Length: 6", "0x20", "", "4"];
        string[] chunks = ["FFFFFFFFFFFFFFFF", "-1", "FFFFFFFF", "zz", "4;x=y"];
        string[] texts =
        [
            new('A', 1_000_000),
            $"{HttpHead}X: {new string('x', 1_000_000)}",
            HttpHead + string.Concat(Enumerable.Range(0, 20_000).Select(n => $"X{n}: y\r\n")),
            .. lengths.Select(length => $"{HttpHead}Content-Length: {length}\r\n\r\nPMK1"),
            .. chunks.Select(size => $"{HttpHead}Transfer-Encoding: chunked\r\n\r\n{size}\r\nPMK1"),
            "POST / HTTP/9.9\r\n\r\n",
            "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
            "CONNECT localhost:80 HTTP/1.1\r\nHost: x\r\n\r\n",
            $"{HttpHead}Upgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
            $"{HttpHead}Expect: 100-continue\r\nContent-Length: 24\r\n\r\n",
            // Heads that never become whole.
            "P",
            HttpHead,
        ];
        return
        [
            RandomNumberGenerator.GetBytes(100_000),
            new byte[100_000],
            .. texts.Select(Encode),
            // Requests that never become whole, of strangers and of who has said hello.
            hello[..^1],
            [.. hello, .. Encode(HttpHead)],
            [.. hello, .. Encode($"{HttpHead}Content-Length: 65540\r\n\r\n"), .. new byte[60_000]],
            [.. hello, .. RandomNumberGenerator.GetBytes(100_000)],
        ];

        static byte[] Encode(string text) => Encoding.ASCII.GetBytes(text);
    }
}
