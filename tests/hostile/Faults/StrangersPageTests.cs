namespace Pingmark.Hostile.Tests.Faults;

/// <summary>A page that is opened from a folder may do what a file of this machine may: it has to be the run's
/// own.</summary>
public sealed class StrangersPageTests : FolderUser
{
    private const string Page = "run/report.html";

    /// <summary>Nobody's screen shows a test.</summary>
    public StrangersPageTests()
    {
        foreach (var name in new[] { "DISPLAY", "WAYLAND_DISPLAY" })
            Environment.SetEnvironmentVariable(name, null);
    }

    [Fact]
    public async Task Without_a_display_it_says_where_the_report_is_once_there_is_one()
    {
        (await CommandAsync("open", "run")).Exits(2).Complains("`pingmark report run` makes one");
        await ReportAsync();
        Assert.Equal("run/report.html\n", (await CommandAsync("open", "run")).Exits(0).Output);
    }

    [Fact]
    public async Task Without_a_folder_it_is_the_newest_run()
    {
        await ReportAsync();
        foreach (var (run, minute) in new[] { ("a", 1), ("b", 3), ("c", 2) })
        {
            foreach (var file in Directory.EnumerateFiles(Folder["run"]))
                Folder.Write($"runs/{run}/{Path.GetFileName(file)}", File.ReadAllText(file));
            File.SetLastWriteTimeUtc(Folder[$"runs/{run}/run.json"], new DateTime(2026, 1, 1, 1, minute, 0));
        }
        Assert.Equal("runs/b/report.html\n", (await CommandAsync("open")).Exits(0).Output);
    }

    [Fact]
    [Fault("`open` of a folder whose report.html is a link to another file", "refused; nothing is shown", 2, 5)]
    public async Task A_link_is_not_opened()
    {
        await ReportAsync();
        File.Move(Folder[Page], Folder["elsewhere"]);
        File.CreateSymbolicLink(Folder[Page], Folder["elsewhere"]);
        (await CommandAsync("open", "run")).Exits(2).Complains($"{Page}: can't be read: it is a symbolic link");
    }

    [Theory]
    [InlineData("<!DOCTYPE html><script>fetch('file:///etc/passwd')</script>", false)]
    [InlineData("<script>fetch('file:///etc/passwd')</script>", true)]
    [Fault("`open` of a folder whose report.html somebody else made, or changed", "refused; nothing is shown", 2, 5)]
    public async Task A_page_of_somebody_else_is_not_opened(string text, bool isAdded)
    {
        await ReportAsync();
        File.WriteAllText(Folder[Page], (isAdded ? File.ReadAllText(Folder[Page]) : "") + text);
        var refused = (await CommandAsync("open", "run"))
            .Exits(2)
            .Complains("is not the page that this pingmark makes");
        Assert.Empty(refused.Output);
        await ReportAsync();
        (await CommandAsync("open", "run")).Exits(0);
    }
}
