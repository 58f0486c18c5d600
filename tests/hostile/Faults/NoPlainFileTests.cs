namespace Pingmark.Hostile.Tests.Faults;

public sealed class NoPlainFileTests : FolderUser
{
    [Theory]
    [InlineData("run/run.json")]
    [InlineData("run/trials.jsonl")]
    [Fault("a run folder has a symbolic link in place of what is read", "refused; nothing outside it is read", 2, 5)]
    public async Task A_link_is_not_followed(string file)
    {
        File.Move(Folder[file], Folder["elsewhere"]);
        File.CreateSymbolicLink(Folder[file], Folder["elsewhere"]);
        (await ReportAsync()).Exits(2).Complains($"{file}: can't be read: it is a symbolic link");
    }

    [Theory]
    [InlineData("run/run.json")]
    [InlineData("run/trials.jsonl")]
    [Fault("a run folder has a pipe, a device or a folder in place of what is read", "refused at once", 2, 5)]
    public async Task A_pipe_is_not_waited_for(string file)
    {
        MakePipe(file);
        (await ReportAsync()).Exits(2).Complains($"{file}: can't be read: it is no plain file").Within(5);
        File.Delete(Folder[file]);
        Directory.CreateDirectory(Folder[file]);
        (await ReportAsync()).Exits(2).Complains($"{file}: can't be read: it is no plain file");
    }

    [Fact]
    public async Task A_pipe_in_place_of_the_summary_is_replaced()
    {
        MakePipe("run/summary.json");
        (await ReportAsync()).Exits(1);
        Assert.StartsWith("{", File.ReadAllText(Folder["run/summary.json"]));
    }
}
