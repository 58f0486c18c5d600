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

    [Fact]
    public void What_was_changed_is_no_evidence() =>
        Assert.All<(string File, string From, string To, string Why)>(
            [
                ("trials.jsonl", "\"round\":2", "\"round\":3", "is damaged"),
                ("run.json", "\"seed\": 1", "\"seed\": 2", "run.json is not as it was written"),
                ("report.md", "x/tcp-a", "x/tcp-z", "`pingmark report"),
                ("summary.json", "10", "11", "`pingmark report"),
            ],
            row =>
            {
                var written = File.ReadAllText(_run[row.File]);
                File.WriteAllText(_run[row.File], written.Replace(row.From, row.To));
                Assert.Contains(row.Why, Refused());
                File.WriteAllText(_run[row.File], written);
            }
        );

    [Fact]
    public void What_is_missing_is_told()
    {
        var trials = File.ReadAllText(_run["trials.jsonl"]);
        File.WriteAllText(_run["trials.jsonl"], string.Concat(BundledRun.Lines(trials).Skip(1).Select(l => l + "\n")));
        Assert.Contains("trials are missing", Refused());
        File.WriteAllText(_run["trials.jsonl"], trials);
        File.Delete(_run["report.html"]);
        Assert.Contains("report.html is missing", Refused());
    }

    [Fact]
    public void Files_of_others_stay()
    {
        File.WriteAllText(_run["notes.txt"], "a secret");
        Assert.Equal(["notes.txt"], BundleMaker.Make(_run.Path).LeftOut);
        // A link in place of a report is refused.
        File.Delete(_run["report.md"]);
        File.CreateSymbolicLink(_run["report.md"], "/etc/passwd");
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
