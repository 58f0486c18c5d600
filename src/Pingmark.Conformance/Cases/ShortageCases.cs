using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using System.Text.Json.Nodes;
using Pingmark.Conformance.Peers;

namespace Pingmark.Conformance.Cases;

/// <summary>Cases of more peers than a server has room for: without free descriptors it may stop accepting, and nothing
/// else; and it limits those that never say hello.</summary>
internal static class ShortageCases
{
    /// <summary>The limit of descriptors; runtimes need some of them for themselves.</summary>
    private const int MaxDescriptors = 256;

    /// <summary>The least share of the earlier rate that must be kept. A server that pauses completely keeps a
    /// hundredth; others may take the cores for a while, so it is watched until it keeps more.</summary>
    private const double MinRateKept = 0.1;

    /// <summary>The number of unknown peers, more than ENet has places.</summary>
    private const int Strangers = 4200;

    /// <summary>The first port of unknown peers, below those that the kernel chooses: a client that got such a port
    /// would be sent what the server still answers to its former owner, and give up.</summary>
    private const int FirstPort = 10_000;

    private static async Task DescriptorsLiveAsync(Bench bench)
    {
        var worker = await bench.StartAsync(descriptors: MaxDescriptors);
        var server = await ServerUnderTest.ListenAsync(worker, bench.Stack, null);
        var live = await bench.GreetAsync(server, 4);
        var others = new List<RawClient>();
        await ConnectAsync(120);
        var before = await CountEchoesAsync(live);
        await ConnectAsync(180);
        await Expect.EventuallyAsync(
            "greeted with more connections than descriptors",
            false,
            async () => (await server.UsageAsync()).Connections > MaxDescriptors
        );
        var (clock, meanwhile) = (Stopwatch.StartNew(), 0);
        do meanwhile = await CountEchoesAsync(live);
        while (meanwhile < MinRateKept * before && clock.Elapsed < Deadlines.Socket);
        Expect.AtLeast($"echoes in a while without descriptors, of {before} before", MinRateKept * before, meanwhile);
        foreach (var client in others)
            await client.DisposeAsync();
        await Expect.EventuallyAsync("served when descriptors are free again", true, () => ServesAsync(bench, server));

        // Who spins serves fewer of many: these are there from the start.
        async Task ConnectAsync(int more)
        {
            for (; more > 0; more--)
            {
                others.Add(await bench.OpenAsync(server));
                await others[^1].SendAsync(Frames.CreateHello(server.Token));
            }
        }
    }

    /// <summary>Whether a new connection is served. Until a server has noticed that others have ended it may turn one
    /// away, as libuv does without a descriptor.</summary>
    private static async Task<bool> ServesAsync(Bench bench, ServerUnderTest server)
    {
        try
        {
            await (await bench.GreetAsync(server)).EchoAsync();
            return true;
        }
        catch (CaseFailure)
        {
            return false;
        }
    }

    /// <summary>Counts the echoes of all connections in 150 ms, each with one message in flight.</summary>
    private static async Task<int> CountEchoesAsync(IEnumerable<RawClient> clients)
    {
        var clock = Stopwatch.StartNew();
        var echoes = await Task.WhenAll(
            clients.Select(async client =>
            {
                var count = 0;
                for (; clock.ElapsedMilliseconds < 150; count++)
                    await client.EchoAsync();
                return count;
            })
        );
        return echoes.Sum();
    }

    private static async Task NewcomersBoundedAsync(Bench bench)
    {
        var connect = await CaptureConnectAsync(bench);
        var server = await bench.ListenAsync();
        var first = await bench.ConnectAsync(server);
        foreach (var from in new[] { IPAddress.Loopback, IPAddress.Parse("127.0.0.2") })
        {
            var port = FirstPort;
            for (var n = 1; n <= Strangers; n++)
            {
                // Each from a port of its own, so that it is another one to the server.
                using var stranger = BindNextFree(from, ref port);
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

    private static UdpClient BindNextFree(IPAddress from, ref int port)
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

    /// <summary>Receives the datagram with which the library's clients begin, at a port where nobody answers.</summary>
    private static async Task<byte[]> CaptureConnectAsync(Bench bench)
    {
        using var nobody = new UdpClient(new IPEndPoint(IPAddress.Loopback, 0));
        var options = new JsonObject { ["timeout_ns"] = 200_000_000 };
        var at = (IPEndPoint)nobody.Client.LocalEndPoint!;
        var request = ClientUnderTest.Request(bench.Stack, at, Bench.NewToken(), options);
        var failing = (await bench.StartAsync()).RefusesAsync("connect", request, "error");
        var received = await Expect.InTimeAsync(
            async cancel => await nobody.ReceiveAsync(cancel),
            ("a datagram of the library's client", "none")
        );
        await failing;
        return received.Buffer;
    }
}
