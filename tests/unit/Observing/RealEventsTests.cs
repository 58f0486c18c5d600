using System.Diagnostics;
using System.Diagnostics.Tracing;
using System.Globalization;
using Microsoft.Diagnostics.NETCore.Client;
using Pingmark.Host;
using Pingmark.Model;
using Pingmark.Observing;
using Pingmark.Observing.Kernel;
using Pingmark.Observing.Runtimes;
using Pingmark.Tests.Sampling;
using Xunit;

namespace Pingmark.Tests.Observing;

/// <summary>Events that the tests make happen, as observers see them.</summary>
[Collection(AloneOnTheMachine.Name)]
[Trait("Machine", "alone")]
public sealed class RealEventsTests
{
    private static readonly TimeSpan Tenth = TimeSpan.FromMilliseconds(100);

    private static WatchedSide Server(WorkerLoad load, string stack) => new("server", stack, load.Server.Pid, "0", []);

    [JavaFact]
    public async Task A_forced_collection_of_Java_is_seen_when_it_was()
    {
        await using var load = await WorkerLoad.ConnectedAsync("java/tcp-nio");
        await using var watch = await new JavaObserver().WatchAsync([Server(load, "java/tcp-nio")], default);
        await load.RunAsync(Tenth);
        var fromNs = Clock.NowNs;
        await HotSpotAttach.ExecuteAsync(load.Server.Pid, "GC.run", default);
        var toNs = Clock.NowNs;
        var seen = await watch.EndAsync(default);
        Assert.Empty(seen.NotObserved);
        Assert.Contains(
            seen.Events,
            one => one.Kind == EventKind.Collection && one.FromNs >= fromNs && one.ToNs <= toNs && one.Side == "server"
        );
    }

    [Fact]
    public async Task A_forced_collection_of_Dotnet_is_seen_when_it_was()
    {
        await using var load = await WorkerLoad.ConnectedAsync("dotnet/tcp-async");
        await using var watch = await new DotnetObserver().WatchAsync([Server(load, "dotnet/tcp-async")], default);
        await load.RunAsync(Tenth);
        var fromNs = Clock.NowNs;
        await CollectAsync(load.Server.Pid);
        var toNs = Clock.NowNs;
        var seen = await watch.EndAsync(default);
        Assert.Empty(seen.NotObserved);
        Assert.Contains(
            seen.Events,
            one =>
                one is { Side: "server", Words: "gen2" }
                && one.Kind == EventKind.Collection
                && one.FromNs >= fromNs
                && one.ToNs <= toNs
        );
    }

    /// <summary>A session with this keyword makes the process collect; its end comes when that is over.</summary>
    private static async Task CollectAsync(int pid)
    {
        const long heapCollect = 0x800000;
        using var session = await new DiagnosticsClient(pid).StartEventPipeSessionAsync(
            [new("Microsoft-Windows-DotNETRuntime", EventLevel.Informational, heapCollect)],
            requestRundown: false,
            circularBufferMB: 1,
            default
        );
        var read = session.EventStream.CopyToAsync(Stream.Null);
        await session.StopAsync(default);
        await read;
    }

    /// <summary>Two processes that burn one core: while the second runs, the first waits for half of the time. A fifth
    /// of it is enough, for tests may run on machines that others use.</summary>
    [Fact]
    public async Task A_burner_on_the_core_of_a_side_makes_it_wait()
    {
        var (seen, fromNs, toNs) = await BesideANeighbourAsync();
        // A reading that tells a wait may come late after it, for its thread waits for a core, too.
        var waits = seen.Events.Where(one => one.Kind == EventKind.RunQueue);
        var meanwhile = waits.Where(one => one.ToNs > fromNs && one.FromNs < toNs).Sum(one => one.LastedNs);
        Assert.InRange(meanwhile, 0.2 * Tenth.TotalNanoseconds, 1.5 * (toNs - fromNs));
    }

    /// <summary>A side burns alone, then beside a neighbour, then alone again.</summary>
    /// <returns>What was seen, and when the neighbour was there.</returns>
    private static async Task<(Seen Seen, long FromNs, long ToNs)> BesideANeighbourAsync()
    {
        var alone = 4 * Tenth;
        var core = Machine.AvailableCores()[0].ToString(CultureInfo.InvariantCulture);
        using var side = Burner(core);
        try
        {
            await using var watch = await new KernelObserver().WatchAsync(
                [new("server", "cpp/tcp-spin", side.Id, core, [])],
                default
            );
            watch.Resume();
            await Task.Delay(alone);
            var fromNs = Clock.NowNs;
            using (var neighbour = Burner(core))
            {
                await Task.Delay(Tenth);
                neighbour.Kill();
                await neighbour.WaitForExitAsync();
            }
            var toNs = Clock.NowNs;
            await Task.Delay(alone);
            watch.Pause();
            return (await watch.EndAsync(default), fromNs, toNs);
        }
        finally
        {
            side.Kill();
        }
    }

    private static Process Burner(string core) =>
        Process.Start(new ProcessStartInfo("taskset", ["-c", core, "sh", "-c", "while :; do :; done"]))!;
}
