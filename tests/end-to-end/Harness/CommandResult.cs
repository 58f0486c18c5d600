using System.Text.Json;

namespace Pingmark.EndToEndTests.Harness;

/// <summary>What a command line left: its exit code, what it wrote, and how long it took.</summary>
internal sealed record CommandResult(int ExitCode, string Output, string Errors, TimeSpan Elapsed)
{
    public JsonElement Json => JsonDocument.Parse(Output).RootElement;

    public CommandResult Exits(int code)
    {
        Assert.True(ExitCode == code, $"exit code {ExitCode}, expected {code}\n{this}");
        return this;
    }

    /// <summary>It says so on stderr, where errors belong.</summary>
    public CommandResult Complains(params string[] texts)
    {
        foreach (var text in texts)
            Assert.True(Errors.Contains(text, StringComparison.Ordinal), $"stderr lacks: {text}\n{this}");
        Assert.False(
            Errors.Contains("   at Pingmark.", StringComparison.Ordinal),
            $"a stack trace is no message\n{this}"
        );
        return this;
    }

    public CommandResult Prints(params string[] texts)
    {
        Assert.False(Output.Contains('\u001b'), $"escape sequences have no place in a pipe\n{this}");
        foreach (var text in texts)
            Assert.True(OutputOnOneLine.Contains(text, StringComparison.Ordinal), $"stdout lacks: {text}\n{this}");
        return this;
    }

    public CommandResult Within(double seconds)
    {
        Assert.True(
            Elapsed < Patience.For(seconds),
            $"took {Elapsed.TotalSeconds:0.00} s, {seconds} s are promised\n{this}"
        );
        return this;
    }

    /// <summary>Tables wrap their texts; what they say does not depend on where.</summary>
    public string OutputOnOneLine =>
        string.Join(' ', Output.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));

    public override string ToString() => $"--- stdout\n{Output}\n--- stderr\n{Errors}";
}
