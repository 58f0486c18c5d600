using Pingmark.Cli;

namespace Pingmark.Hostile.Tests.Faults;

public sealed class LostStreamTests
{
    [Theory]
    [InlineData("run missing.yaml 2>/dev/full", 2, "")]
    [InlineData("run missing.yaml 2>&-", 2, "")]
    [InlineData("run missing.yaml --json >/dev/full", 2, "pingmark: missing.yaml: no such file")]
    [InlineData("list suites >/dev/full", 1, "pingmark: standard output can't be written: No space left")]
    public void Lost_output_is_an_error_and_lost_errors_are_not(string command, int exitCode, string said)
    {
        var (code, _, errors) = Shell.End(new("bash", ["-c", $"exec '{Repository.Launcher}' {command}"]));
        Assert.Equal(exitCode, code);
        Assert.StartsWith(said, errors);
    }

    [Theory]
    [InlineData(false, "xterm", true)]
    [InlineData(false, "dumb", false)]
    [InlineData(true, "xterm", false)]
    public void A_simple_terminal_gets_no_escape_sequences(bool isRedirected, string terminal, bool understands) =>
        Assert.Equal(understands, Screen.Understands(isRedirected, terminal));
}
