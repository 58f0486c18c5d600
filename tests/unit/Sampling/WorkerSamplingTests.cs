using Pingmark.Sampling;
using Pingmark.Tests.Reports;
using Pingmark.Tests.Results;
using Xunit;

namespace Pingmark.Tests.Sampling;

/// <summary>Recordings of real workers under load, of every runtime that is installed.</summary>
[Collection(AloneOnTheMachine.Name)]
[Trait("Machine", "alone")]
public class WorkerSamplingTests
{
    private static readonly (string Stack, string Method)[] Known =
    [
        ("dotnet/udp-spin", "UdpSpinServer.Serve"),
        ("dotnet/tcp-async", "TcpAsync"),
        ("java/udp-spin", "UdpSpin"),
        ("java/tcp-nio", "SelectorServer"),
    ];

    public static TheoryData<string, string> Stacks
    {
        get
        {
            var data = new TheoryData<string, string>();
            foreach (var (stack, method) in Known.Where(k => WorkerLoad.IsPossible(k.Stack)))
                data.Add(stack, method);
            return data;
        }
    }

    [Theory]
    [MemberData(nameof(Stacks))]
    public async Task Shows_where_a_server_spends_its_time(string stack, string method)
    {
        using var folder = new TemporaryFolder();
        await using var load = await WorkerLoad.StartAsync(stack);
        await using var sampler = Samplers.For(
            load.Runtime,
            load.Server.Pid,
            folder["server"],
            problem => load.Server.Fault("sampling", problem)
        );
        // A second of load is not always enough: samples of code that was compiled anew meanwhile went without a name.
        await load.RunAsync(TimeSpan.FromSeconds(1));
        await sampler.StartAsync(default);
        var messages = await load.RunAsync(TimeSpan.FromSeconds(1.5));
        var summary = await sampler.StopAsync(default);

        Assert.True(new FileInfo(summary.File!).Length > 0);
        Assert.True(summary.CpuSamples > 0 && summary.CpuNs > 0, $"{summary}");
        Assert.NotNull(summary.GcCount);
        Assert.NotNull(summary.AllocatedBytes);
        Assert.Contains(summary.TopMethods, m => m.Method.Contains(method) && m.TotalShare > 0.02);
        // Nothing is counted twice.
        Assert.InRange(summary.TopMethods.Sum(m => m.SelfShare) + summary.RuntimeThreads.Sum(t => t.Share), 0.3, 1.01);
        Assert.All(summary.TopMethods, m => Assert.InRange(m.TotalShare, m.SelfShare - 1e-9, 1.01));
        Assert.Contains($"### Samples: {stack} server", Samples.Lines($"{stack} server", summary, messages));
    }
}
