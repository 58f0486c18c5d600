using Pingmark.Model;

namespace Pingmark.Trials;

/// <summary>The pace of a run, as measured: fits the blocks to come into what is left of the budget.</summary>
/// <param name="budgetNs">Null: no limit.</param>
internal sealed class Pace(long? budgetNs)
{
    private double _overheadNs;
    private int _sessions;

    /// <summary>What a block took, and how much of it was counted.</summary>
    public void Add(long wallNs, BlockSettings settings, int cells)
    {
        _overheadNs += Math.Max(0, wallNs - cells * settings.WallNs);
        _sessions += cells;
    }

    public long OverheadNs => (long)_overheadNs;
    public int Sessions => _sessions;

    /// <summary>The settings of the next block, such that it and those after it share what is left.</summary>
    /// <param name="sessions">Cells of this block and of all that are still to come.</param>
    /// <returns>Null: not even the shortest fits.</returns>
    public BlockSettings? Fit(BlockSettings planned, long spentNs, int cells, int sessions)
    {
        if (budgetNs is not { } budget || _sessions == 0)
            return planned;
        var leftNs = (budget - spentNs) / BudgetPlan.Margin;
        var perSessionNs = _overheadNs / _sessions;
        var fitted = planned.Within(leftNs / sessions - perSessionNs, planned.DurationNs);
        return cells * (fitted.WallNs + perSessionNs) <= leftNs ? fitted : null;
    }
}
