namespace Pingmark.EndToEndTests;

/// <summary>What people type first, and what it looks like where it goes: a pipe, and a terminal.</summary>
public sealed class FirstWordsTests : CommandLineUser
{
    private const string Run = "quick-20261123-145814-and-a-name-that-is-longer-than-a-terminal-of-80-columns-is-wide";

    internal override IReadOnlyList<string> Needs => [];

    [Fact]
    public async Task Help_is_a_word_too()
    {
        var help = (await RunAsync("--help")).Exits(0).Output;
        Assert.Equal(help, (await RunAsync("help")).Exits(0).Output);
        var trend = (await RunAsync("history", "trend", "--help")).Exits(0).Output;
        Assert.Equal(trend, (await RunAsync("help", "history", "trend")).Exits(0).Output);
        (await RunAsync("list", "suites", "--frob")).Exits(2).Complains("`pingmark list suites --help`");
    }

    [Fact]
    public async Task The_version_is_one_line()
    {
        var version = (await RunAsync("version")).Exits(0).Output;
        Assert.Matches(@"^pingmark \d+\.\d+\.\d+(, commit [0-9a-f]{12})?, protocol \d+\n$", version);
        Assert.Equal(version, (await RunAsync("--version")).Exits(0).Output);
    }

    [Fact]
    public async Task List_alone_lists_suites_and_stacks_in_short()
    {
        var list = (await RunAsync("list")).Exits(0).Prints("quick Eight stacks", "cpp/: asio-tcp,").Within(5);
        Assert.InRange(list.Output.Split('\n').Length, 20, 45);
    }

    [Fact]
    public async Task History_alone_lists_the_runs()
    {
        Directory.CreateDirectory(Folder["runs"]);
        (await RunAsync("history")).Exits(0).Prints("no runs are here");
        (await RunAsync("history", "--json")).Exits(2).Complains("`pingmark history --help`");
    }

    [Fact]
    public async Task Network_alone_says_what_there_is_and_measures_nothing() =>
        (await RunAsync("network")).Exits(0).Prints("wifi 3 ms", "`pingmark network all`").Within(2);

    [Fact]
    public async Task What_is_wrong_with_one_of_several_suites_is_told_before_the_first_is_measured()
    {
        var result = (await RunAsync("run", "quick", "qick")).Exits(2).Complains("unknown suite 'qick'").Within(5);
        Assert.Empty(result.Output);
        Assert.False(Directory.Exists(Folder["runs"]), "nothing was measured");
    }

    /// <summary>In a pipe lines are whole: every run is one with its whole name, and so is what a comparison
    /// says.</summary>
    [Fact]
    public async Task Lines_in_a_pipe_are_whole()
    {
        CopyRecorded();
        var list = (await RunAsync("history", "list")).Exits(0).Prints();
        Assert.Single(list.Output.Split('\n'), line => line.Contains($" {Run} ") && line.Contains(", kernel "));
        var report = (await RunAsync("report", $"runs/{Run}")).Prints();
        Assert.All(report.Output.Split('\n'), line => Assert.Equal(line.TrimEnd(), line));
        Assert.DoesNotContain("terminal is too narrow", report.Output);
        var compared = (await RunAsync("compare", $"runs/{Run}", $"runs/{Run}", "-v")).Output;
        Assert.Contains(compared.Split('\n'), line => line.Length > 80);
    }

    [Theory]
    [InlineData("", true)]
    [InlineData("1", false)]
    public async Task A_terminal_gets_emphasis_unless_nobody_wants_it(string noColour, bool isEmphasised)
    {
        CopyRecorded();
        Variables["NO_COLOR"] = noColour;
        await using var command = await StartInTerminalAsync("report", $"runs/{Run}");
        var shown = await command.EndAsync(20);
        Assert.Contains("32 B", shown.Output);
        Assert.Equal(isEmphasised, shown.Output.Contains("\u001b[1m"));
    }

    private void CopyRecorded()
    {
        foreach (var file in Directory.GetFiles(Path.Combine(Repository.Root, "tests/unit/Reports/recorded/quick")))
            Folder.Write($"runs/{Run}/{Path.GetFileName(file)}", File.ReadAllText(file));
    }
}
