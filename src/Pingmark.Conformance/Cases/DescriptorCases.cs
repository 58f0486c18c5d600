using System.Diagnostics;
using Pingmark.Conformance.Peers;

namespace Pingmark.Conformance.Cases;

/// <summary>Cases of a server without free descriptors, which may stop accepting, and nothing else.</summary>
internal static class DescriptorCases
{
    /// <summary>The limit of descriptors; runtimes need some of them for themselves.</summary>
    private const int Limit = 256;

    private const int Live = 4,
        Within = 120,
        Beyond = 180;

    /// <summary>The least share of the earlier rate that must be kept. A server that pauses completely keeps a
    /// hundredth; others may take the cores for a while, so it is watched until it keeps more.</summary>
    private const double LeastKept = 0.1;
    private static readonly TimeSpan Watched = TimeSpan.FromMilliseconds(150);

    private static async Task DescriptorsLiveAsync(Bench bench)
    {
        var worker = await bench.StartAsync(descriptors: Limit);
        var server = await bench.ListenOnAsync(worker);
        var live = await bench.GreetAsync(server, Live);
        var others = new List<RawClient>();
        await ConnectAsync(Within);
        var before = await EchoesAsync(live);
        await ConnectAsync(Beyond);
        await Expect.EventuallyAsync(
            "greeted with more connections than descriptors",
            false,
            async () => (await server.UsageAsync()).Connections > Limit
        );
        var (clock, meanwhile) = (Stopwatch.StartNew(), 0);
        do meanwhile = await EchoesAsync(live);
        while (meanwhile < LeastKept * before && clock.Elapsed < Deadlines.Socket);
        Expect.AtLeast($"echoes in a while without descriptors, of {before} before", LeastKept * before, meanwhile);
        foreach (var client in others)
            await client.DisposeAsync();
        await Expect.EventuallyAsync("served when descriptors are free again", true, () => ServesAsync(bench, server));

        // Who spins serves fewer of many: these are there from the start.
        async Task ConnectAsync(int more)
        {
            for (; more > 0; more--)
            {
                others.Add(await bench.OpenAsync(server));
                await others[^1].SendAsync(Frames.HelloOf(server.Token));
            }
        }
    }

    /// <summary>Whether a new connection is served. Until a server has noticed that others have ended it may turn one
    /// away, as libuv does without a descriptor.</summary>
    private static async Task<bool> ServesAsync(Bench bench, ServerUnderTest server)
    {
        try
        {
            await (await bench.GreetAsync(server)).EchoAsync([1, 2, 3, 4, 5]);
            return true;
        }
        catch (CaseFailure)
        {
            return false;
        }
    }

    /// <summary>How many echoes the connections have together in a while, each with one message in flight.</summary>
    private static async Task<int> EchoesAsync(IEnumerable<RawClient> clients)
    {
        var clock = Stopwatch.StartNew();
        var echoes = await Task.WhenAll(
            clients.Select(async client =>
            {
                var count = 0;
                for (; clock.Elapsed < Watched; count++)
                    await client.EchoAsync([1, 2, 3, 4, 5]);
                return count;
            })
        );
        return echoes.Sum();
    }
}
