namespace Pingmark.Hostile.Tests.Faults;

public sealed class LinkInPlaceOfReportTests : FolderUser
{
    [Fact]
    [Fault(
        "a run folder has a symbolic link in place of a report",
        "a new file takes the link's name, and its target is untouched",
        -1,
        5
    )]
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
}
