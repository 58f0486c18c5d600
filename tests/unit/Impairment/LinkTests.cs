using System.Net;
using System.Net.Sockets;
using Pingmark.Host;
using Pingmark.Impairment;
using Pingmark.Model;
using Xunit;

namespace Pingmark.Tests.Impairment;

/// <summary>Each engine with real sockets: what goes in comes out, later, and is counted.</summary>
[Trait("Gate", "no")]
public sealed class LinkTests
{
    private const long MsNs = 1_000_000;
    private static readonly NetworkEngines Engines = new();

    /// <summary>The device only where the machine permits one.</summary>
    public static TheoryData<NetworkEngine> Permitted =>
        Engines.Problem(NetworkEngine.Tun) is null ? [NetworkEngine.Relay, NetworkEngine.Tun] : [NetworkEngine.Relay];

    [Theory]
    [MemberData(nameof(Permitted))]
    public async Task Datagrams_of_several_clients_come_back_to_them_after_two_delays(NetworkEngine kind)
    {
        using var link = NetworkEngines.Open(kind, "udp");
        // Also before anybody is behind it.
        link.Shape(new(), seed: 1);
        using var server = new UdpClient(Local(link));
        var reached = link.Behind(ServerAddress.FromEndPoint((IPEndPoint)server.Client.LocalEndPoint!)).Ip;
        link.Shape(new() { DelayNs = 5 * MsNs }, seed: 1);
        var echo = EchoAsync(server, datagrams: 30);
        for (var round = 0; round < 10; round++)
        {
            using var clients = new Clients(3, reached);
            var sentNs = Clock.NowNs;
            foreach (var (number, client) in clients.All.Index())
                await client.SendAsync(new[] { (byte)number, (byte)round });
            foreach (var (number, client) in clients.All.Index())
                Assert.Equal([(byte)number, (byte)round], await ReceiveAsync(client));
            Assert.True(Clock.NowNs - sentNs >= 10 * MsNs);
        }
        await echo;
        var use = link.Use();
        Assert.Equal((60, 60, 60 * 30, 0), (use.Packets, use.Delivered, use.Bytes, use.Lost));
        Assert.True(use.CpuNs > 0);
    }

    [Theory]
    [MemberData(nameof(Permitted))]
    public async Task A_stream_arrives_whole_and_its_end_too(NetworkEngine kind)
    {
        using var link = NetworkEngines.Open(kind, "tcp");
        using var listener = new TcpListener(Local(link));
        listener.Start();
        var reached = link.Behind(ServerAddress.FromEndPoint((IPEndPoint)listener.LocalEndpoint)).Ip;
        link.Shape(new() { DelayNs = 2 * MsNs }, seed: 1);
        var serving = EchoStreamAsync(listener);
        using var client = new TcpClient(AddressFamily.InterNetwork);
        await client.ConnectAsync(reached);
        var sent = new byte[2_000_000];
        new Random(1).NextBytes(sent);
        var stream = client.GetStream();
        var sending = SendAsync(client, sent);
        using var came = new MemoryStream();
        await stream.CopyToAsync(came).WaitAsync(TimeSpan.FromSeconds(30));
        await sending;
        await serving;
        Assert.True(sent.AsSpan().SequenceEqual(came.ToArray()));
        Assert.True(link.Use().Bytes >= 2 * sent.Length);
    }

    [Theory]
    [MemberData(nameof(Permitted))]
    public void A_verification_tells_what_was_asked_for(NetworkEngine kind)
    {
        var network = new Network
        {
            DelayNs = 10 * MsNs,
            Loss = 0.1,
            Duplicate = 0.02,
            Reorder = 0.02,
            Engine = kind,
        };
        var figures = Verified(network, 3_500, "delay_ns loss duplicate reorder", counted: 3_000);
        // A busy machine can only make it longer.
        Assert.InRange(figures[0].GotUp, 10e6, 1e9);
        Assert.InRange(figures[0].GotDown, 10e6, 1e9);
    }

