using Pingmark.Runs;
using Xunit;

namespace Pingmark.Tests.Runs;

/// <summary>Made-up shares of others, window by window.</summary>
public sealed class QuietMachineTests
{
    [Fact]
    public async Task What_a_build_left_is_waited_for_and_of_a_quiet_machine_nothing_is_said()
    {
        Assert.Equal((2, ""), await WaitAsync(0.01, 0.02));
        var (windows, said) = await WaitAsync(0.9, 0.4, 0.03, 0.2, 0.04, 0.01);
        Assert.Equal(6, windows);
        Assert.Equal("other processes use 90 % of the cores after a build: waiting until they are done …", said.Trim());
    }

    [Fact]
    public async Task Others_that_never_end_are_told_and_not_waited_for()
    {
        var (windows, said) = await WaitAsync([.. Enumerable.Repeat(0.5, 1_000)]);
        Assert.Equal(30, windows);
        Assert.EndsWith("other processes still use 50 % of the cores; `top` shows which", said.Trim());
    }

    private static async Task<(int Windows, string Said)> WaitAsync(params double[] shares)
    {
        using var said = new StringWriter();
        var windows = 0;
        await new QuietMachine(
            (_, _) => Task.FromResult(shares[windows++]),
            new ProgressLog(said, isTerminal: false)
        ).WaitAsync(default);
        return (windows, said.ToString());
    }
}
