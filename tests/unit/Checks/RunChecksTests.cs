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

    /// <summary>Failed cells had no chance of more, and those that were not measured are not counted.</summary>
    [Fact]
    public void A_single_round_of_any_cell_is_told()
    {
        Assert.Equal(["few-rounds note"], Notes(Trial.Run(), Cell(5), Cell(1)));
        Assert.Empty(Notes(Trial.Run(), Cell(5), Cell(2)));
        Assert.Empty(Notes(Trial.Run(), Cell(5), Cell(1) with { Status = CellStatus.Failed }));
        Assert.Empty(Notes(Trial.Run(), Cell(5), Cell(0)));
    }

    [Fact]
    public void Few_rounds_are_told_with_what_gives_more()
    {
        static string Said(int asked, long? budgetNs)
        {
            var settings = new SuiteSettings { Rounds = asked, BudgetNs = budgetNs };
            return Assert.Single(Find(Trial.Run() with { Settings = settings }, Cell(1))).Sentence.Text;
        }
        const string Meaning =
            ": figures rest on one start of the processes, and intervals of ratios are wider for it; ";
        Assert.Equal($"1 round of 5{Meaning}a larger budget gives more", Said(5, 1));
        Assert.Equal($"1 round of 5{Meaning}the run ended early", Said(5, null));
        Assert.Equal($"1 round{Meaning}--rounds gives more", Said(1, 1));
    }

    [Fact]
    public void Large_messages_over_bbr_are_told_unless_the_suite_chose()
    {
        Assert.Equal(["congestion-control warning"], Notes(Trial.Run(), Over("bbr", new() { MessageBytes = 16_384 })));
        var chosen = new Scenario
        {
            MessageBytes = 16_384,
            Socket = new() { CongestionControl = "bbr" },
        };
        Assert.Empty(Notes(Trial.Run(), Over("bbr", chosen)));
        Assert.Empty(Notes(Trial.Run(), Over("bbr", new() { MessageBytes = 1024 })));
        Assert.Empty(Notes(Trial.Run(), Over("cubic", new() { MessageBytes = 65_536 })));
        Assert.Empty(Notes(Trial.Run(), Over(control: null, new() { MessageBytes = 65_536 })));
    }
}
