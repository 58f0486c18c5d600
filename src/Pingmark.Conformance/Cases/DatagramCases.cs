using System.Net;
using System.Net.Sockets;
using System.Security.Cryptography;
using Pingmark.Conformance.Peers;
using Pingmark.Host;

namespace Pingmark.Conformance.Cases;

/// <summary>Cases of datagrams that are repeated, doubled and overtaken, of the address that answers come from, and of
/// servers with a connected socket for each of their first peers.</summary>
internal static class DatagramCases
{
    /// <summary>The message of a run's 200 up to which answers are disturbed: a client need not look at what comes
    /// after the last answer.</summary>
    private const int Half = 100;

    /// <summary>The number of peers: more than <c>connected_datagram_peers</c> of protocol/constants.json, so that some
    /// share a socket.</summary>
    private const int Peers = 64 + 6;

    private static readonly IPAddress[] Wildcards = Loopback.HasIpv6
        ? [IPAddress.Any, IPAddress.IPv6Any]
        : [IPAddress.Any];

    /// <summary>Of loopback, whose own address is 127.0.0.1: an answer from there is none from 127.0.0.2.</summary>
    private static readonly IPAddress[] Asked = [IPAddress.Loopback, new([127, 0, 0, 2]), IPAddress.IPv6Loopback];

    private static async Task DatagramRepeatedHelloAsync(Bench bench)
    {
        var server = await bench.ServerAsync();
        var before = await server.UsageAsync();
        var client = await bench.GreetAsync(server);
        for (var n = 0; n < 3; n++)
            await client.GreetAsync(server.Token);
        await client.EchoAsync();
        await server.CountsAsync(before.Messages + 1, usage => usage.Messages);
        await server.CountsAsync(before.Connections + 1, usage => usage.Connections);
    }

    private static async Task DatagramClientRepeatsHelloAsync(Bench bench) =>
        Expect.Right(await bench.MeasureAsync(new() { HellosIgnored = 2 }));

    private static async Task DatagramDuplicatedAsync(Bench bench)
    {
        var server = bench.Serve(
            new() { Answer = (number, body) => number <= Half && number % 10 == 0 ? [body, body] : [body] }
        );
        var client = await bench.ConnectAsync(server, new() { ["in_flight"] = 4 });
        var result = await client.RunAsync();
        Expect.Equal("duplicated", Half / 10, result.Duplicated);
        Expect.Right(result);
        Expect.Equal("late", 0, result.Late);
        Expect.Equal("messages by the client's usage", server.Messages, (await client.UsageAsync()).Messages);
    }

    /// <summary>Swaps answers: of two messages in flight the first is answered after the second.</summary>
    private static async Task DatagramReorderedAsync(Bench bench)
    {
        byte[]? kept = null;
        IReadOnlyList<byte[]> Swap(long number, byte[] body)
        {
            if (number > Half)
                return [body];
            (var before, kept) = (kept, body);
            return number % 2 == 1 ? [] : [body, before!];
        }
        var result = await bench.MeasureAsync(new() { Answer = Swap }, new() { ["in_flight"] = 2 });
        Expect.Equal("reordered", Half / 2, result.Reordered);
        Expect.Equal("corrupt", 0, result.Corrupt);
    }

    /// <summary>A client's socket is connected, and takes no answer from another address.</summary>
    private static async Task DatagramAskedAddressAsync(Bench bench)
    {
        foreach (var wildcard in Wildcards)
        {
            var worker = await bench.StartAsync();
            var token = Bench.NewToken();
            var fields = Fields.Request(
                bench.Stack,
                new($"{wildcard}", 0),
                token,
                Fields.Create(("allow_wildcard", true))
            );
            var answer = await worker.AskAsync("listen", fields, Deadlines.Connect);
            if (answer.Status == "unsupported")
            {
                Expect.Contains(answer.Reason, $"{wildcard}", "a reason");
                continue;
            }
            var port = (int)answer.Ok().Number("port");
            foreach (var asked in Asked.Where(one => IsServed(one, port, wildcard)))
            {
                var client = bench.Keep(new RawDatagramClient(new(asked, port)));
                await client.GreetAsync(token);
                await client.EchoAsync();
            }
        }
    }

    /// <summary>Whether somebody may answer: a socket of IPv4 serves no IPv6, and one of IPv6 serves IPv4 if it is not
    /// for IPv6 alone, so that the port of IPv4 is taken.</summary>
    private static bool IsServed(IPAddress asked, int port, IPAddress wildcard)
    {
        if (asked.AddressFamily == wildcard.AddressFamily)
            return true;
        if (wildcard.AddressFamily == AddressFamily.InterNetwork)
            return false;
        using var other = new Socket(asked.AddressFamily, SocketType.Dgram, ProtocolType.Udp);
        try
        {
            other.Bind(new IPEndPoint(asked, port));
            return false;
        }
        catch (SocketException e) when (e.SocketErrorCode == SocketError.AddressAlreadyInUse)
        {
            return true;
        }
    }

    private static async Task ConnectedSocketsServeAsync(Bench bench)
    {
        foreach (var isConnected in new[] { true, false })
        {
            var options = Fields.Create(("connected_sockets", isConnected));
            var server = isConnected ? await bench.ServerAsync() : await bench.ListenAsync(options);
            Expect.Equal("the effective connected_sockets", isConnected, server.Listening.Flag("connected_sockets"));
            await ServeManyAsync(bench, server);
            // So that the next peers get connected sockets, too.
            await server.DisconnectAsync();
            await SecurityCases.StaysSilentAsync(bench, server);
            await ServeThoseThatComeAgainAsync(bench, server);
        }
        var shared = await bench.ServerAsync();
        await shared.DisconnectAsync();
        await bench.GreetAsync(shared, Peers);
        var before = shared.Worker.OpenFiles;
        await shared.DisconnectAsync();
        await Expect.EventuallyAsync(
            "most peers' sockets are closed by disconnect",
            true,
            () => before - shared.Worker.OpenFiles >= Peers / 2
        );
    }

    /// <summary>Sends a message from each client at once, and expects each client's own body back.</summary>
    private static async Task ServeManyAsync(Bench bench, ServerUnderTest server)
    {
        const int Rounds = 3;
        var before = await server.UsageAsync();
        var clients = await bench.GreetAsync(server, Peers);
        for (var n = 0; n < Rounds; n++)
        {
            var bodies = clients.Select(_ => RandomNumberGenerator.GetBytes(28)).ToList();
            foreach (var (client, body) in clients.Zip(bodies))
                await client.SendAsync(body);
            foreach (var (client, body) in clients.Zip(bodies))
                Expect.SameBytes("each client's own body back", body, await client.ReceiveAsync());
        }
        await server.CountsAsync(before.Messages + Rounds * Peers, usage => usage.Messages);
        await server.CountsAsync(before.Connections + Peers, usage => usage.Connections);
    }

    private static async Task ServeThoseThatComeAgainAsync(Bench bench, ServerUnderTest server)
    {
        var other = await bench.GreetAsync(server);
        IPEndPoint? from = null;
        for (var n = 0; n < 3; n++)
        {
            var client = bench.Keep(new RawDatagramClient(server.Address.Ip, from));
            from = (IPEndPoint)client.Socket.LocalEndPoint!;
            await client.GreetAgainAsync(server.Token);
            await client.EchoAsync();
            // Its answer finds a closed port, which a connected socket is told, or the next client.
            await client.SendAsync(RandomNumberGenerator.GetBytes(28));
            await client.DisposeAsync();
            await other.EchoAsync();
        }
    }
}
