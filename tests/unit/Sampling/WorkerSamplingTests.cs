using Pingmark.Model;
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
        var (summary, messages) = await RecordAsync(load, folder["server-1"]);
        // Samples of code that was compiled anew meanwhile go without a name. A busy machine compiles late.
        for (var n = 2; n <= MostRecordings && !Names(summary, method); n++)
            (summary, messages) = await RecordAsync(load, folder[$"server-{n}"]);

        Assert.True(new FileInfo(summary.File!).Length > 0);
        Assert.True(summary.CpuSamples > 0 && summary.CpuNs > 0, $"{summary}");
        Assert.NotNull(summary.GcCount);
        Assert.NotNull(summary.AllocatedBytes);
        Assert.True(Names(summary, method), string.Join(", ", summary.TopMethods));
        // Nothing is counted twice.
        Assert.InRange(summary.TopMethods.Sum(m => m.SelfShare) + summary.RuntimeThreads.Sum(t => t.Share), 0.3, 1.01);
        Assert.All(summary.TopMethods, m => Assert.InRange(m.TotalShare, m.SelfShare - 1e-9, 1.01));
        Assert.Contains($"### Samples: {stack} server", Samples.Lines($"{stack} server", summary, messages));
    }

    private const int MostRecordings = 6;

    private static async Task<(SamplingSummary Summary, long Messages)> RecordAsync(WorkerLoad load, string file)
    {
        await using var sampler = Samplers.Create(
            load.Runtime,
            load.Server.Pid,
            file,
            problem => load.Server.Fault("sampling", problem)
        );
        await load.RunAsync(TimeSpan.FromSeconds(1));
        await sampler.StartAsync(default);
        var messages = await load.RunAsync(TimeSpan.FromSeconds(1.5));
        return (await sampler.StopAsync(default), messages);
    }

    private static bool Names(SamplingSummary summary, string method) =>
        summary.TopMethods.Any(m => m.Method.Contains(method) && m.TotalShare > 0.02);
}
