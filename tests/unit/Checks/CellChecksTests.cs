using Pingmark.Checks;
using Pingmark.Model;
using Pingmark.Reports;
using Pingmark.Results;
using Pingmark.Tests.Evidence;
using Xunit;

namespace Pingmark.Tests.Checks;

public class CellChecksTests
{
    [Fact]
    public void Of_a_cell_without_a_good_trial_and_of_an_honest_one_nothing_is_said()
    {
        Assert.Empty(CellChecks.Judge(Trial.Evidence(Trial.Of() with { Status = CellStatus.Failed })));
        Assert.DoesNotContain(
            CellChecks.Judge(Trial.Evidence(Trial.Rounds(5, _ => Trial.Of(slices: Trial.Window())))),
            n => n.Verdict != AuditVerdict.Note
        );
    }

    [Fact]
    public void A_trial_of_nothing_but_corrupt_answers_is_judged_invalid()
    {
        var window = Trial.Window() with { Corrupt = 10_000, RttSumNs = 0, Histogram = [] };
        Assert.Equal(CellStatus.Invalid, SummaryBuilder.SummarizeCell(Trial.Evidence(Trial.Of(window))).Status);
    }

    [Fact]
    public void A_cell_of_which_all_trials_are_withheld_is_invalid_with_the_reason()
    {
        var evidence = Trial.Evidence(Trial.Rounds(2, _ => Wrong));
        var cell = SummaryBuilder.SummarizeCell(evidence);
        Assert.Equal(CellStatus.Invalid, cell.Status);
        Assert.StartsWith(
            "2 of 2 trials are withheld: 10000 answers were counted, of 1 in all",
            Assert.Single(cell.Reasons)
        );
        Assert.Null(cell.Figure("throughput_per_s"));
        var summary = SummaryBuilder.Build(
            Trial.Run(evidence.Cell),
            evidence.Records,
            TimeSpan.FromSeconds(1),
            interrupted: false
        );
        Assert.Equal(ExitCode.CellFailed, RunReports.ExitCodeOf(summary));
    }

    [Fact]
    public void While_others_are_left_a_withheld_trial_is_something_to_know()
    {
        var cell = SummaryBuilder.SummarizeCell(
            Trial.Evidence(Trial.Rounds(3, n => n == 2 ? Wrong : Trial.Of(Trial.Window())))
        );
        Assert.Equal((CellStatus.Ok, 2), (cell.Status, cell.Rounds));
        var note = Assert.Single(cell.Audits, a => a.Id == "counts");
        Assert.Equal(AuditVerdict.Warning, note.Verdict);
        Assert.StartsWith("1 of 3 trials is withheld: ", note.Text);
    }

    [Fact]
    public void What_some_trials_say_is_told_with_their_number()
    {
        var disturbed = Trial.Of() with { Strangers = new(3, 0, 20_000, null) };
        var audits = CellChecks.Judge(Trial.Evidence(Trial.Rounds(3, n => n == 2 ? disturbed : Trial.Of())));
        Assert.StartsWith(
            "in 1 of 3 trials ",
            Assert.Single(audits, found => found.Check.Id == "strangers").Sentence.Text
        );
    }

    private static readonly TrialRecord Wrong = Trial.Of(Trial.Window() with { Answered = 1 });
}
