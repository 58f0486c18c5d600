using Pingmark.Model;

namespace Pingmark.Trials;

/// <summary>Records what blocks take besides counted time, and fits the next ones into what is left of the budget.
/// Block numbers count from 0 in their round.</summary>
/// <param name="budgetNs">The budget; null where there is no limit.</param>
internal sealed class Pace(long? budgetNs)
{
    /// <summary>The least share of another round that is worth beginning: cells without time for it keep their one
    /// round.</summary>
    private const double MinShareOfAnotherRound = 0.5;

    /// <summary>The fewest slices of two rounds that tell more than one round with all of the time
    /// (docs/statistics.md).</summary>
    private const int MinSlicesOfTwoRounds = 6;

    /// <summary>How many times the least time each cell must get for another warm-up to be worth it.</summary>
    private const double MinRepeatFactor = 1.5;

    /// <summary>What the last round's blocks took, in order: a round's first block pays for the starts.</summary>
    private readonly List<BlockCost> _blocks = [];
    private IReadOnlyList<string> _baselines = [];

    /// <summary>How long the last round's processes took to end, except those that ended with their blocks.</summary>
    private long _endNs;

    /// <param name="OverheadNs">The time besides counted time.</param>
    /// <param name="WarmNs">The part of it until all cells were warm; null where it is not known.</param>
    /// <param name="MaxCountedNs">The counted time that each cell can use, for a number of messages may end it.</param>
    private sealed record BlockCost(long OverheadNs, long? WarmNs, IReadOnlyList<long> MaxCountedNs)
    {
        public long OverheadAfterWarmUpNs => WarmNs is { } warm ? Math.Max(0, OverheadNs - warm) : 0;
    }

    /// <summary>Adds a block that was measured.</summary>
    /// <param name="warmNs">The part of its time until all cells were warm; null where it is not known.</param>
    /// <param name="cells">The cells with their rates; null where none was measured.</param>
    public void AddBlock(
        int number,
        long wallNs,
        long? warmNs,
        BlockSettings settings,
        IReadOnlyList<(Scenario Scenario, double? RatePerS)> cells
    )
    {
        var endless = settings with { DurationNs = long.MaxValue };
        var maxCountedNs = cells
            .Select(cell => cell.RatePerS is { } rate and > 0 ? endless.CountedNs(cell.Scenario, rate) : long.MaxValue)
            .ToList();
        Set(number, new(Math.Max(0, wallNs - settings.TotalWallNs(maxCountedNs)), warmNs, maxCountedNs));
    }

    /// <summary>Adds a block that is not measured, or not yet.</summary>
    public void AddForecast(int number, long overheadNs, int cells) =>
        Set(number, new(overheadNs, WarmNs: null, Enumerable.Repeat(long.MaxValue, cells).ToList()));

    private void Set(int number, BlockCost cost)
    {
        if (number == _blocks.Count)
            _blocks.Add(cost);
        else
            _blocks[number] = cost;
    }

    /// <summary>Reorders the last round's costs for the next round's blocks. A block should cost what the one with its
    /// baseline did; new ones get the costs that are left.</summary>
    /// <param name="baselines">The baselines of the next round's blocks.</param>
    public void BeginRound(IReadOnlyList<string> baselines)
    {
        var left = _baselines.Zip(_blocks).ToList();
        _baselines = baselines;
        var known = baselines.Select(baseline => TakeCost(left, baseline)).ToList();
        var others = new Queue<BlockCost>(left.Select(one => one.Second));
        _blocks.Clear();
        _blocks.AddRange(
            known.Select(cost => cost ?? (others.TryDequeue(out var other) ? other : null)).OfType<BlockCost>()
        );
    }

    private static BlockCost? TakeCost(List<(string Baseline, BlockCost Cost)> left, string baseline)
    {
        var found = left.FindIndex(one => one.Baseline == baseline);
        if (found < 0)
            return null;
        var cost = left[found].Cost;
        left.RemoveAt(found);
        return cost;
    }

    /// <summary>Sets how long it took, or should take, until all processes of a round have ended.</summary>
    public void SetEndNs(long tookNs) => _endNs = tookNs;

    /// <summary>What a whole round takes besides counted time.</summary>
    public long OverheadNs => _blocks.Sum(block => block.OverheadNs) + _endNs;

    /// <summary>The counted time that each of a round's cells can use, a baseline once for each block.</summary>
    public IReadOnlyList<long> MaxCountedNs => _blocks.SelectMany(block => block.MaxCountedNs).ToList();

    /// <summary>The settings of the next block, such that it and those after it share what is left.</summary>
    /// <param name="cells">The number of the block's cells.</param>
    /// <param name="roundsAfter">How many rounds come after this one.</param>
    /// <returns>The settings; null where not even the shortest block fits.</returns>
    public BlockSettings? Fit(BudgetPlan plan, long spentNs, int number, int cells, int roundsAfter) =>
        Fit(plan, spentNs, number, cells, roundsAfter, block => block.OverheadNs);

