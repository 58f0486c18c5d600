using Pingmark.Cli;

namespace Pingmark.Hostile.Tests.Faults;

public sealed class LostStreamTests
{
    [Theory]
    [InlineData("run missing.yaml 2>/dev/full")]
    [InlineData("run missing.yaml 2>&-")]
    [Fault("standard error is full, or closed", "nothing is different but what would have been in it", 2, 5)]
    public void An_error_stream_is_not_needed(string command) => Ends(command, 2, "");

    [Fact]
    [Fault("standard output is full", "said on standard error, where the reason is named", 1, 5)]
    public void Lost_output_is_an_error() =>
        Ends("list suites >/dev/full", 1, "pingmark: standard output can't be written: No space left");

    [Theory]
    [InlineData(false, "xterm", true)]
    [InlineData(false, "dumb", false)]
    [InlineData(false, "", false)]
    [InlineData(false, null, false)]
    [InlineData(true, "xterm", false)]
    [Fault("`TERM=dumb`", "no escape sequences, neither for progress nor for tables", 0, 2)]
    public void A_simple_terminal_gets_no_escape_sequences(bool isRedirected, string? terminal, bool understands) =>
        Assert.Equal(understands, Screen.Understands(isRedirected, terminal));

    private static void Ends(string command, int exitCode, string said)
    {
        var (code, _, errors) = Shell.End(new("bash", ["-c", $"exec '{Repository.Launcher}' {command}"]));
        Assert.Equal(exitCode, code);
        Assert.StartsWith(said, errors);
    }
}
