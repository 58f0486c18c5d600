namespace Pingmark.Hostile.Tests.Faults;

public sealed class LinkInPlaceOfReportTests : FolderUser
{
    [Theory]
    [InlineData("report.md")]
    [InlineData("report.html")]
    [InlineData("results.csv")]
    [InlineData("summary.json")]
    [InlineData("summary.json.tmp")]
    [Fault(
        "a run folder has a symbolic link in place of a report",
        "a new file takes the link's name, and its target is untouched",
        -1,
        5
    )]
    public async Task A_links_target_is_never_written(string file)
    {
        var target = Folder.Write("target", "precious");
        File.CreateSymbolicLink(Folder["run/" + file], target);
        (await ReportAsync()).Exits(1);
        Assert.Equal("precious", File.ReadAllText(target));
        if (file != "summary.json.tmp")
            Assert.Null(new FileInfo(Folder["run/" + file]).LinkTarget);
    }
}
