using Pingmark.Model;
using Pingmark.Trials;
using Xunit;

namespace Pingmark.Tests.Trials;

/// <summary>Whether a budget has room for two rounds, as it is seen when the first cells are warm.</summary>
public class OneRoundTests
{
    private const long S = 1_000_000_000;

    private static Suite Suite =>
        FakeMachine
            .With("a", "b")
            .AsSuite(
                new()
                {
                    BudgetNs = 12 * S,
                    SliceNs = 30_000_000,
                    DurationNs = 10 * S,
                    Rounds = 5,
                }
            );

    private static readonly BudgetPlan Plan = BudgetPlan.Create(Suite, Suite.Cells);

    private static Pace PaceOf(long overheadNs)
    {
        var pace = new Pace(12 * S);
        pace.AddForecast(0, overheadNs, cells: 2);
        return pace;
    }

    [Fact]
    public void Another_round_fits_without_a_budget_or_if_both_have_the_slices_of_a_verdict()
    {
        Assert.All<(int SpentS, int OverheadS, bool Fits)>(
            [(3, 3, true), (4, 4, true), (6, 6, false), (11, 1, false)],
            row =>
                Assert.Equal(
                    row.Fits,
                    PaceOf(row.OverheadS * S).HasTimeForAnotherRound(Plan, row.SpentS * S, number: 0)
                )
        );
        Assert.True(new Pace(budgetNs: null).HasTimeForAnotherRound(Plan, 1000 * S, number: 0));
    }

    /// <summary>Four blocks of a second each, of two cells: half of another round is worth to be begun, a single block
    /// of it is not.</summary>
    [Fact]
    public void Half_of_another_round_is_worth_its_beginning()
    {
        var pace = new Pace(20 * S);
        foreach (var number in Enumerable.Range(0, 4))
            pace.AddForecast(number, S, cells: 2);
        Assert.True(pace.HasTimeForAnotherRound(Plan, 6 * S, number: 0));
        Assert.False(pace.HasTimeForAnotherRound(Plan, 12 * S, number: 0));
    }

    [Fact]
    public void The_only_round_has_all_of_the_time()
    {
        var one = Plan.WithOneRound();
        var block = PaceOf(0).FitAfterWarmUp(one, 6 * S, number: 0, cells: 2, roundsAfter: 0);
        Assert.InRange(2 * block.WallNs, 5.5 * S, 6 * S);
        // It stays the only one, whatever the pace.
        Assert.Equal(1, one.ReplanAfterRound(1, 6 * S, 0, [2 * S, 2 * S]).Rounds);
    }

    /// <summary>Two blocks, of which the second is so slow that another round does not fit any more.</summary>
    [Fact]
    public Task What_was_measured_before_that_is_seen_gets_its_share_by_the_processes_that_are_up() =>
        Assert.AllAsync<(bool Fresh, int[] Blocks)>(
            [(false, [1, 1, 2, 2, 3, 3]), (true, [1, 1, 2, 2])],
            async row =>
            {
                var machine = FakeMachine.With("a", "b").Where(new() { Connections = 4 }, new());
                var (nowNs, slow) = (0L, new Queue<long>([10 * S, 8 * S]));
                machine["b"]
                    .BeforeMeasuring(run =>
                    {
                        if (run.Kind == "warm-up" && slow.Count > 0 && slow.Count == 2 - machine.Kept.Count / 2)
                            nowNs += slow.Dequeue();
                    });
                await machine.SuiteAsync(
                    new()
                    {
                        BudgetNs = 28 * S,
                        SliceNs = 30_000_000,
                        DurationNs = 400_000_000,
                        Rounds = 5,
                        FreshProcesses = row.Fresh,
                    },
                    elapsedNs: () => nowNs
                );
                Assert.Equal(row.Blocks, machine.Kept.Select(trial => trial.Block));
                Assert.All(machine.Kept, trial => Assert.Equal(1, trial.Round));
                if (row.Fresh)
                    return;
                Assert.Equal(4, machine.Starts.Count);
                var cells = machine.Kept.Select(trial => trial.Cell).ToList();
                Assert.Equal(cells[..2], cells[4..]);
            }
        );
}
