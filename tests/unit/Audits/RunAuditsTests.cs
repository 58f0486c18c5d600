using Pingmark.Audits;
using Pingmark.Model;
using Pingmark.Tests.Evidence;
using Pingmark.Wording;
using Xunit;

namespace Pingmark.Tests.Audits;

public class RunAuditsTests
{
    private static string[] Notes(RunInfo run, params CellSummary[] cells) =>
        RunAudits.Judge(run, cells).Select(n => $"{n.Id} {n.Verdict.Word()}").ToArray();

    private static CellSummary Cell(int rounds, Scenario? scenario = null) =>
        new()
        {
            Id = "x",
            Label = "x",
            Stack = "x",
            Client = "x",
            Design = Design.Slices,
            Status = CellStatus.Ok,
            Rounds = rounds,
            Scenario = scenario ?? new(),
        };

    private static CellSummary Over(string? control, Scenario scenario) =>
        Cell(5, scenario) with
        {
            EffectiveOptions = control is null
                ? new Dictionary<string, string>()
                : new() { ["server.congestion_control"] = control },
        };

    [Fact]
    public void Fewer_than_five_rounds_of_any_cell_are_told()
    {
        Assert.Equal(["few-rounds warning"], Notes(Trial.Run(), Cell(5), Cell(4)));
        Assert.Empty(Notes(Trial.Run(), Cell(5), Cell(9)));
    }

    [Theory]
    [InlineData(1, 5, true, "only 1 round of 5: intervals are wide or missing; a larger budget gives more")]
    [InlineData(2, 5, false, "only 2 rounds of 5: intervals are wide or missing; the run ended early")]
    [InlineData(1, 1, true, "only 1 round: intervals are wide or missing; --rounds gives more")]
    public void Few_rounds_are_told_with_what_gives_more(int rounds, int asked, bool budget, string text)
    {
        var run = Trial.Run() with
        {
            Settings = new() { Rounds = asked, BudgetNs = budget ? 1 : null },
        };
        Assert.Equal(text, Assert.Single(RunAudits.Judge(run, [Cell(rounds)])).Text);
    }

    [Fact]
    public void Failed_cells_had_no_chance_of_more() =>
        Assert.Empty(Notes(Trial.Run(), Cell(1) with { Status = CellStatus.Failed }, Cell(5)));

    [Fact]
    public void Cells_that_were_not_measured_are_not_counted() => Assert.Empty(Notes(Trial.Run(), Cell(0), Cell(5)));

    [Fact]
    public void Large_messages_over_bbr_are_told_unless_the_suite_chose()
    {
        Assert.Equal(["congestion-control warning"], Notes(Trial.Run(), Over("bbr", new() { MessageBytes = 16_384 })));
        Assert.Empty(
            Notes(
                Trial.Run(),
                Over(
                    "bbr",
                    new()
                    {
                        MessageBytes = 16_384,
                        Socket = new() { CongestionControl = "bbr" },
                    }
                )
            )
        );
        Assert.Empty(Notes(Trial.Run(), Over("bbr", new() { MessageBytes = 1024 })));
        Assert.Empty(Notes(Trial.Run(), Over("cubic", new() { MessageBytes = 65_536 })));
        Assert.Empty(Notes(Trial.Run(), Over(control: null, new() { MessageBytes = 65_536 })));
    }
}
