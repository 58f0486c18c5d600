using Pingmark.Model;
using Pingmark.Tests.Evidence;
using Pingmark.Trials;
using Xunit;

namespace Pingmark.Tests.Trials;

public class PaceTests
{
    private const long S = 1_000_000_000;

    private static readonly BlockSettings FourSeconds = new()
    {
        DurationNs = 4 * S,
        SliceNs = 50_000_000,
        Rounds = 5,
        IsBudgeted = true,
    };

    private readonly Pace _pace = new(60 * S);

    [Fact]
    public void What_is_not_counted_time_is_overhead()
    {
        _pace.AddBlock(0, 2 * FourSeconds.WallNs + 3 * S, warmNs: null, FourSeconds, [(new(), 1000), (new(), null)]);
        Assert.Equal(3 * S, _pace.OverheadNs);
        Assert.Equal([long.MaxValue, long.MaxValue], _pace.MaxCountedNs);
    }

    /// <summary>A second's worth of messages was counted, and the block was over when these were.</summary>
    [Fact]
    public void A_cell_whose_messages_are_over_has_taken_no_more_time_than_they()
    {
        var counted = new Scenario { Messages = 10_000 };
        var wallNs = (FourSeconds with { DurationNs = S }).WallNs;
        _pace.AddBlock(0, 2 * wallNs + 3 * S, warmNs: null, FourSeconds, [(counted, 10_000), (counted, 10_000)]);
        Assert.Equal(3 * S, _pace.OverheadNs);
        Assert.Equal([S, S], _pace.MaxCountedNs);
    }

    /// <summary>Rounds have their blocks in an order of their own, and a block of five cells takes longer than one of
    /// three.</summary>
    [Fact]
    public void A_block_is_foreseen_by_what_it_took_itself()
    {
        _pace.BeginRound(["a", "b", "c"]);
        _pace.AddForecast(0, 3 * S, cells: 1);
        _pace.AddForecast(1, 5 * S, cells: 3);
        _pace.AddForecast(2, 7 * S, cells: 2);
        _pace.BeginRound(["c", "a", "b"]);
        Assert.Equal(15 * S, _pace.OverheadNs);
        _pace.AddForecast(0, 0, cells: 2);
        Assert.Equal(8 * S, _pace.OverheadNs);
        _pace.BeginRound(["b", "new"]);
        Assert.Equal(5 * S, _pace.OverheadNs);
        Assert.Equal(5, _pace.MaxCountedNs.Count);
        _pace.BeginRound(["b"]);
        Assert.Equal((5 * S, 3), (_pace.OverheadNs, _pace.MaxCountedNs.Count));
    }

    [Fact]
    public void What_a_cell_leaves_that_has_had_its_messages_is_the_others()
    {
        var shared = FourSeconds.FitInto(20 * S, [S, long.MaxValue, long.MaxValue]);
        var alone = FourSeconds.FitInto((20 * S - (FourSeconds with { DurationNs = S }).WallNs) / 2.0, long.MaxValue);
        Assert.Equal(alone.DurationNs, shared.DurationNs);
        Assert.InRange(shared.TotalWallNs([S, long.MaxValue, long.MaxValue]), 19 * S, 20 * S);
        Assert.Equal(3 * S, FourSeconds.FitInto(60 * S, [S, 3 * S]).DurationNs);
    }

    [Fact]
    public void Short_cells_do_not_spend_a_budget_that_they_do_not_use()
    {
        var counted = new Scenario { Messages = 1000 };
        var plan = BudgetPlan.Create(
            new()
            {
                Name = "x",
                Cells = [],
                Settings = new()
                {
                    DurationNs = 60 * S,
                    Rounds = 5,
                    BudgetNs = 60 * S,
                },
            },
            [Trial.Cell("a", counted), Trial.Cell("b", counted)]
        );
        _pace.AddBlock(0, S, warmNs: null, FourSeconds, [(counted, 10_000), (counted, 10_000)]);
        Assert.NotNull(_pace.Fit(plan, 50 * S, 0, 2, roundsAfter: 1));
        Assert.Null(_pace.Fit(plan, 60 * S, 0, 2, roundsAfter: 1));
    }
}
