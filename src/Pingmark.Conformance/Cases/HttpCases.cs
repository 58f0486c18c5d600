using System.Net.Sockets;
using System.Security.Cryptography;
using System.Text;
using Pingmark.Conformance.Peers;

namespace Pingmark.Conformance.Cases;

/// <summary>Cases of servers whose messages are the bodies of HTTP: what is cut anywhere, what is no HTTP, and what
/// never becomes whole.</summary>
internal static class HttpCases
{
    private const string Head = "POST / HTTP/1.1\r\nHost: conformance\r\n";

    /// <summary>How long a stranger writes to who does not read.</summary>
    private static readonly TimeSpan Patience = TimeSpan.FromMilliseconds(300);

    private static async Task HttpSplitAsync(Bench bench)
    {
        var server = await bench.ServerAsync();
        var client = (RawStreamClient)await bench.OpenAsync(server);
        byte[] hello = Frames.Frame(Frames.HelloOf(server.Token));
        byte[] body = Frames.Frame(RandomNumberGenerator.GetBytes(28));
        foreach (var (sent, answered) in new[] { (hello, Frames.Frame(Frames.HelloAnswer)), (body, body) })
        {
            foreach (var one in Request(sent))
            {
                await client.Socket.SendAsync(new[] { one });
                await Task.Yield();
            }
            Expect.SameBytes("the body back", answered, await client.ReadExactlyAsync(answered.Length));
        }
    }

    private static async Task HttpHostileAsync(Bench bench)
    {
        var server = await bench.ServerAsync();
        var before = await server.UsageAsync();
        var friend = await bench.GreetAsync(server);
        var strangers = new List<RawClient>();
        foreach (var bytes in Hostile(server.Token))
        {
            var stranger = await bench.OpenAsync(server);
            strangers.Add(stranger);
            await PressAsync(stranger.Socket, bytes);
            await friend.EchoAsync(RandomNumberGenerator.GetBytes(28));
        }
        foreach (var stranger in strangers)
            await stranger.DisposeAsync();
        await server.CountsAsync(before.Connections + 1, usage => usage.Connections);
        await server.CountsAsync(before.Messages + strangers.Count, usage => usage.Messages);
        await (await bench.GreetAsync(server)).EchoAsync([1, 2, 3, 4, 5]);
    }

    private static byte[] Request(byte[] body) =>
        [.. Encoding.ASCII.GetBytes($"{Head}Content-Length: {body.Length}\r\n\r\n"), .. body];

    private static IEnumerable<byte[]> Hostile(string token)
    {
        var hello = Request(Frames.Frame(Frames.HelloOf(token)));
        yield return RandomNumberGenerator.GetBytes(100_000);
        yield return new byte[100_000];
        yield return [.. Enumerable.Repeat((byte)'A', 1_000_000)];
        yield return Text($"{Head}X: {new string('x', 1_000_000)}");
        yield return Text(Head + string.Concat(Enumerable.Range(0, 20_000).Select(n => $"X{n}: y\r\n")));
        foreach (
            var length in new[] { "-1", "99999999999999999999", "65541", "5\r\nContent-Length: 6", "0x20", "", "4" }
        )
            yield return Text($"{Head}Content-Length: {length}\r\n\r\nPMK1");
        foreach (var size in new[] { "FFFFFFFFFFFFFFFF", "-1", "FFFFFFFF", "zz", "4;x=y" })
            yield return Text($"{Head}Transfer-Encoding: chunked\r\n\r\n{size}\r\nPMK1");
        yield return Text("POST / HTTP/9.9\r\n\r\n");
        yield return Text("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
        yield return Text("CONNECT localhost:80 HTTP/1.1\r\nHost: x\r\n\r\n");
        yield return Text($"{Head}Upgrade: websocket\r\nConnection: Upgrade\r\n\r\n");
        yield return Text($"{Head}Expect: 100-continue\r\nContent-Length: 24\r\n\r\n");
        // Heads and bodies that never become whole, of strangers and of who has said hello.
        yield return Text("P");
        yield return Text(Head);
        yield return hello[..^1];
        yield return [.. hello, .. Text(Head)];
        yield return [.. hello, .. Text($"{Head}Content-Length: 65540\r\n\r\n"), .. new byte[60_000]];
        yield return [.. hello, .. RandomNumberGenerator.GetBytes(100_000)];

        static byte[] Text(string text) => Encoding.ASCII.GetBytes(text);
    }

    /// <summary>Writes what the server takes of it in a while, and leaves the connection as it is.</summary>
    private static async Task PressAsync(Socket socket, byte[] bytes)
    {
        using var patience = new CancellationTokenSource(Patience);
        try
        {
            await socket.SendAsync(bytes, patience.Token);
        }
        catch (Exception e) when (e is SocketException or OperationCanceledException)
        {
            // The server has closed it, or reads no more.
        }
    }
}
