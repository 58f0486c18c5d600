using Pingmark.Model;
using Pingmark.Statistics;

namespace Pingmark.Trials;

/// <summary>Keeps the pace of a run as it is measured, and fits the blocks to come into what is left of the
/// budget.</summary>
/// <param name="budgetNs">The budget in ns; null where there is no limit.</param>
internal sealed class Pace(long? budgetNs)
{
    /// <summary>What the blocks of this round took, and what those to come should take.</summary>
    private readonly List<BlockPace> _blocks = [];

    private IReadOnlyList<ForeseenBlock> _round = [];

    /// <summary>What was expected of the first round's blocks when its first cells were warm; null in later
    /// rounds.</summary>
    private IReadOnlyList<BlockPace>? _expectedAtFirst;

    /// <summary>How long the processes of the last round took to end, without those that ended with their
    /// blocks.</summary>
    private long _endNs;

    /// <summary>Begins a round: its blocks should take what those of their scenario took in the round before. What the
    /// first round should take is foreseen, and corrected by each of its blocks.</summary>
    public void Begin(IReadOnlyList<ForeseenBlock> round)
    {
        List<BlockPace> expected = [.. ForeseenBlock.Expect(round, _round, _blocks)];
        _expectedAtFirst = _round.Count == 0 ? expected : null;
        _round = round;
        _blocks.Clear();
        _blocks.AddRange(expected);
    }

    /// <summary>Expects so much overhead of the whole first round, in ns.</summary>
    public void ExpectOverhead(long overheadNs)
    {
        var factor = (double)overheadNs / Math.Max(1, _blocks.Sum(block => block.OverheadNs));
        _expectedAtFirst = [.. _blocks.Select(block => block.Times(factor))];
        _blocks.Clear();
        _blocks.AddRange(_expectedAtFirst);
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
        var took = new BlockPace(Math.Max(0, wallNs - settings.WallNsOf(longestNs)), warmNs, longestNs);
        if (number == _blocks.Count)
            _blocks.Add(took);
        else
            _blocks[number] = took;
        Correct(number + 1);
    }

    private static long CountedNs(BlockSettings settings, Scenario scenario, double? ratePerS) =>
        ratePerS is { } rate and > 0 ? settings.CountedNs(scenario, rate) : settings.DurationNs;

    /// <summary>Corrects what is expected of the first round's blocks to come by what those before them took.</summary>
    /// <param name="next">The number of the first of them.</param>
    private void Correct(int next)
    {
        if (_expectedAtFirst is not { } expected)
            return;
        var factor =
            _blocks.Take(next).Sum(block => block.OverheadNs)
            / (double)Math.Max(1, expected.Take(next).Sum(block => block.OverheadNs));
        foreach (var number in Enumerable.Range(next, Math.Max(0, expected.Count - next)))
            _blocks[number] = expected[number].Times(factor);
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

    /// <summary>Whether enough of another round fits behind this one, if both have as few slices as a verdict
    /// needs.</summary>
    /// <param name="number">The number of the block in the first round that is warm by now, from 0.</param>
    public bool HasRoomForAnotherRound(BudgetPlan plan, long spentNs, int number)
    {
        if (budgetNs is not { } budget)
            return true;
        var least = plan.Block.WithSlices(RatioTest.FewestSlices / RatioTest.FewestRounds);
        var thisNs = _blocks.Skip(number).Sum(block => block.LongestNs.Count) * least.WallNs;
        var afterNs = _blocks.Skip(number + 1).Sum(block => block.OverheadNs);
        var anotherNs = OverheadNs + LongestNs.Count * least.WallNs;
        return thisNs + afterNs + Share * anotherNs <= (budget - spentNs) / BudgetPlan.Margin;
    }

    /// <summary>Of a single block no part is worth anything.</summary>
    private double Share => _blocks.Count == 1 ? 1 : WorthBeginning;

    /// <summary>Fits a block into what is left.</summary>
    /// <param name="ownNs">What this block still takes beside counted time.</param>
    private BlockSettings? Fit(
        BudgetPlan plan,
        long spentNs,
        int number,
        int cells,
        int roundsAfter,
        Func<BlockPace, long> ownNs
    )
    {
        if (budgetNs is not { } budget || _blocks.Count == 0)
            return plan.Block;
        var leftNs = (budget - spentNs) / BudgetPlan.Margin;
        var thisNs = _blocks.Skip(number).Take(1).Sum(ownNs) + _endNs;
        var overheadNs =
            thisNs + _blocks.Skip(number + 1).Sum(block => block.OverheadNs) + roundsAfter * (double)OverheadNs;
        var ofThisRound = _blocks.Skip(number).SelectMany(block => block.LongestNs).ToList();
        var unknown = Enumerable.Repeat(long.MaxValue, Math.Max(0, cells - ofThisRound.Count));
        var ofRoundsAfter = Enumerable.Repeat(LongestNs, roundsAfter).SelectMany(ofRound => ofRound);
        var fitted = plan.Within(leftNs - overheadNs, [.. ofThisRound, .. unknown, .. ofRoundsAfter]);
        var shortest = plan.Block.Within(0, plan.LongestNs);
        return cells * shortest.WallNs + thisNs <= leftNs ? fitted : null;
    }
}
