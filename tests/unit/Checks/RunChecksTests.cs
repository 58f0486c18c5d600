using Pingmark.Checks;
using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Tests.Evidence;
using Xunit;

namespace Pingmark.Tests.Checks;

public class RunChecksTests
{
    private static string[] Notes(RunInfo run, params CellSummary[] cells) =>
        Find(run, cells).Select(finding => $"{finding.Check.Id} {finding.Verdict.Word()}").ToArray();

    private static IReadOnlyList<Finding> Find(RunInfo run, params CellSummary[] cells) =>
        RunChecks.Judge(new(run, [], cells));

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
    public void A_single_round_of_any_cell_is_told()
    {
        Assert.Equal(["few-rounds warning"], Notes(Trial.Run(), Cell(5), Cell(1)));
        Assert.Empty(Notes(Trial.Run(), Cell(5), Cell(2)));
    }

    [Theory]
    [InlineData(5, true, "only 1 round of 5: ", "a larger budget gives more")]
    [InlineData(5, false, "only 1 round of 5: ", "the run ended early")]
    [InlineData(1, true, "only 1 round: ", "--rounds gives more")]
    public void Few_rounds_are_told_with_what_gives_more(int asked, bool budget, string what, string mend)
    {
        var run = Trial.Run() with
        {
            Settings = new() { Rounds = asked, BudgetNs = budget ? 1 : null },
        };
        Assert.Equal(
            what
                + "another start of the processes may give other figures, so that these are provisional and no "
                + $"comparison is decided; {mend}",
            Assert.Single(Find(run, Cell(1))).Sentence.Text
        );
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
