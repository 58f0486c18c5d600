using Pingmark.Model;

namespace Pingmark.Trials;

/// <summary>The pace of a run, as measured: fits the blocks to come into what is left of the budget.</summary>
/// <param name="budgetNs">Null: no limit.</param>
internal sealed class Pace(long? budgetNs)
{
    /// <summary>Of the last round's blocks, in their order: a round's first one pays for the starts and for cold
    /// compilers.</summary>
    private readonly List<Took> _blocks = [];

    /// <summary>Of the last round's processes, beside those that ended with their blocks.</summary>
    private long _endNs;

    /// <param name="OverheadNs">What a block took beside counted time.</param>
    /// <param name="WarmNs">Of this, until all of its cells were warm; null: not known.</param>
    /// <param name="LongestNs">Counted time that each cell can use, by the rate that was measured, for a number of
    /// messages may end it.</param>
    private sealed record Took(long OverheadNs, long? WarmNs, IReadOnlyList<long> LongestNs)
    {
        public long OnceWarmNs => WarmNs is { } warm ? Math.Max(0, OverheadNs - warm) : 0;
    }

    /// <param name="number">Of the block in its round, from 0.</param>
    /// <param name="warmNs">Of its time, until all of its cells were warm; null: not known.</param>
    /// <param name="cells">With the rates that were measured; null: none was.</param>
    public void Add(
        int number,
        long wallNs,
        long? warmNs,
        BlockSettings settings,
        IReadOnlyList<(Scenario Scenario, double? RatePerS)> cells
    )
    {
        var endless = settings with { DurationNs = long.MaxValue };
        var longestNs = cells.Select(cell => CountedNs(endless, cell.Scenario, cell.RatePerS)).ToList();
        Add(number, new(Math.Max(0, wallNs - settings.WallNsOf(longestNs)), warmNs, longestNs));
    }

    private static long CountedNs(BlockSettings settings, Scenario scenario, double? ratePerS) =>
        ratePerS is { } rate and > 0 ? settings.CountedNs(scenario, rate) : settings.DurationNs;

    /// <summary>The same of a block that is not measured now.</summary>
    public void Foresee(int number, long overheadNs, int cells) =>
        Add(number, new(overheadNs, WarmNs: null, Enumerable.Repeat(long.MaxValue, cells).ToList()));

    private void Add(int number, Took took)
    {
        if (number == _blocks.Count)
            _blocks.Add(took);
        else
            _blocks[number] = took;
    }

    /// <summary>All processes of a round have ended, which took this.</summary>
    public void Ended(long tookNs) => _endNs = tookNs;

    /// <summary>Of a whole round.</summary>
    public long OverheadNs => _blocks.Sum(block => block.OverheadNs) + _endNs;

    /// <summary>Counted time that each of a whole round's cells can use, a baseline once a block.</summary>
    public IReadOnlyList<long> LongestNs => _blocks.SelectMany(block => block.LongestNs).ToList();

    /// <summary>The settings of the next block, such that it and those after it share what is left.</summary>
    /// <param name="number">Of the block in its round, from 0.</param>
    /// <param name="cells">Of this block.</param>
    /// <param name="roundsAfter">After this one.</param>
    /// <returns>Null: not even the shortest fits.</returns>
    public BlockSettings? Fit(BudgetPlan plan, long spentNs, int number, int cells, int roundsAfter) =>
        Fit(plan, spentNs, number, cells, roundsAfter, block => block.OverheadNs);

    /// <summary>The same when all of the block's cells are warm: a warm-up that took longer than the last round's
    /// takes it off what is counted, and not off the budget of others.</summary>
    /// <returns>The shortest where that does not fit either: it has cost its warm-up.</returns>
    public BlockSettings FitWarm(BudgetPlan plan, long spentNs, int number, int cells, int roundsAfter) =>
        Fit(plan, spentNs, number, cells, roundsAfter, block => block.OnceWarmNs)
        ?? plan.Block.Within(wallNs: 0, plan.LongestNs);

    /// <param name="ownNs">What this block still takes beside counted time.</param>
    private BlockSettings? Fit(
        BudgetPlan plan,
        long spentNs,
        int number,
        int cells,
        int roundsAfter,
        Func<Took, long> ownNs
    )
    {
        if (budgetNs is not { } budget || _blocks.Count == 0)
            return plan.Block;
        var leftNs = (budget - spentNs) / BudgetPlan.Margin;
        var thisNs = _blocks.Skip(number).Take(1).Sum(ownNs) + _endNs;
        var overheadNs =
            thisNs + _blocks.Skip(number + 1).Sum(block => block.OverheadNs) + roundsAfter * (double)OverheadNs;
        var ofThisRound = _blocks.Skip(number).SelectMany(block => block.LongestNs).ToList();
        // A round's blocks have other cells than those of the round before.
        var unknown = Enumerable.Repeat(long.MaxValue, Math.Max(0, cells - ofThisRound.Count));
        var ofRoundsAfter = Enumerable.Repeat(LongestNs, roundsAfter).SelectMany(ofRound => ofRound);
        var fitted = plan.Within(leftNs - overheadNs, [.. ofThisRound, .. unknown, .. ofRoundsAfter]);
        var shortest = plan.Block.Within(0, plan.LongestNs);
        return cells * shortest.WallNs + thisNs <= leftNs ? fitted : null;
    }
}
