namespace Pingmark.Hostile.Tests.Faults;

/// <summary>A run folder of somebody else has links, pipes or another page in place of its files.</summary>
public sealed class LinkedFileTests : FolderUser
{
    private const string Page = "run/report.html";

    [Theory]
    [InlineData("run/run.json")]
    [InlineData("run/trials.jsonl")]
    public async Task A_link_is_not_followed_and_a_pipe_is_not_waited_for(string file)
    {
        File.Move(Folder[file], Folder["elsewhere"]);
        File.CreateSymbolicLink(Folder[file], Folder["elsewhere"]);
        (await ReportAsync()).Exits(2).Complains($"{file}: can't be read: it is a symbolic link");
        MakePipe(file);
        (await ReportAsync()).Exits(2).Complains($"{file}: can't be read: it is no plain file").Within(5);
    }

    [Fact]
    public async Task A_links_target_is_never_written()
    {
        var target = Folder.Write("target", "precious");
        string[] reports = ["report.md", "report.html", "results.csv", "summary.json"];
        foreach (var file in reports.Append("summary.json.tmp"))
            File.CreateSymbolicLink(Folder["run/" + file], target);
        (await ReportAsync()).Exits(1);
        Assert.Equal("precious", File.ReadAllText(target));
        Assert.All(reports, file => Assert.Null(new FileInfo(Folder["run/" + file]).LinkTarget));
    }

    /// <summary>A page that is opened from a folder may do what a file of this machine may.</summary>
    [Fact]
    public async Task Only_the_page_that_pingmark_made_is_opened()
    {
        // Nobody's screen shows a test.
        foreach (var name in new[] { "DISPLAY", "WAYLAND_DISPLAY" })
            Environment.SetEnvironmentVariable(name, null);
        (await CommandAsync("open", "run")).Exits(2).Complains("`pingmark report run` makes one");
        await ReportAsync();
        Assert.Equal($"{Page}\n", (await CommandAsync("open", "run")).Exits(0).Output);
        File.AppendAllText(Folder[Page], "<script>fetch('file:///etc/passwd')</script>");
        var refused = (await CommandAsync("open", "run")).Exits(2);
        refused.Complains("is not the page that this pingmark makes");
        Assert.Empty(refused.Output);
        File.Move(Folder[Page], Folder["elsewhere"]);
        File.CreateSymbolicLink(Folder[Page], Folder["elsewhere"]);
        (await CommandAsync("open", "run")).Exits(2).Complains($"{Page}: can't be read: it is a symbolic link");
    }
}
