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
        await using var watch = await new DotnetObserver(ClrEventChoice.Collections).WatchAsync(
            [Server(load, "dotnet/tcp-async")],
            default
        );
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

    /// <summary>Two processes that burn one core: while the second runs, the first waits. A fifth of that is enough,
    /// for what waits all the while is no event, and tests may run on machines that others use.</summary>
    [SkippableFact]
    public async Task A_burner_on_the_core_of_a_side_makes_it_wait()
    {
        var core = Machine.AvailableCores()[0].ToString(CultureInfo.InvariantCulture);
        using var side = Burner(core);
        try
        {
            await using var watch = await new KernelObserver(_ => new UnnamedWaits()).WatchAsync(
                [new("server", "cpp/tcp-spin", side.Id, core, [])],
                default
            );
            var beforeNs = WaitedNs(side);
            watch.Resume();
            var (fromNs, toNs) = await HaveANeighbourAsync(side, core);
            watch.Pause();
            var waitedNs = WaitedNs(side) - beforeNs;
            var waits = (await watch.EndAsync(default)).Events.Where(one => one.Kind == EventKind.RunQueue).ToList();
            // A reading that tells a wait may come late after it, for its thread waits for a core, too.
            var meanwhile = waits.Where(one => one.ToNs > fromNs && one.FromNs < toNs).Sum(one => one.LastedNs);
            Assert.InRange(meanwhile, 0.2 * Tenth.TotalNanoseconds, waitedNs);
            Assert.InRange(waits.Sum(one => one.LastedNs), meanwhile, waitedNs);
        }
        finally
        {
            side.Kill();
        }
    }

    /// <summary>As for the burner above; the kernel may forbid to look.</summary>
    [SkippableFact]
    public async Task Who_explains_is_told_who_had_the_core()
    {
        var core = Machine.AvailableCores()[0].ToString(CultureInfo.InvariantCulture);
        using var side = Burner(core);
        try
        {
            await using var watch = await new KernelObserver(sides => new SwitchedCores(sides)).WatchAsync(
                [new("server", "cpp/tcp-spin", side.Id, core, [])],
                default
            );
            watch.Resume();
            await HaveANeighbourAsync(side, core);
            watch.Pause();
            var seen = await watch.EndAsync(default);
            Skip.If(
                seen.NotObserved.Any(what => what.StartsWith("who had", StringComparison.Ordinal)),
                "not permitted"
            );
            var waits = seen.Events.Where(one => one.Kind == EventKind.RunQueue).ToList();
            var behind = waits.Where(one => one.Words == "behind sh").Sum(one => one.LastedNs);
            Assert.InRange(behind, 0.2 * Tenth.TotalNanoseconds, double.MaxValue);
        }
        finally
        {
            side.Kill();
        }
    }

    /// <summary>Gives the side a neighbour on its core until that has had a tenth of a second of it, however long this
    /// takes. For longer it has none, so that its waits are not the usual; where others let it wait then, too, nothing
    /// can be told.</summary>
    /// <returns>When the neighbour was there.</returns>
    private static async Task<(long FromNs, long ToNs)> HaveANeighbourAsync(Process side, string core)
    {
        var aloneNs = 0L;
        var waitedAloneNs = 0L;
        await AloneAsync(4 * Tenth);
        var fromNs = Clock.NowNs;
        using (var neighbour = Burner(core))
        {
            while (CpuClock.ReadNs(neighbour.Id) < Tenth.TotalNanoseconds)
                await Task.Delay(1);
            neighbour.Kill();
            await neighbour.WaitForExitAsync();
        }
        var toNs = Clock.NowNs;
        await AloneAsync(4 * Tenth + TimeSpan.FromMicroseconds((toNs - fromNs) / 1e3));
        Skip.If(
            waitedAloneNs > 0.2 * aloneNs,
            $"noise disturbs it: others had core {core} for {waitedAloneNs} of {aloneNs} ns"
        );
        return (fromNs, toNs);

        async Task AloneAsync(TimeSpan time)
        {
            var (beganNs, beforeNs) = (Clock.NowNs, WaitedNs(side));
            await Task.Delay(time);
            aloneNs += Clock.NowNs - beganNs;
            waitedAloneNs += WaitedNs(side) - beforeNs;
        }
    }

    /// <summary>How long a process with one thread has waited for a core, by the kernel's account.</summary>
    private static long WaitedNs(Process process) =>
        long.Parse(File.ReadAllText($"/proc/{process.Id}/schedstat").Split(' ')[1], CultureInfo.InvariantCulture);

    private static Process Burner(string core) =>
        Process.Start(new ProcessStartInfo("taskset", ["-c", core, "sh", "-c", "while :; do :; done"]))!;
}
