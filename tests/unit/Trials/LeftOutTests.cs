using Pingmark.Model;
using Pingmark.Trials;
using Xunit;

namespace Pingmark.Tests.Trials;

/// <summary>Which blocks of a second round are measured where the budget does not hold all of them.</summary>
public class LeftOutTests
{
    private const long S = 1_000_000_000,
        SlowBlockNs = 10 * S;

    private readonly SetClock _clock = new();
    private readonly FakeMachine _machine = FakeMachine.With("quick", "q", "slow", "s");

    public LeftOutTests()
    {
        _machine.Clock = _clock;
        _machine["slow"]
            .BeforeMeasuring(run =>
            {
                if (run is { Kind: "slice", Nth: 1 })
                    _clock.Advance(SlowBlockNs);
            });
    }

    /// <summary>Two blocks: the stacks that wait, which take no time, and those that spin.</summary>
    private List<Cell> Cells =>
        [
            .. _machine.Cells.Select(cell =>
                cell with
                {
                    Class = new() { Waits = cell.Stack[0] == 's' ? Waiting.Spin : Waiting.Block },
                }
            ),
        ];

    /// <summary>The first seed with which the slow block is the second one of the first round, and the first one of the
    /// second.</summary>
    private int Seed =>
        Enumerable
            .Range(1, 1000)
            .First(seed =>
            {
                var (plan, random) = (new RunPlan(Cells, new()), new Random(seed));
                var first = plan.Round(1, random);
                // Each block draws the seed of its order.
                _ = (random.Next(), random.Next());
                return IsSlow(first[1]) && IsSlow(plan.Round(2, random)[0]);
            });

    private static bool IsSlow(Block block) => block.Baseline.Stack == "slow";

    [Theory]
    [InlineData(18, 1)]
    [InlineData(40, 2)]
    public async Task A_block_that_does_not_end_in_time_is_left_out_and_a_shorter_one_after_it_is_measured(
        int budgetS,
        int slowRounds
    )
    {
        await _machine.SuiteAsync(new() { Rounds = 2, BudgetNs = budgetS * S }, Seed, Cells);
        Assert.Equal([1, 2], _machine.KeptOf("quick").Select(record => record.Round));
        Assert.Equal(Enumerable.Range(1, slowRounds), _machine.KeptOf("slow").Select(record => record.Round));
        Assert.InRange(_clock.GetTimestamp(), 0, budgetS * S);
    }
}
