using System.Text.Json.Nodes;

namespace Pingmark.Hostile.Tests.Faults;

/// <summary>Packet filters between the two sides of UDP stacks, in a network of their own.</summary>
[Trait("Layer", "peers")]
[Trait("Gate", "no")]
public sealed class PacketFilterTests
{
    private const int Messages = 200,
        InFlight = 4,
        OneOf = 10;
    private const long LostAfterNs = 300_000_000,
        NeverLostNs = 20_000_000_000;

    /// <summary>Places are held by lost messages until then, and taken anew within the window.</summary>
    private const long LongerThanLostNs = 3 * LostAfterNs;

    private static readonly string[] NoLosses = ["corrupt", "duplicated", "silent_connections"];

    [SkippableTheory]
    [MemberData(nameof(Stacks.ClientsOverUdp), MemberType = typeof(Stacks))]
    [Fault(
        "a packet filter refuses every tenth datagram of a client (EPERM) while it measures",
        "each is counted as lost, or sent again, and the run goes on",
        -1,
        30
    )]
    public Task What_is_refused_to_a_client_is_lost(string id) => LosesAsync(id, "output", "dport", maySendAgain: true);

    [SkippableTheory]
    [MemberData(nameof(Stacks.OverUdp), MemberType = typeof(Stacks))]
    [Fault(
        "a packet filter refuses every tenth datagram of a server (EPERM) while it is measured",
        "each is counted as lost by the client, or sent again, and the server serves on",
        -1,
        30
    )]
    public Task What_is_refused_to_a_server_is_lost(string id) => LosesAsync(id, "output", "sport", maySendAgain: true);

    [SkippableTheory]
    [MemberData(nameof(Stacks.OverUdp), MemberType = typeof(Stacks))]
    [Fault(
        "a packet filter drops every tenth datagram without a word while a stack measures",
        "each is counted as lost, and the run goes on",
        -1,
        30
    )]
    public Task What_is_dropped_is_lost(string id) => LosesAsync(id, "input", "dport", maySendAgain: false);

    [SkippableTheory]
    [MemberData(nameof(Stacks.ClientsOverUdp), MemberType = typeof(Stacks))]
    [Fault(
        "a packet filter rejects a client's datagrams (ICMP) while it measures",
        "the run ends with the reason; connected anew it measures again",
        -1,
        30
    )]
    public async Task What_is_rejected_ends_a_client(string id)
    {
        await using var pair = await PairAsync(id);
        pair.Network.Filter("input", $"udp dport {pair.Port}", "reject with icmpx port-unreachable");
        var rejected = await pair.Client.AskAsync("run", new JsonObject { ["messages"] = Messages });
        Assert.Equal("error", rejected.Text("status"));
        Assert.Contains("1 of 1 connections ended", rejected.Text("reason"), StringComparison.OrdinalIgnoreCase);
        await ServesAgainAsync(pair);
    }

    [SkippableTheory]
    [MemberData(nameof(Stacks.OverUdp), MemberType = typeof(Stacks))]
    [Fault(
        "a packet filter rejects a server's answers (ICMP) while it is measured",
        "all of them are lost; the server serves on",
        -1,
        30
    )]
    public async Task What_is_rejected_does_not_end_a_server(string id)
    {
        await using var pair = await PairAsync(id);
        pair.Network.Filter("input", $"udp sport {pair.Port}", "reject with icmpx port-unreachable");
        var result = await pair.Client.OkAsync("run", new JsonObject { ["duration_ns"] = LongerThanLostNs });
        Assert.Equal(0, result.Number("received"));
        Assert.InRange(result.Number("lost"), 1, result.Number("sent"));
        await ServesAgainAsync(pair);
    }

    /// <param name="maySendAgain">The sender is told, and may try once more: at once, or with the rest of a
    /// batch.</param>
    private static async Task LosesAsync(string id, string hook, string port, bool maySendAgain)
    {
        await using var pair = await PairAsync(id);
        pair.Network.Filter(hook, $"udp {port} {pair.Port} numgen inc mod {OneOf} == 0", "drop");
        var result = await pair.Client.OkAsync("run", new JsonObject { ["messages"] = Messages });
        Assert.Equal(Messages, result.Number("sent"));
        Assert.Equal(Messages, result.Number("received") + result.Number("lost"));
        // What came late was refused by nobody: the machine was busy. What is sent beside the last of those that are
        // counted is not, and what comes late behind the last of them neither.
        var met = pair.Network.Met();
        Assert.True(met > 0, "nothing met the filter");
        var least = maySendAgain ? -InFlight : Math.Max(1, met - 2 * InFlight);
        Assert.InRange(result.Number("lost") - result.Number("late"), least, met + InFlight);
        Assert.All(NoLosses, count => Assert.True(result.Number(count) == 0, $"{count}: {result}"));
        await ServesAgainAsync(pair);
    }

    /// <summary>Where nothing is filtered any more every message is answered, to the same client and to a new
    /// one.</summary>
    private static async Task ServesAgainAsync(Pair pair)
    {
        pair.Network.PassAll();
        await pair.Client.OkAsync("disconnect");
        await pair.Client.OkAsync("connect", pair.Connect());
        var result = await pair.Client.OkAsync(
            "run",
            new JsonObject { ["messages"] = Messages, ["lost_after_ns"] = NeverLostNs }
        );
        Assert.Equal((Messages, 0), (result.Number("received"), result.Number("lost")));
        await pair.Client.StopAsync();
        await pair.Server.StopAsync();
    }

    private static async Task<Pair> PairAsync(string id)
    {
        var stack = await Stacks.NeedAsync(id);
        var pair = new Pair(stack, await Stacks.ClientOfAsync(stack), new FilteredNetwork());
        try
        {
            await pair.ConnectAsync();
            return pair;
        }
        catch
        {
            await pair.DisposeAsync();
            throw;
        }
    }

    private sealed class Pair(DescribedStack server, DescribedStack client, FilteredNetwork network) : IAsyncDisposable
    {
        public FilteredNetwork Network => network;
        public SpokenWorker Server { get; } = server.Start(network.StartedHere);
        public SpokenWorker Client { get; } = client.Start(network.StartedHere);
        public long Port { get; private set; }

        public async Task ConnectAsync()
        {
            Port = (await Server.OkAsync("listen", server.At(0))).Number("port");
            await Client.OkAsync("connect", Connect());
        }

        public JsonObject Connect()
        {
            var connect = client.At(Port);
            (connect["in_flight"], connect["lost_after_ns"]) = (InFlight, LostAfterNs);
            return connect;
        }

        public async ValueTask DisposeAsync()
        {
            await Client.DisposeAsync();
            await Server.DisposeAsync();
            network.Dispose();
        }
    }
}
