using Pingmark.Model;

namespace Pingmark.Trials;

/// <summary>The pace of a run, as measured: fits the blocks to come into what is left of the budget.</summary>
/// <param name="budgetNs">Null: no limit.</param>
internal sealed class Pace(long? budgetNs)
{
    /// <summary>Of the last round's blocks, in their order: a round's first one pays for the starts and for cold
    /// compilers.</summary>
    private readonly List<double> _overheadNs = [];
    private readonly List<int> _sessions = [];

    private long? _longestNs;

    /// <summary>Counted time that the cell with the most can use, by the rates that were measured: a number of messages
    /// may end all of them.</summary>
    public long LongestNs => _longestNs ?? long.MaxValue;

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
        var wallNsOfCells = cells.Sum(cell =>
            (settings with { DurationNs = CountedNs(settings, cell.Scenario, cell.RatePerS) }).WallNs
        );
        Foresee(number, Math.Max(0, wallNs - wallNsOfCells), cells.Count);
        var endless = settings with { DurationNs = long.MaxValue };
        _longestNs = Math.Max(_longestNs ?? 0, cells.Max(cell => CountedNs(endless, cell.Scenario, cell.RatePerS)));
    }

    private static long CountedNs(BlockSettings settings, Scenario scenario, double? ratePerS) =>
        ratePerS is { } rate and > 0 ? settings.CountedNs(scenario, rate) : settings.DurationNs;

    /// <summary>The same of a block that is not measured now.</summary>
    public void Foresee(int number, long overheadNs, int cells)
    {
        if (number == _overheadNs.Count)
        {
            _overheadNs.Add(0);
            _sessions.Add(0);
        }
        _overheadNs[number] = overheadNs;
        _sessions[number] = cells;
    }

    /// <summary>Of a whole round.</summary>
    public long OverheadNs => (long)_overheadNs.Sum();
    public int Sessions => _sessions.Sum();

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
        var sessions = Math.Max(cells, _sessions.Skip(number).Sum() + roundsAfter * Sessions);
        var fitted = plan.Block.Within((leftNs - overheadNs) / sessions, plan.LongestNs);
        return cells * fitted.WallNs + _overheadNs.ElementAtOrDefault(number) <= leftNs ? fitted : null;
    }
}