    /// <summary>The settings when all of the block's cells are warm: a long warm-up shortens what is counted, not the
    /// time of other blocks.</summary>
    /// <returns>The settings; those of the shortest block where not even it fits, because it has cost its
    /// warm-up.</returns>
    public BlockSettings FitAfterWarmUp(BudgetPlan plan, long spentNs, int number, int cells, int roundsAfter) =>
        Fit(plan, spentNs, number, cells, roundsAfter, block => block.OverheadAfterWarmUpNs)
        ?? plan.Block.FitInto(wallNs: 0, plan.MaxCountedNs);

    /// <summary>Whether enough of another round fits behind this one, if both have the fewest slices.</summary>
    /// <param name="number">The block of the first round that is warm by now.</param>
    public bool HasTimeForAnotherRound(BudgetPlan plan, long spentNs, int number)
    {
        if (budgetNs is not { } budget)
            return true;
        var shortest = plan.Block.WithSlicesPerCell(MinSlicesOfTwoRounds);
        var thisNs = _blocks.Skip(number).Sum(block => block.MaxCountedNs.Count) * shortest.WallNs;
        var afterNs = _blocks.Skip(number + 1).Sum(block => block.OverheadNs);
        var anotherNs = OverheadNs + MaxCountedNs.Count * shortest.WallNs;
        // A part of a single block is worth nothing.
        var share = _blocks.Count == 1 ? 1 : MinShareOfAnotherRound;
        return thisNs + afterNs + share * anotherNs <= (budget - spentNs) / BudgetPlan.BlockTimeMargin;
    }

    /// <summary>Adds blocks that are measured once more after all others, if each cell then counts for longer than the
    /// least.</summary>
    /// <param name="number">The block of the only round that is warm by now.</param>
    /// <param name="repeats">What each repeated block should take besides counted time, and its cells.</param>
    public bool TryAddRepeats(
        BudgetPlan plan,
        long spentNs,
        int number,
        IReadOnlyList<(long OverheadNs, int Cells)> repeats
    )
    {
        var overheadNs =
            _blocks.Skip(number + 1).Sum(block => block.OverheadNs) + repeats.Sum(block => block.OverheadNs);
        var sessions = _blocks.Skip(number).Sum(block => block.MaxCountedNs.Count) + repeats.Sum(block => block.Cells);
        var leftNs = (budgetNs - spentNs) / BudgetPlan.BlockTimeMargin - _endNs - overheadNs;
        var minNs = MinRepeatFactor * sessions * plan.Block.FitInto(0, plan.MaxCountedNs).WallNs;
        if (leftNs is not { } left || left < minNs)
            return false;
        foreach (var (costNs, cells) in repeats)
            AddForecast(_blocks.Count, costNs, cells);
        return true;
    }

    /// <param name="ownOverheadNs">What this block still takes besides counted time.</param>
    private BlockSettings? Fit(
        BudgetPlan plan,
        long spentNs,
        int number,
        int cells,
        int roundsAfter,
        Func<BlockCost, long> ownOverheadNs
    )
    {
        if (budgetNs is not { } budget || _blocks.Count == 0)
            return plan.Block;
        var leftNs = (budget - spentNs) / BudgetPlan.BlockTimeMargin;
        var thisNs = _blocks.Skip(number).Take(1).Sum(ownOverheadNs) + _endNs;
        var shortest = plan.Block.FitInto(0, plan.MaxCountedNs);
        var shortestNs = thisNs + cells * shortest.WallNs;
        var after = roundsAfter > 0 ? _blocks.Skip(number + 1).ToList() : FindFittingBlocks();
        var overheadNs = thisNs + after.Sum(block => block.OverheadNs) + roundsAfter * (double)OverheadNs;
        var thisRound = _blocks.Skip(number).Take(1).Concat(after).SelectMany(block => block.MaxCountedNs).ToList();
        // A round's blocks have other cells than those of the round before.
        var unknown = Enumerable.Repeat(long.MaxValue, Math.Max(0, cells - thisRound.Count));
        var laterRounds = Enumerable.Repeat(MaxCountedNs, roundsAfter).SelectMany(round => round);
        var fitted = plan.FitInto(leftNs - overheadNs, [.. thisRound, .. unknown, .. laterRounds]);
        return shortestNs <= leftNs ? fitted : null;

        // A block that was measured before, and does not fit any more, leaves its time to the others.
        List<BlockCost> FindFittingBlocks()
        {
            var fitting = new List<BlockCost>();
            var restNs = leftNs - shortestNs;
            foreach (var later in _blocks.Skip(number + 1))
            {
                var costNs = later.OverheadNs + later.MaxCountedNs.Count * shortest.WallNs;
                if (later.WarmNs is not null && costNs > restNs)
                    continue;
                restNs -= costNs;
                fitting.Add(later);
            }
            return fitting;
        }
    }
}
