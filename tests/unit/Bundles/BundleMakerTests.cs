using Pingmark.Bundles;
using Pingmark.Results;
using Pingmark.Tests.Evidence;
using Pingmark.Tests.Results;
using Xunit;

namespace Pingmark.Tests.Bundles;

public sealed class BundleMakerTests : IDisposable
{
    private readonly BundledRun _run = new();

    public void Dispose() => _run.Dispose();

    [Theory]
    [InlineData("trials.jsonl", "\"round\":2", "\"round\":3", "is damaged")]
    [InlineData("run.json", "\"seed\": 1", "\"seed\": 2", "run.json is not as it was written")]
    [InlineData("report.md", "x/tcp-a", "x/tcp-z", "`pingmark report")]
    [InlineData("summary.json", "10", "11", "`pingmark report")]
    public void What_was_changed_is_no_evidence(string file, string from, string to, string why)
    {
        File.WriteAllText(_run[file], File.ReadAllText(_run[file]).Replace(from, to));
        Assert.Contains(why, Refused());
    }

    [Fact]
    public void A_trial_that_is_missing_is_told()
    {
        File.WriteAllText(
            _run["trials.jsonl"],
            string.Concat(BundledRun.Lines(File.ReadAllText(_run["trials.jsonl"])).Skip(1).Select(line => line + "\n"))
        );
        Assert.Contains("trials are missing", Refused());
    }

    [Fact]
    public void What_is_missing_is_named()
    {
        File.Delete(_run["report.html"]);
        Assert.Contains("report.html is missing", Refused());
    }

    [Fact]
    public void Logs_of_messages_come_along_and_files_of_others_stay()
    {
        Directory.CreateDirectory(_run["messages"]);
        File.WriteAllText(_run["messages/1-x-r1.csv"], "connection,sent_ns,received_ns\n");
        File.WriteAllText(_run["notes.txt"], "a secret");
        File.CreateSymbolicLink(_run["messages/2-x-r1.sh"], "/etc/passwd");
        var made = BundleMaker.Make(_run.Path);
        Assert.Equal("messages/1-x-r1.csv", made.Manifest.Files[^1].Path);
        Assert.Equal(["notes.txt"], made.LeftOut);
        Assert.Contains(_run.Verify(made.Archive).Findings, found => found.Text.Contains("1 log of messages"));
    }

    [Fact]
    public void A_link_in_place_of_a_log_is_refused()
    {
        Directory.CreateDirectory(_run["messages"]);
        File.CreateSymbolicLink(_run["messages/1-x-r1.csv"], "/etc/passwd");
        Assert.Contains("a symbolic link", Refused());
    }

    [Fact]
    public void A_run_that_was_ended_early_says_that_its_trials_can_not_be_counted()
    {
        using var folder = new TemporaryFolder();
        using (var run = RunFolder.Create(folder["run"], Trial.Run(Trial.Cell())))
        {
            run.Append([Trial.Of()]);
            var summed = SummedRun.Read(run);
            Pingmark.Reports.RunReports.Write(run, summed.Info, summed.Trials, summed.Summary);
        }
        var verified = _run.Verify(BundleMaker.Make(folder["run"]).Archive);
        Assert.True(verified.IsIntact);
        Assert.Contains(verified.Findings, found => found.Text.StartsWith("how many trials the run had"));
    }

    [Fact]
    public void A_name_that_is_none_for_every_system_is_refused()
    {
        using var odd = new BundledRun("a:b");
        Assert.Contains("is no name for a bundle", Assert.Throws<BadInputException>(() => odd.Bundle).Message);
    }

    private string Refused() => Assert.Throws<BadInputException>(() => _run.Bundle).Message;
}
