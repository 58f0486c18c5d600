using Pingmark.Model;

namespace Pingmark.Trials;

/// <summary>Keeps the pace of a run as it is measured, and fits the blocks to come into what is left of the
/// budget.</summary>
/// <param name="budgetNs">The budget in ns; null where there is no limit.</param>
internal sealed class Pace(long? budgetNs)
{
    /// <summary>What the last round's blocks took, in their order: a round's first block pays for the starts and for
    /// cold compilers.</summary>
    private readonly List<Took> _blocks = [];

    /// <summary>The baselines of the last round's blocks.</summary>
    private IReadOnlyList<string> _baselines = [];

    /// <summary>How long the processes of the last round took to end, without those that ended with their
    /// blocks.</summary>
    private long _endNs;

    /// <summary>What a block took.</summary>
    /// <param name="OverheadNs">What the block took beside counted time.</param>
    /// <param name="WarmNs">The part of it until all of its cells were warm; null where it is not known.</param>
    /// <param name="LongestNs">The counted time that each cell can use, by the rate that was measured, for a number of
    /// messages may end it.</param>
    private sealed record Took(long OverheadNs, long? WarmNs, IReadOnlyList<long> LongestNs)
    {
        public long OnceWarmNs => WarmNs is { } warm ? Math.Max(0, OverheadNs - warm) : 0;
    }

    /// <summary>Adds a block that was measured.</summary>
    /// <param name="number">The number of the block in its round, from 0.</param>
    /// <param name="warmNs">The part of its time until all of its cells were warm; null where it is not known.</param>
    /// <param name="cells">The cells with the rates that were measured; null where none was measured.</param>
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

    /// <summary>Adds a block that is not measured.</summary>
    public void Foresee(int number, long overheadNs, int cells) =>
        Add(number, new(overheadNs, WarmNs: null, Enumerable.Repeat(long.MaxValue, cells).ToList()));

    private void Add(int number, Took took)
    {
        if (number == _blocks.Count)
            _blocks.Add(took);
        else
            _blocks[number] = took;
    }

    /// <summary>Is told the blocks of the next round, and puts what those of the last one took into their order. A
    /// block takes what the one with its baseline took, and what is new takes what the others leave.</summary>
    /// <param name="baselines">The baselines of the blocks.</param>
    public void BeginRound(IReadOnlyList<string> baselines)
    {
        var left = _baselines.Zip(_blocks).ToList();
        _baselines = baselines;
        var known = baselines.Select(baseline => TakeOf(left, baseline)).ToList();
        var others = new Queue<Took>(left.Select(one => one.Second));
        _blocks.Clear();
        _blocks.AddRange(
            known.Select(took => took ?? (others.TryDequeue(out var other) ? other : null)).OfType<Took>()
        );
    }

    private static Took? TakeOf(List<(string Baseline, Took Took)> left, string baseline)
    {
        var found = left.FindIndex(one => one.Baseline == baseline);
        if (found < 0)
            return null;
        var took = left[found].Took;
        left.RemoveAt(found);
        return took;
    }

    /// <summary>Is told how long it took until all processes of a round had ended.</summary>
    public void RecordEnd(long tookNs) => _endNs = tookNs;

    /// <summary>What a whole round takes beside counted time, in ns.</summary>
    public long OverheadNs => _blocks.Sum(block => block.OverheadNs) + _endNs;

    /// <summary>The counted time that each of a whole round's cells can use, a baseline once a block.</summary>
    public IReadOnlyList<long> LongestNs => _blocks.SelectMany(block => block.LongestNs).ToList();

    /// <summary>Makes the settings of the next block, such that it and those after it share what is left.</summary>
    /// <param name="number">The number of the block in its round, from 0.</param>
    /// <param name="cells">How many cells the block has.</param>
    /// <param name="roundsAfter">How many rounds come after this one.</param>
    /// <returns>The settings; null where not even the shortest block fits.</returns>
    public BlockSettings? Fit(BudgetPlan plan, long spentNs, int number, int cells, int roundsAfter) =>
        Fit(plan, spentNs, number, cells, roundsAfter, block => block.OverheadNs);

    /// <summary>Makes the settings when all of the block's cells are warm: a warm-up that took longer than the last
    /// round's takes it off what is counted, and not off the budget of others.</summary>
    /// <returns>The settings; those of the shortest block where that does not fit either, because it has cost its
    /// warm-up.</returns>
    public BlockSettings FitWarm(BudgetPlan plan, long spentNs, int number, int cells, int roundsAfter) =>
        Fit(plan, spentNs, number, cells, roundsAfter, block => block.OnceWarmNs)
        ?? plan.Block.Within(wallNs: 0, plan.LongestNs);

