using System.Diagnostics;
using Pingmark.Host;
using Xunit;

namespace Pingmark.Tests.Host;

public class CoreWaitTests
{
    [Fact]
    public void Who_sleeps_waits_for_no_core()
    {
        using var cat = Process.Start(new ProcessStartInfo("cat") { RedirectStandardInput = true })!;
        try
        {
            SpinWait.SpinUntil(() => ProcessStatus.Field($"{cat.Id}", "State").StartsWith('S'), 30_000);
            Assert.False(new CoreWait(cat.Id).IsKeptWaiting());
        }
        finally
        {
            cat.Kill();
            cat.WaitForExit();
        }
        Assert.False(new CoreWait(cat.Id).IsKeptWaiting());
    }

    /// <summary>This thread is ready as long as it looks, and has a core between two looks.</summary>
    [Fact]
    public void Who_had_a_core_since_the_last_look_was_not_kept_waiting()
    {
        var core = new CoreWait(Environment.ProcessId);
        Assert.True(core.IsKeptWaiting());
        Assert.True(SpinWait.SpinUntil(() => !core.IsKeptWaiting(), 30_000));
    }

    [Fact]
    public void What_runs_on_another_machine_can_t_be_told() => Assert.False(new CoreWait(0).IsKeptWaiting());
}
