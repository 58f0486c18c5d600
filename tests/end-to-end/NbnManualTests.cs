namespace Pingmark.EndToEndTests;

/// <summary>Test type Manual with a script in place of a person.</summary>
[Trait("Gate", "no")]
public sealed class NbnManualTests : CommandLineUser
{
    [Fact]
    public async Task What_is_sent_by_hand_comes_back()
    {
        var (exitCode, output) = await TypeAsync(
            ["-l", "dotnet/udp-spin"],
            "help",
            "send 10",
            "send 3 reliable",
            "nonsense",
            "send 1 unreliable",
            "quit",
            "send 5"
        );
        Assert.Equal(0, exitCode);
        Assert.Equal(2, Count(output, "quit   "));
        Assert.Matches(
            @"> 10 sent unreliable, 10 received, 0 lost; RTT min \S+ \S+, p50 \S+ \S+, max \S+ \S+\n",
            output
        );
        Assert.Contains("'reliable' is no transmission of this library, which has unreliable", output);
        Assert.Contains("'nonsense' is no command", output);
        Assert.Contains("1 sent unreliable, 1 received", output);
        Assert.DoesNotContain("5 sent", output);
    }

    [Fact]
    public async Task The_end_of_the_input_ends_it()
    {
        var (exitCode, output) = await TypeAsync(
            ["-l", "dotnet/tcp-async", "--clients", "2", "--message-byte-size", "1000"],
            "send 20"
        );
        Assert.Equal(0, exitCode);
        Assert.Contains("20 sent reliable, 20 received, 0 lost", output);
    }

    private static int Count(string text, string part) => text.Split(part).Length - 1;

    private async Task<(int ExitCode, string Output)> TypeAsync(string[] options, params string[] lines)
    {
        var result = await TypeAsync(
            string.Concat(lines.Select(line => line + "\n")),
            ["nbn", "-t", "Manual", "--port", "0", .. options]
        );
        return (result.ExitCode, result.Output);
    }
}
