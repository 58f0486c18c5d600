using System.Diagnostics;
using System.Runtime.CompilerServices;
using Pingmark.Sampling;
using Pingmark.Tests.Results;
using Pingmark.Tests.Workers;
using Pingmark.Workers;
using Xunit;

namespace Pingmark.Tests.Sampling;

/// <summary>Recordings of this very process, which does on purpose what they must show.</summary>
[Collection(AloneOnTheMachine.Name)]
[Trait("Machine", "alone")]
public class DotnetSamplerTests
{
    private const int Collections = 3,
        Blocks = 2000,
        BlockBytes = 50_000;

    private static long s_sink;

    [Fact]
    public async Task Counts_collections_allocations_and_busy_methods_of_the_time_between_start_and_stop()
    {
        using var folder = new TemporaryFolder();
        await using var sampler = Samplers.Create(
            "dotnet",
            Environment.ProcessId,
            folder["self"],
            problem => new InvalidOperationException(problem)
        );
        await sampler.RehearseAsync(default);
        Assert.Empty(Directory.GetFiles(folder.Path));
        await sampler.StartAsync(default);
        Allocate();
        var watch = Stopwatch.StartNew();
        while (watch.Elapsed < TimeSpan.FromSeconds(0.5))
            BurnForSampler();
        var summary = await sampler.StopAsync(default);

        Assert.True(summary.GcCount >= Collections, $"{summary.GcCount} collections");
        Assert.True(summary.GcPauseNs > 0);
        // Ticks come every 100 kB of each kind of heap: the figure is about right, not exact.
        Assert.True(summary.AllocatedBytes > 0.8 * Blocks * BlockBytes, $"{summary.AllocatedBytes} B");
        Assert.Contains(summary.TopAllocated, t => t.Type.Contains("Byte[]"));
        Assert.Contains(
            summary.TopMethods,
            m => m.Method.EndsWith($"{nameof(DotnetSamplerTests)}.{nameof(BurnForSampler)}")
        );
        Assert.Empty(Directory.GetFiles(folder.Path, "*.etlx"));
    }

    [Fact]
    public async Task A_process_that_has_ended_or_is_no_dotnet_is_told_so()
    {
        await using var ended = await Scripts.StartAsync("exit 0");
        await Assert.ThrowsAsync<WorkerFault>(() => ended.CallAsync("hello", [], Scripts.Generous, default));
        Assert.Equal("ended while it was sampled", await ProblemOf(ended));
        await using var shell = await Scripts.StartAsync("cat");
        Assert.StartsWith("sampling did not start: ", await ProblemOf(shell));
    }

    private static async Task<string> ProblemOf(WorkerProcess process)
    {
        using var folder = new TemporaryFolder();
        await using var sampler = Samplers.Create(
            "dotnet",
            process.Pid,
            folder["x"],
            problem => new InvalidOperationException(problem)
        );
        return (await Assert.ThrowsAsync<InvalidOperationException>(() => sampler.StartAsync(default))).Message;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Allocate()
    {
        for (var i = 0; i < Blocks; i++)
            s_sink += new byte[BlockBytes].Length;
        for (var i = 0; i < Collections; i++)
            GC.Collect();
    }

    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static void BurnForSampler()
    {
        for (var i = 0; i < 1_000_000; i++)
            s_sink = s_sink * 31 + i;
    }
}
