namespace Pingmark.EndToEndTests;

/// <summary>What people type first, and what they pipe into other programs.</summary>
public sealed class FirstWordsTests : CommandLineUser
{
    internal override IReadOnlyList<string> Needs => [];

    private static string Recorded => Path.Combine(Repository.Root, "tests/unit/Reports/recorded");

    [Fact]
    public async Task Help_is_a_word_too()
    {
        var help = (await RunAsync("--help")).Exits(0).Output;
        Assert.Equal(help, (await RunAsync("help")).Exits(0).Output);
        var trend = (await RunAsync("history", "trend", "--help")).Exits(0).Output;
        Assert.Equal(trend, (await RunAsync("help", "history", "trend")).Exits(0).Output);
        (await RunAsync("help", "rum")).Exits(2).Complains("there is no command 'rum'; did you mean 'run'?");
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
    public async Task An_error_points_to_the_help_of_the_whole_command() =>
        (await RunAsync("list", "suites", "--frob")).Exits(2).Complains("`pingmark list suites --help`");

    /// <summary>In a pipe every run is one line with its whole name, and so is what a comparison says.</summary>
    [Fact]
    public async Task Lines_are_not_wrapped_where_programs_read_them()
    {
        var name = "quick-20261123-145814-and-a-name-that-is-longer-than-a-terminal-of-80-columns-is-wide-by-far";
        foreach (var file in Directory.EnumerateFiles(Path.Combine(Recorded, "quick")))
            Folder.Write($"runs/{name}/{Path.GetFileName(file)}", File.ReadAllText(file));
        var list = (await RunAsync("history", "list")).Exits(0).Output;
        Assert.Single(list.Split('\n'), line => line.Contains($" {name} ", StringComparison.Ordinal));
        var compared = (await RunAsync("compare", $"runs/{name}", $"runs/{name}")).Output;
        Assert.Contains(compared.Split('\n'), line => line.Length > 80);
    }

    [Fact]
    public async Task What_is_wrong_with_one_of_several_suites_is_told_before_the_first_is_measured()
    {
        var result = (await RunAsync("run", "quick", "qick")).Exits(2).Complains("unknown suite 'qick'").Within(5);
        Assert.Empty(result.Output);
        Assert.False(Directory.Exists(Folder["runs"]), "nothing was measured");
    }
}
