using Pingmark.Model;

namespace Pingmark.Trials;

/// <summary>The pace of a run, as measured: fits the blocks to come into what is left of the budget.</summary>
/// <param name="budgetNs">Null: no limit.</param>
internal sealed class Pace(long? budgetNs)
{
    /// <summary>Of the last round's blocks, in their order: a round's first one pays for the starts and for cold
    /// compilers.</summary>
    private readonly List<double> _overheadNs = [];

    /// <summary>Of the same blocks' cells: counted time that each can use, by the rate that was measured, for a number
    /// of messages may end it.</summary>
    private readonly List<IReadOnlyList<long>> _longestNs = [];

    /// <summary>What a block took beside counted time.</summary>
    /// <param name="number">Of the block in its round, from 0.</param>
    /// <param name="cells">With the rates that were measured; null: none was.</param>
    public void Add(
        int number,
        long wallNs,
        BlockSettings settings,
        IReadOnlyList<(Scenario Scenario, double? RatePerS)> cells
    )
    {
        var endless = settings with { DurationNs = long.MaxValue };
        var longestNs = cells.Select(cell => CountedNs(endless, cell.Scenario, cell.RatePerS)).ToList();
        Foresee(number, Math.Max(0, wallNs - settings.WallNsOf(longestNs)), longestNs);
    }

    private static long CountedNs(BlockSettings settings, Scenario scenario, double? ratePerS) =>
        ratePerS is { } rate and > 0 ? settings.CountedNs(scenario, rate) : settings.DurationNs;

    /// <summary>The same of a block that is not measured now.</summary>
    public void Foresee(int number, long overheadNs, int cells) =>
        Foresee(number, overheadNs, Enumerable.Repeat(long.MaxValue, cells).ToList());

    private void Foresee(int number, long overheadNs, IReadOnlyList<long> longestNs)
    {
        if (number == _overheadNs.Count)
        {
            _overheadNs.Add(0);
            _longestNs.Add([]);
        }
        _overheadNs[number] = overheadNs;
        _longestNs[number] = longestNs;
    }

    /// <summary>Of a whole round.</summary>
    public long OverheadNs => (long)_overheadNs.Sum();

    /// <summary>Counted time that each of a whole round's cells can use, a baseline once a block.</summary>
    public IReadOnlyList<long> LongestNs => _longestNs.SelectMany(ofCells => ofCells).ToList();

    /// <summary>The settings of the next block, such that it and those after it share what is left.</summary>
    /// <param name="number">Of the block in its round, from 0.</param>
    /// <param name="cells">Of this block.</param>
    /// <param name="roundsAfter">After this one.</param>
    /// <returns>Null: not even the shortest fits.</returns>
    public BlockSettings? Fit(BudgetPlan plan, long spentNs, int number, int cells, int roundsAfter)
    {
        if (budgetNs is not { } budget || _overheadNs.Count == 0)
            return plan.Block;
        var leftNs = (budget - spentNs) / BudgetPlan.Margin;
        var overheadNs = _overheadNs.Skip(number).Sum() + roundsAfter * (double)OverheadNs;
        var ofThisRound = _longestNs.Skip(number).SelectMany(ofCells => ofCells).ToList();
        // A round's blocks have other cells than those of the round before.
        var unknown = Enumerable.Repeat(long.MaxValue, Math.Max(0, cells - ofThisRound.Count));
        var ofRoundsAfter = Enumerable.Repeat(LongestNs, roundsAfter).SelectMany(ofRound => ofRound);
        var fitted = plan.Within(leftNs - overheadNs, [.. ofThisRound, .. unknown, .. ofRoundsAfter]);
        var shortest = plan.Block.Within(0, plan.LongestNs);
        return cells * shortest.WallNs + _overheadNs.ElementAtOrDefault(number) <= leftNs ? fitted : null;
    }
}
