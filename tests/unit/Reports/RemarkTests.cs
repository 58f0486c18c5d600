using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Reports;
using Pingmark.Schema;
using Pingmark.Tests.Evidence;
using Pingmark.Tests.Results;
using Xunit;

namespace Pingmark.Tests.Reports;

public sealed class RemarkTests
{
    private static readonly CheckRow Steal = new("steal", CheckScope.Cell, "", "");

    private static Note Stolen(double share, FindingSeverity severity = FindingSeverity.Warning) =>
        new Finding(
            Steal,
            severity,
            new("the hypervisor took {share}", new Quantity("share", share, NumberText.Percent))
        ).ToNote();

    private static CellSummary Cell(string stack, params Note[] audits) =>
        ClaimResultsTests.Cell(stack, new()) with
        {
            Audits = audits,
        };

    private static Summary Of(params CellSummary[] cells) =>
        new()
        {
            Suite = "test",
            StartedAt = DateTimeOffset.UnixEpoch,
            DurationS = 1,
            Seed = 1,
            Baseline = cells[0].Id,
            Machine = Trial.Machine,
            Cells = cells,
            Comparisons = [],
        };

    [Fact]
    public void What_is_found_of_many_cells_is_said_once_with_the_least_and_the_most()
    {
        var remark = Assert.Single(Remark.Collect(Of(Cell("a", Stolen(0.3)), Cell("b", Stolen(0.1)), Cell("c"))));
        Assert.Equal("the hypervisor took 10 to 30 %", remark.Text);
        Assert.Equal(["a", "b"], remark.Cells.Select(cell => cell.Label));
    }

    [Fact]
    public void What_weighs_differently_stays_apart() =>
        Assert.Equal(2, Remark.Collect(Of(Cell("a", Stolen(0.3)), Cell("b", Stolen(0.1, FindingSeverity.Note)))).Count);

    /// <summary>A file has the words alone.</summary>
    [Fact]
    public void Of_a_summary_that_was_read_the_same_words_are_said_once()
    {
        var written = Of(Cell("a", Stolen(0.3)), Cell("b", Stolen(0.1)), Cell("c", Stolen(0.3)));
        var read = SummaryJson.Parse(SummaryJson.Serialize(written), "summary.json");
        Assert.Equal(
            ["the hypervisor took 30 %: a c", "the hypervisor took 10 %: b"],
            Remark
                .Collect(read)
                .Select(remark => $"{remark.Text}: {string.Join(' ', remark.Cells.Select(c => c.Label))}")
        );
    }

    [Fact]
    public void The_reason_of_an_invalid_cell_is_what_made_it_invalid()
    {
        CellSummary Invalid(string stack, double share) =>
            Cell(stack, Stolen(share, FindingSeverity.Invalid)) with
            {
                Status = CellStatus.Invalid,
                Reasons = [Stolen(share).Text],
            };
        var remark = Assert.Single(Remark.Collect(Of(Invalid("a", 0.3), Invalid("b", 0.5))));
        Assert.Equal("the hypervisor took 30 to 50 %", remark.Text);
    }
}