    [Theory]
    [MemberData(nameof(Permitted))]
    public void A_verification_tells_bursts_of_losses_and_what_is_lost_within_and_between_them(NetworkEngine kind)
    {
        var network = new Network
        {
            Loss = 0.1,
            LossBurst = 10,
            Engine = kind,
        };
        var figures = Verified(network, 10_000, "delay_ns loss loss_burst duplicate reorder", counted: 20_000);
        // What is lost by independent draws is far out of the bound.
        Assert.InRange(figures[2].Bound, 0.5, 3);
        Assert.NotEqual(figures[2].GotUp, figures[2].GotDown);
        // Gilbert's chain with the same loss and bursts is far out of what is lost within bursts and between them.
        var gilbert = BurstChain.From(network);
        network = network with { LossInBursts = 0.6, LossBetween = 0.02 };
        figures = Verified(network, 20_000, "delay_ns loss loss_burst loss_again duplicate reorder");
        Assert.False(figures[2].Asked + figures[2].Bound > BurstFigure.Row.Mean(gilbert));
        Assert.False(figures[3].Asked + figures[3].Bound > BurstFigure.Again.Mean(gilbert));
    }

    [Fact]
    public void Only_packets_that_there_are_can_be_lost()
    {
        var lossy = new Network { Engine = NetworkEngine.Relay, Loss = 0.1 };
        Assert.Null(NetworkEngines.Refusal(lossy, "udp"));
        Assert.Null(NetworkEngines.Refusal(new() { DelayNs = MsNs, RateBitsPerS = 1_000_000 }, "tcp"));
        Assert.Contains("can't lose", NetworkEngines.Refusal(lossy, "tcp"));
        Assert.Null(NetworkEngines.Refusal(lossy with { Engine = NetworkEngine.Tun }, "tcp"));
        var impairer = new Impairer(Engines, seed: 1);
        Assert.Contains("without a network", impairer.Refusal(new() { Engine = NetworkEngine.Relay }, "cpp/unix"));
    }

    /// <param name="counted">How many probes are counted; null for any number.</param>
    private static IReadOnlyList<NetworkFigure> Verified(
        Network network,
        int probes,
        string quantities,
        int? counted = null
    )
    {
        var (figures, packets) = new Verification(network, seed: 1).Measure(probes);
        Assert.Equal(counted ?? packets, packets);
        Assert.Equal(quantities, string.Join(' ', figures.Select(f => f.Quantity)));
        Assert.All(figures.Where(f => !f.IsOfTime), figure => Assert.True(figure.IsWithin, figure.ToString()));
        return figures;
    }

    private static IPEndPoint Local(INetworkLink link) => new(IPAddress.Parse(link.ListenAddress ?? "127.0.0.1"), 0);

    private static async Task EchoAsync(UdpClient server, int datagrams)
    {
        for (var i = 0; i < datagrams; i++)
        {
            var came = await server.ReceiveAsync().WaitAsync(TimeSpan.FromSeconds(30));
            await server.SendAsync(came.Buffer, came.RemoteEndPoint);
        }
    }

    private static async Task<byte[]> ReceiveAsync(UdpClient client) =>
        (await client.ReceiveAsync().WaitAsync(TimeSpan.FromSeconds(30))).Buffer;

    private static async Task EchoStreamAsync(TcpListener listener)
    {
        using var client = await listener.AcceptTcpClientAsync().WaitAsync(TimeSpan.FromSeconds(30));
        await client.GetStream().CopyToAsync(client.GetStream()).WaitAsync(TimeSpan.FromSeconds(30));
        client.Client.Shutdown(SocketShutdown.Send);
    }

    private static async Task SendAsync(TcpClient client, byte[] bytes)
    {
        await client.GetStream().WriteAsync(bytes).AsTask().WaitAsync(TimeSpan.FromSeconds(30));
        client.Client.Shutdown(SocketShutdown.Send);
    }

    private sealed class Clients : IDisposable
    {
        public Clients(int count, IPEndPoint server)
        {
            All = Enumerable.Range(0, count).Select(_ => new UdpClient(AddressFamily.InterNetwork)).ToList();
            foreach (var client in All)
                client.Connect(server);
        }

        public List<UdpClient> All { get; }

        public void Dispose() => All.ForEach(client => client.Dispose());
    }
}
