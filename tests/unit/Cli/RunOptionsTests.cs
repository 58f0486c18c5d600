using System.CommandLine;
using Pingmark.Cli;
using Pingmark.Reports.Document;
using Xunit;

namespace Pingmark.Tests.Cli;

/// <summary>What the words of <c>run</c> ask for.</summary>
public sealed class RunOptionsTests
{
    private static IReadOnlyList<RunRequest> Read(params string[] words)
    {
        var options = new RunOptions();
        var command = Help.Command("run", "", options.All);
        return options.Read(new RootCommand { command }.Parse(["run", .. words]));
    }

    [Fact]
    public void Each_of_several_suites_has_its_own_folder_and_command()
    {
        var requests = Read("quick", "mine/ipc.yaml", "--out", "tonight", "--budget", "30s", "-v");
        Assert.Equal(["quick", "mine/ipc.yaml"], requests.Select(request => request.Suite));
        Assert.Equal(["tonight/quick", "tonight/ipc"], requests.Select(request => request.Folder));
        Assert.Equal(["run", "quick", "--budget", "30s"], requests[0].Command);
        Assert.Equal(["run", "mine/ipc.yaml", "--budget", "30s"], requests[1].Command);
        Assert.All(requests, request => Assert.True(request.IsOneOfSeveral));
    }

    [Fact]
    public void One_suite_is_run_in_the_folder_that_is_named()
    {
        var request = Assert.Single(Read("quick", "--out", "here"));
        Assert.Equal(("quick", "here", false), (request.Suite, request.Folder, request.IsOneOfSeveral));
        Assert.Equal(Media.Terminal, request.Medium);
        Assert.Equal(Media.Verbose, Assert.Single(Read("quick", "-v")).Medium);
        Assert.Null(Assert.Single(Read("quick", "--json")).Medium);
    }

    [Theory]
    [InlineData("two suites are called quick", "quick", "mine/quick.yaml")]
    [InlineData("name one suite at most", "quick", "floor", "--resume", "runs/a")]
    public void What_excludes_each_other_is_refused(string said, params string[] words) =>
        Assert.Contains(said, Assert.Throws<BadInputException>(() => Read(words)).Message);
}
