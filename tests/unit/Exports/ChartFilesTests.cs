using Pingmark.Exports;
using Xunit;

namespace Pingmark.Tests.Exports;

/// <summary>What becomes of charts when what draws them is missing, fails or hangs; what it draws is looked at in
/// tests/browser.</summary>
public sealed class ChartFilesTests
{
    [Fact]
    public async Task Files_are_named_after_charts() =>
        Assert.Equal([("rate.svg", "<svg/>")], await DrawAsync("echo '[[\"rate\",\"<svg/>\"]]'", 300));

    [Fact]
    public async Task A_program_that_fails_says_why()
    {
        var fault = await Assert.ThrowsAsync<PingmarkException>(() => DrawAsync("echo no memory >&2; exit 3", 300));
        Assert.Contains("exit code 3)", fault.Message);
        Assert.Contains("no memory", fault.Message);
        Assert.Equal(ExitCode.CellFailed, fault.ExitCode);
    }

    [Fact]
    public async Task A_program_that_hangs_is_ended() =>
        Assert.Contains(
            "did not draw the charts within 0 s",
            (await Assert.ThrowsAsync<PingmarkException>(() => DrawAsync("exec sleep 60", 0.2))).Message
        );

    [Fact]
    public async Task Without_Node_it_says_how_to_get_it()
    {
        var fault = await Assert.ThrowsAsync<PingmarkException>(() => DrawAsync("", 300, "/none/node"));
        Assert.Contains("apt-get install nodejs", fault.Message);
        Assert.Equal(ExitCode.NothingAvailable, fault.ExitCode);
    }

    /// <summary>A shell reads its program from stdin, as Node does; what comes before the script means nothing to
    /// it.</summary>
    private static Task<IReadOnlyList<(string Name, string Text)>> DrawAsync(
        string script,
        double seconds,
        string program = "/bin/sh"
    ) => ChartFiles.DrawAsync(program, script, "{}", TimeSpan.FromSeconds(seconds), CancellationToken.None);
}
