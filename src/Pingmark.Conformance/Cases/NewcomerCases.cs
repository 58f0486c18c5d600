using System.Net;
using System.Net.Sockets;
using System.Text.Json.Nodes;
using Pingmark.Model;

namespace Pingmark.Conformance.Cases;

/// <summary>Cases of peers that never say hello. ENet keeps a place for everybody who sends it a single datagram, and
/// kcp2k 600 KB, so a server has to limit them.</summary>
internal static class NewcomerCases
{
    /// <summary>The number of unknown peers, more than ENet has places.</summary>
    private const int Strangers = 4200;

    /// <summary>The first port of unknown peers, below those that the kernel chooses: a client that got such a port
    /// would be sent what the server still answers to its former owner, and give up.</summary>
    private const int FirstPort = 10_000;

    private static UdpClient NextBound(IPAddress from, ref int port)
    {
        while (true)
            try
            {
                return new(new IPEndPoint(from, port++));
            }
            catch (SocketException e) when (e.SocketErrorCode == SocketError.AddressAlreadyInUse)
            {
                // The next one is free, or the one after it.
            }
    }

    private static async Task NewcomersBoundedAsync(Bench bench)
    {
        var connect = await FirstOfClientAsync(bench);
        var server = await bench.ListenAsync();
        var first = await bench.ConnectAsync(server);
        foreach (var from in new[] { IPAddress.Loopback, IPAddress.Parse("127.0.0.2") })
        {
            var port = FirstPort;
            for (var n = 1; n <= Strangers; n++)
            {
                // Each from a port of its own, so that it is another one to the server.
                using var stranger = NextBound(from, ref port);
                await stranger.SendAsync(connect, server.Address.Ip);
                // In portions that its buffer holds: each has come in when the server is asked.
                if (n % 200 == 0)
                    await server.UsageAsync();
            }
        }
        var second = await bench.ConnectAsync(server, new() { ["connections"] = 8, ["timeout_ns"] = 5_000_000_000 });
        foreach (var client in new[] { first, second })
            Expect.Equal("answers", 200, (await client.RunAsync()).Received);
        Expect.That((await server.UsageAsync()).Rejected > 0, "strangers counted as rejected", "0");
    }

    /// <summary>The datagram with which the library's clients begin, sent to a port where nobody answers.</summary>
    private static async Task<byte[]> FirstOfClientAsync(Bench bench)
    {
        using var nobody = new UdpClient(new IPEndPoint(IPAddress.Loopback, 0));
        var address = ServerAddress.FromEndPoint((IPEndPoint)nobody.Client.LocalEndPoint!);
        var options = new JsonObject { ["timeout_ns"] = 200_000_000 };
        var request = ClientUnderTest.Request(bench.Stack, address, Bench.NewToken(), options);
        var failed = (await bench.StartAsync()).FailsAsync("connect", request);
        var received = await Expect.InTimeAsync(
            async cancel => await nobody.ReceiveAsync(cancel),
            ("a datagram of the library's client", "none")
        );
        await failed;
        return received.Buffer;
    }
}
