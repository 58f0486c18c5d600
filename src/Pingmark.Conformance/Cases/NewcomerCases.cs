using System.Net;
using System.Net.Sockets;

namespace Pingmark.Conformance.Cases;

/// <summary>ENet keeps a place for everybody who sends it a single datagram, and kcp2k 600 KB: a server has to bound
/// those that never say hello.</summary>
internal static class NewcomerCases
{
    /// <summary>More than ENet has places.</summary>
    private const int Strangers = 4200;

    /// <summary>Below those that sockets get by themselves: a client that got a stranger's would be sent what the
    /// server still answers to that one, and give up.</summary>
    private const int FirstPort = 10_000;

    private static Socket NextBound(IPAddress from, ref int port)
    {
        while (true)
            try
            {
                return Bound(from, port++);
            }
            catch (SocketException e) when (e.SocketErrorCode == SocketError.AddressAlreadyInUse)
            {
                // The next one is free, or the one after it.
            }
    }

    public static IEnumerable<ConformanceCase> All =>
        [
            new(
                "newcomers.bounded",
                "thousands that connect and never say hello lock nobody out, and are counted as rejected",
                Subject.Pair,
                BoundedAsync,
                peer: Peer.Library,
                transports: ["enet", "enet-csharp", "kcp"]
            ),
        ];

    // Fault(
    //     "thousands of connects of ENet or kcp2k without a hello",
    //     "the oldest are turned away and counted; clients come in", -1, 5)
    private static async Task BoundedAsync(Bench bench)
    {
        var connect = await FirstOfClientAsync(bench);
        var server = await bench.ListenAsync();
        var first = await bench.ConnectAsync(server.EndPoint, server.Token);
        foreach (var from in new[] { IPAddress.Loopback, IPAddress.Parse("127.0.0.2") })
        {
            var port = FirstPort;
            for (var n = 1; n <= Strangers; n++)
            {
                // Each from a port of its own, so that it is another one to the server.
                using var stranger = NextBound(from, ref port);
                await stranger.SendToAsync(connect, server.EndPoint.Ip);
                // In portions that its buffer holds: each has come in when the server is asked.
                if (n % 200 == 0)
                    await server.UsageAsync();
            }
        }
        var second = await bench.ConnectAsync(
            server.EndPoint,
            server.Token,
            new() { ["connections"] = 8, ["timeout_ns"] = 5_000_000_000 }
        );
        foreach (var client in new[] { first, second })
            Expect.Equal("answers", 200, (await client.RunAsync()).Received);
        Expect.That((await server.UsageAsync()).Rejected > 0, "strangers counted as rejected", "0");
    }

    /// <summary>The datagram with which the library's clients begin, sent to nobody.</summary>
    private static async Task<byte[]> FirstOfClientAsync(Bench bench)
    {
        using var nobody = Bound(IPAddress.Loopback);
        var worker = await bench.StartAsync();
        var asked = worker.AskAsync(
            "connect",
            ClientUnderTest.Request(
                bench.Stack,
                (IPEndPoint)nobody.LocalEndPoint!,
                Bench.NewToken(),
                new() { ["timeout_ns"] = 200_000_000 }
            )
        );
        var datagram = new byte[1500];
        using var patience = new CancellationTokenSource(Deadlines.Socket);
        var bytes = await nobody.ReceiveAsync(datagram, patience.Token);
        (await asked).Error();
        return datagram[..bytes];
    }

    /// <param name="port">0: any that is free.</param>
    private static Socket Bound(IPAddress address, int port = 0)
    {
        var socket = new Socket(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
        try
        {
            socket.Bind(new IPEndPoint(address, port));
            return socket;
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }
}
