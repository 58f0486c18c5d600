namespace Pingmark.EndToEndTests;

/// <summary>What reports look like where they go: a pipe, and a terminal with and without colours.</summary>
public sealed class OutputTests : CommandLineUser
{
    private const string Run = "quick-of-a-name-that-is-longer-than-most-others-20260101-000000";

    public OutputTests()
    {
        var recorded = Path.Combine(Repository.Root, "tests/unit/Reports/recorded/quick");
        Directory.CreateDirectory(Folder[$"runs/{Run}"]);
        foreach (var file in Directory.GetFiles(recorded))
            File.Copy(file, Folder[$"runs/{Run}/{Path.GetFileName(file)}"]);
    }

    /// <summary>Nothing is measured.</summary>
    internal override bool NeedsWorkers => false;

    [Fact]
    public async Task Lines_in_a_pipe_are_whole()
    {
        var list = (await RunAsync("history", "list")).Exits(0).Prints();
        Assert.Single(list.Output.Split('\n'), line => line.Contains(Run) && line.Contains(", kernel "));
        var report = (await RunAsync("report", $"runs/{Run}")).Prints();
        Assert.All(report.Output.Split('\n'), line => Assert.Equal(line.TrimEnd(), line));
        Assert.DoesNotContain("terminal is too narrow", report.Output);
    }

    [Fact]
    public async Task Lines_in_a_pipe_have_no_more_columns_than_are_named()
    {
        await using var command = new RunningCommand(
            Folder.Path,
            null,
            ["report", $"runs/{Run}"],
            environment: new() { ["COLUMNS"] = "80" }
        );
        var lines = (await command.EndAsync(20)).Prints().Output.Split('\n');
        // Nothing breaks a path.
        Assert.All(lines.Where(line => !line.Contains(Run)), line => Assert.InRange(line.Length, 0, 80));
    }

    [Theory]
    [InlineData("", true)]
    [InlineData("1", false)]
    public async Task A_terminal_gets_emphasis_unless_nobody_wants_it(string noColour, bool isEmphasised)
    {
        await using var command = new RunningCommand(
            Folder.Path,
            null,
            ["report", $"runs/{Run}"],
            environment: new() { ["NO_COLOR"] = noColour },
            inTerminal: true
        );
        var shown = await command.EndAsync(20);
        Assert.Contains("32 B", shown.Output);
        Assert.Equal(isEmphasised, shown.Output.Contains("\u001b[1m"));
    }
}