    /// <summary>The least share of another round that makes it worth to begin it: cells that it has no time for keep
    /// their one round, and the others have a verdict.</summary>
    private const double WorthBeginning = 0.5;

    /// <summary>Whether enough of another round fits behind this one, if both have the fewest slices.</summary>
    /// <param name="number">The number of the block in the first round that is warm by now, from 0.</param>
    public bool HasRoomForAnotherRound(BudgetPlan plan, long spentNs, int number)
    {
        if (budgetNs is not { } budget)
            return true;
        var least = plan.Block.WithSlices(SlicesWorthARound);
        var thisNs = _blocks.Skip(number).Sum(block => block.LongestNs.Count) * least.WallNs;
        var afterNs = _blocks.Skip(number + 1).Sum(block => block.OverheadNs);
        var anotherNs = OverheadNs + LongestNs.Count * least.WallNs;
        return thisNs + afterNs + Share * anotherNs <= (budget - spentNs) / BudgetPlan.Margin;
    }

    /// <summary>The fewest slices of each of two rounds that tell more than one round with all of the time
    /// (docs/statistics.md).</summary>
    private const int SlicesWorthARound = 6;

    /// <summary>Of a single block no part is worth anything.</summary>
    private double Share => _blocks.Count == 1 ? 1 : WorthBeginning;

    /// <summary>Adds blocks that are measured again behind all others, where the time for their warm-ups is worth it:
    /// each cell gets so much of what is left that it counts more than the least.</summary>
    /// <param name="number">The number of the block in the only round that is warm by now, from 0.</param>
    /// <param name="again">What each of the blocks should take beside counted time, and its cells.</param>
    /// <returns>False where they are not worth it, and none is added.</returns>
    public bool ReturnsTo(BudgetPlan plan, long spentNs, int number, IReadOnlyList<(long OverheadNs, int Cells)> again)
    {
        var overheadNs = _blocks.Skip(number + 1).Sum(block => block.OverheadNs) + again.Sum(block => block.OverheadNs);
        var turns = _blocks.Skip(number).Sum(block => block.LongestNs.Count) + again.Sum(block => block.Cells);
        var leftNs = (budgetNs - spentNs) / BudgetPlan.Margin - _endNs - overheadNs;
        if (leftNs is not { } left || left < WorthReturning * turns * plan.Block.Within(0, plan.LongestNs).WallNs)
            return false;
        foreach (var (takesNs, cells) in again)
            Foresee(_blocks.Count, takesNs, cells);
        return true;
    }

    /// <summary>How many times the least time each cell must get.</summary>
    private const double WorthReturning = 1.5;

    /// <summary>Fits a block into what is left.</summary>
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
        var shortest = plan.Block.Within(0, plan.LongestNs);
        var after = roundsAfter > 0 ? _blocks.Skip(number + 1).ToList() : After();
        var overheadNs = thisNs + after.Sum(block => block.OverheadNs) + roundsAfter * (double)OverheadNs;
        var ofThisRound = _blocks.Skip(number).Take(1).Concat(after).SelectMany(block => block.LongestNs).ToList();
        // A round's blocks have other cells than those of the round before.
        var unknown = Enumerable.Repeat(long.MaxValue, Math.Max(0, cells - ofThisRound.Count));
        var ofRoundsAfter = Enumerable.Repeat(LongestNs, roundsAfter).SelectMany(ofRound => ofRound);
        var fitted = plan.Within(leftNs - overheadNs, [.. ofThisRound, .. unknown, .. ofRoundsAfter]);
        return cells * shortest.WallNs + thisNs <= leftNs ? fitted : null;

        // A block that was measured before, and does not fit any more, leaves its time to the others.
        List<Took> After()
        {
            var fitting = new List<Took>();
            var restNs = leftNs - thisNs - cells * shortest.WallNs;
            foreach (var later in _blocks.Skip(number + 1))
            {
                var takesNs = later.OverheadNs + later.LongestNs.Count * shortest.WallNs;
                if (later.WarmNs is not null && takesNs > restNs)
                    continue;
                restNs -= takesNs;
                fitting.Add(later);
            }
            return fitting;
        }
    }
}
