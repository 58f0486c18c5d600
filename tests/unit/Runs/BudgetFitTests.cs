using Pingmark.Host;
using Pingmark.Model;
using Pingmark.Results;
using Pingmark.Runs;
using Pingmark.Tests.Results;
using Pingmark.Tests.Trials;
using Pingmark.Workers;
using Xunit;

namespace Pingmark.Tests.Runs;

/// <summary>What a run says before it begins of a budget that does not hold a round of all cells.</summary>
public sealed class BudgetFitTests : IDisposable
{
    private const long S = 1_000_000_000;

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    /// <summary>Five scenarios of two cells; on this machine nothing takes time.</summary>
    private async Task<(Summary Summary, string Said)> RunAsync(long budgetNs)
    {
        var machine = FakeMachine
            .With("a", "b")
            .Where([.. new[] { 1, 2, 4, 8, 16 }.Select(connections => new Scenario { Connections = connections })]);
        using var said = new StringWriter();
        var run = new SuiteRun(machine, new LocalSides([0, 1]), new ProgressLog(said, isTerminal: false));
        var summary = await run.ExecuteAsync(
            machine.AsSuite(
                new()
                {
                    Seed = 5,
                    Rounds = 3,
                    BudgetNs = budgetNs,
                    FreshProcesses = true,
                }
            ),
            _ => Availability.Yes,
            info => RunFolder.Create(_folder["run"], info),
            CancellationToken.None
        );
        return (summary, said.ToString());
    }

    [Fact]
    public async Task Less_than_a_round_is_said_in_the_plan_and_noted_with_what_all_of_it_takes()
    {
        var (summary, said) = await RunAsync(10 * S);
        const string Room =
            "the budget of 10 s holds about 4 of 10 cells, in the suite's order of scenarios; one round of all takes "
            + "about 30 s: `--budget 30s`";
        var plan = said.Split('\n')[0];
        Assert.StartsWith("fake: 10 cells in about 10 s, up to 1 round with ", plan);
        Assert.EndsWith($"; {Room}; seed 5", plan.Trim());
        Assert.DoesNotContain("% takes about", said);
        Assert.Contains(summary.Notes, note => note.Text == Room);
        // What it holds is measured as long as there is time.
        Assert.All(summary.Cells, cell => Assert.Equal((CellStatus.Ok, 1), (cell.Status, cell.Rounds)));
    }

    [Fact]
    public async Task A_budget_that_holds_a_round_says_nothing_of_it()
    {
        var (summary, said) = await RunAsync(30 * S);
        Assert.DoesNotContain("holds about", said);
        Assert.DoesNotContain(summary.Notes, note => note.Text.Contains("holds about"));
    }

    [Fact]
    public async Task What_does_not_hold_a_block_is_refused_with_what_it_takes()
    {
        var refused = await Assert.ThrowsAsync<BadInputException>(() => RunAsync(1 * S));
        Assert.Equal(
            "the budget of 1 s is too short for a single block: the first cells, which take turns, take about 10 s: "
                + "`--budget 10s`, and one round of all about 30 s: `--budget 30s`",
            refused.Message
        );
        Assert.Equal(ExitCode.BadInput, refused.ExitCode);
        Assert.False(Directory.Exists(_folder["run"]));
    }
}
