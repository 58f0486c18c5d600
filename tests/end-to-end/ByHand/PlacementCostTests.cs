using System.Text.Json.Nodes;
using Xunit.Abstractions;

namespace Pingmark.EndToEndTests.ByHand;

/// <summary>A pair of workers through ssh beside one that is started here into the same two namespaces, measured in
/// turn (A B B A): ssh carries requests and replies, and no message.</summary>
[Trait("Layer", "by-hand")]
public sealed class PlacementCostTests(ITestOutputHelper output)
{
    private const string Stack = "cpp/tcp-epoll";
    private const int Rounds = 150;
    private const long SettleNs = 10_000_000,
        DurationNs = 50_000_000;

    [SkippableFact]
    public async Task Rates_through_ssh_are_within_two_percent_of_those_of_workers_started_here()
    {
        await WorkersHere.NeedStackAsync(Stack);
        using var machines = new SshMachines();
        Skip.If(machines.Lacks is not null, machines.Lacks);
        await using var here = await PlacedPair.StartAsync(machines.Bind, machines.StartedHere);
        await using var there = await PlacedPair.StartAsync(machines.Bind, machines.ThroughSsh);
        foreach (var pair in new[] { here, there, here, there })
            await pair.RateAsync();
        List<double> ratios = [],
            rates = [];
        for (var round = 0; round < Rounds; round++)
        {
            var (a, b) = (await here.RateAsync(), await there.RateAsync());
            var (b2, a2) = (await there.RateAsync(), await here.RateAsync());
            ratios.Add(Math.Log(b * b2 / (a * a2)) / 2);
            rates.Add(Math.Sqrt(a * a2));
        }
        // Of its sign: others on the machine may spoil some rounds, however far.
        var rank = (int)Math.Floor((Rounds - 1.96 * Math.Sqrt(Rounds)) / 2);
        double[] sorted = [.. ratios.Select(Math.Exp).Order()];
        var (median, low, high) = ((sorted[Rounds / 2 - 1] + sorted[Rounds / 2]) / 2, sorted[rank - 1], sorted[^rank]);
        output.WriteLine(
            $"through ssh / started here: {median:0.0000}, 95 % {low:0.0000} to {high:0.0000}, median of {Rounds} "
                + $"rounds; started here {rates.Order().ElementAt(Rounds / 2):0}/s"
        );
        Assert.InRange(median, 0.98, 1.02);
    }

    private sealed class PlacedPair(SpokenWorker server, SpokenWorker client) : IAsyncDisposable
    {
        public static async Task<PlacedPair> StartAsync(string address, Func<string, IReadOnlyList<string>> on)
        {
            var manifest = WorkersHere.Manifest(WorkersHere.Of(Stack));
            var pair = new PlacedPair(
                SpokenWorker.Start(manifest, core: 0, before: on("a")),
                SpokenWorker.Start(manifest, core: 1, before: on("b"))
            );
            await pair.ConnectAsync(address, $"{Guid.NewGuid():N}");
            return pair;
        }

        private async Task ConnectAsync(string address, string token)
        {
            JsonObject To(int port) =>
                new()
                {
                    ["stack"] = Stack,
                    ["address"] = address,
                    ["port"] = port,
                    ["token"] = token,
                };
            var listening = await server.OkAsync("listen", To(0));
            var connect = To(listening.GetProperty("port").GetInt32());
            (connect["connections"], connect["in_flight"], connect["message_bytes"]) = (1, 1, 100);
            await client.OkAsync("connect", connect);
        }

        public async Task<double> RateAsync()
        {
            var run = new JsonObject { ["settle_ns"] = SettleNs, ["duration_ns"] = DurationNs };
            return (await client.OkAsync("run", run)).GetProperty("received").GetInt64() * 1e9 / DurationNs;
        }

        public async ValueTask DisposeAsync()
        {
            await client.DisposeAsync();
            await server.DisposeAsync();
        }
    }
}
