using Pingmark.Host;
using Xunit;

namespace Pingmark.Tests.Host;

public class MachineTests
{
    [Fact]
    public void Everything_that_figures_depend_on_is_known_or_said_to_be_unknown()
    {
        var machine = Machine.Read();
        Assert.True(machine.Cores >= 1);
        Assert.All(
            new[] { machine.Cpu, machine.Kernel, machine.Os, machine.CongestionControl },
            text => Assert.False(string.IsNullOrWhiteSpace(text))
        );
    }

    [Fact]
    public void Two_hyper_threads_are_one_core_and_nobody_guesses()
    {
        Assert.Equal(2, Machine.CountPhysicalCores([0, 1, 2], core => core == 2 ? "2" : "0-1"));
        Assert.Null(Machine.CountPhysicalCores([0, 1], core => core == 0 ? "0" : null));
    }
}
