using Pingmark.Model;
using Xunit;

namespace Pingmark.Tests.Trials;

/// <summary>A run that ended early measures what is left of its plan, and nothing twice.</summary>
public class ResumedTests
{
    private static readonly SuiteSettings Settings = new() { Rounds = 4 };

    private static FakeMachine Machine() => FakeMachine.With("a", "b", "c", "d", "e", "f");

    private static IReadOnlyList<(int Round, int Block, string Cell)> Plan(IEnumerable<TrialRecord> trials) =>
        trials.Select(trial => (trial.Round, trial.Block, trial.Cell)).ToList();

    [Fact]
    public async Task Wherever_it_ended_the_rest_is_what_it_would_have_been()
    {
        var whole = Machine();
        await whole.SuiteAsync(Settings, seed: 7);
        foreach (var blocks in new[] { 0, 1, 2, 4, 5, whole.Kept.Max(trial => trial.Block) })
        {
            var kept = whole.Kept.Where(trial => trial.Block <= blocks).ToList();
            var resumed = Machine();
            await resumed.SuiteAsync(Settings, seed: 7, earlier: kept);
            Assert.Equal(Plan(whole.Kept), Plan(kept.Concat(resumed.Kept)));
            Assert.All(resumed.Kept, trial => Assert.Equal(CellStatus.Ok, trial.Status));
            Assert.Equal(kept.Count == whole.Kept.Count, resumed.Starts.Count == 0);
        }
    }

    [Fact]
    public async Task What_had_failed_is_not_tried_again()
    {
        var whole = Machine();
        whole["b"].ServerFails("listen", "on purpose");
        await whole.SuiteAsync(Settings);
        var kept = whole.Kept.Where(trial => trial.Round == 1).ToList();
        var resumed = Machine();
        await resumed.SuiteAsync(Settings, earlier: kept);
        Assert.Equal(Plan(whole.Kept), Plan(kept.Concat(resumed.Kept)));
        Assert.DoesNotContain(resumed.Starts, start => start.Stack == "b");
    }

    [Fact]
    public async Task The_times_of_trials_go_on_where_they_ended()
    {
        var whole = Machine();
        await whole.SuiteAsync(Settings);
        var kept = whole
            .Kept.Where(trial => trial.Round == 1)
            .Select(trial => trial with { StartedAtS = 100 })
            .ToList();
        var resumed = Machine();
        await resumed.SuiteAsync(Settings, earlier: kept);
        Assert.All(resumed.Kept, trial => Assert.True(trial.StartedAtS >= 100));
    }

    [Fact]
    public async Task A_budget_is_what_is_left_of_it()
    {
        var settings = Settings with { BudgetNs = 60_000_000_000 };
        var whole = Machine();
        await whole.SuiteAsync(settings);
        var kept = whole.Kept.Where(trial => trial.Round == 1).Select(trial => trial with { StartedAtS = 70 }).ToList();
        var resumed = Machine();
        await resumed.SuiteAsync(settings, earlier: kept);
        Assert.Empty(resumed.Kept);
    }

    [Fact]
    public async Task Trials_of_another_seed_are_refused()
    {
        var other = Machine();
        await other.SuiteAsync(Settings, seed: 8);
        var resumed = Machine();
        var e = await Assert.ThrowsAsync<BadInputException>(() =>
            resumed.SuiteAsync(Settings, seed: 7, earlier: other.Kept)
        );
        Assert.StartsWith("the run can't be resumed: its seed does not draw", e.Message);
        Assert.Empty(resumed.Starts);
    }
}
