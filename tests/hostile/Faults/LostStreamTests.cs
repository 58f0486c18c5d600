using System.Diagnostics;
using Pingmark.Cli;

namespace Pingmark.Hostile.Tests.Faults;

public sealed class LostStreamTests
{
    [Theory]
    [InlineData("run missing.yaml 2>/dev/full", 2, "")]
    [InlineData("run missing.yaml 2>&-", 2, "")]
    [Fault("standard error is full, or closed", "nothing is different but what would have been in it", 2, 5)]
    public Task An_error_stream_is_not_needed(string command, int exitCode, string said) =>
        Command(command, exitCode, said);

    [Fact]
    [Fault("standard output is full", "said on standard error, where the reason is named", 1, 5)]
    public Task Lost_output_is_an_error() =>
        Command("list suites 3>&1 >/dev/full 2>&3", 1, "pingmark: standard output can't be written: No space left");

    [Theory]
    [InlineData(false, "xterm", true)]
    [InlineData(false, "dumb", false)]
    [InlineData(false, "", false)]
    [InlineData(false, null, false)]
    [InlineData(true, "xterm", false)]
    [Fault("`TERM=dumb`", "no escape sequences, neither for progress nor for tables", 0, 2)]
    public void A_simple_terminal_gets_no_escape_sequences(bool isRedirected, string? terminal, bool understands) =>
        Assert.Equal(understands, Screen.Understands(isRedirected, terminal));

    private static async Task Command(string command, int exitCode, string said)
    {
        var info = new ProcessStartInfo("bash", ["-c", $"exec '{Repository.Launcher}' {command}"])
        {
            RedirectStandardOutput = true,
        };
        using var process = Process.Start(info)!;
        var output = await process.StandardOutput.ReadToEndAsync();
        await process.WaitForExitAsync();
        Assert.Equal(exitCode, process.ExitCode);
        Assert.StartsWith(said, output);
    }
}
