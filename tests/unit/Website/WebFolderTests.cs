using Pingmark.EndToEndTests.Harness;
using Pingmark.Results;
using Pingmark.Schema;
using Pingmark.Tests.Evidence;
using Pingmark.Tests.Results;
using Pingmark.Website;
using Xunit;

namespace Pingmark.Tests.Website;

public sealed class WebFolderTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    private string Runs => Path.Combine(_folder.Path, "runs");

    private string Site => Path.Combine(_folder.Path, "site");

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Folders_of_runs_and_runs_themselves_are_published_and_what_is_left_out_is_told()
    {
        Write("one", "first");
        Write("copy", "first");
        Directory.CreateDirectory(Path.Combine(Runs, "other"));
        using (Write("going", "second", isGoing: true))
        {
            var (first, leftOut) = WebFolder.Write(new([Runs, Path.Combine(Runs, "one")], Site));
            Assert.Equal(Path.Combine(Site, "index.html"), first);
            Assert.Collection(
                leftOut,
                text => Assert.Equal("going: it is being measured", Relative(text)),
                text => Assert.StartsWith("one: the same run as ", Relative(text)),
                text => Assert.StartsWith("other holds no run", Relative(text)),
                text => Assert.StartsWith("one: the same run as ", Relative(text))
            );
        }
        Assert.Single(Directory.GetFiles(Path.Combine(Site, "runs")));
    }

    [Fact]
    public void A_run_that_was_killed_is_summed_up_from_its_trials()
    {
        Write("killed", "first", isSummedUp: false);
        WebFolder.Write(new([Runs], Site));
        Assert.Contains("Interrupted", File.ReadAllText(Directory.GetFiles(Path.Combine(Site, "runs")).Single()));
    }

    [Fact]
    public void What_makes_a_summary_that_can_not_be_read_anew_is_told()
    {
        Write("one", "first");
        Write("other", "second");
        var file = Path.Combine(Runs, "other", "summary.json");
        File.WriteAllText(file, File.ReadAllText(file).Replace("\"ci_high\": ", "\"ci_high\": 1e99, \"was\": "));
        var (_, leftOut) = WebFolder.Write(new([Runs], Site));
        Assert.EndsWith("other` makes it anew from the run's trials", Assert.Single(leftOut));
    }

    [Fact]
    public void It_is_made_anew_in_its_place_and_in_no_other_files()
    {
        Write("one", "first");
        WebFolder.Write(new([Runs], Site));
        var before = Texts();
        WebFolder.Write(new([Runs], Site));
        Assert.Equal(before, Texts());
        var refused = Assert.Throws<BadInputException>(() => WebFolder.Write(new([Runs], Runs)));
        Assert.Contains("holds no website", refused.Message);
    }

    [Fact]
    public void Without_a_run_there_is_none()
    {
        Directory.CreateDirectory(Runs);
        Assert.Throws<BadInputException>(() => WebFolder.Write(new([Runs], Site)));
        Assert.Throws<BadInputException>(() => WebFolder.Write(new([Path.Combine(Runs, "nothing")], Site)));
        Assert.False(Directory.Exists(Site));
    }

    private Dictionary<string, string> Texts() =>
        Directory
            .EnumerateFiles(Site, "*", SearchOption.AllDirectories)
            .Order(StringComparer.Ordinal)
            .ToDictionary(file => file, File.ReadAllText);

    private string Relative(string text) => text.Replace(Runs + "/", "", StringComparison.Ordinal);

    private RunFolder Write(string name, string suite, bool isSummedUp = true, bool isGoing = false)
    {
        var run = RunFolder.Create(Path.Combine(Runs, name), Trial.Run(Trial.Cell()) with { Suite = suite });
        run.Append([Trial.Of()]);
        if (isSummedUp)
            File.WriteAllText(run["summary.json"], SummaryJson.Serialize(SummedRun.Read(run).Summary));
        if (!isGoing)
            run.Dispose();
        return run;
    }
}
