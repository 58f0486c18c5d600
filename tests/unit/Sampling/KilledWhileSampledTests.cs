using Pingmark.Host;
using Pingmark.Sampling;
using Pingmark.Tests.Results;
using Pingmark.Tests.Workers;
using Pingmark.Workers;
using Xunit;

namespace Pingmark.Tests.Sampling;

/// <summary>The end of a real worker in the midst of its recording, for every runtime that is installed.</summary>
[Collection(AloneOnTheMachine.Name)]
[Trait("Machine", "alone")]
public class KilledWhileSampledTests
{
    [Theory]
    [MemberData(nameof(WorkerSamplingTests.Stacks), MemberType = typeof(WorkerSamplingTests))]
    public async Task A_worker_that_is_killed_meanwhile_is_told_so(string stack, string _)
    {
        using var folder = new TemporaryFolder();
        await using var load = await WorkerLoad.ConnectedAsync(stack);
        await using var sampler = Samplers.Create(
            load.Runtime,
            load.Server.Pid,
            folder["server"],
            problem => load.Server.Fault("sampling", problem)
        );
        await sampler.StartAsync(default);
        Libc.Kill(load.Server.Pid, Libc.SigKill);
        await Assert.ThrowsAsync<WorkerFault>(() => load.Server.CallAsync("usage", [], Scripts.Generous, default));
        var fault = await Assert.ThrowsAsync<WorkerFault>(() => sampler.StopAsync(default).WaitAsync(Scripts.Generous));
        Assert.Equal("ended while it was sampled", fault.Problem);
    }
}
