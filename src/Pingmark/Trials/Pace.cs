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

    /// <summary>What a block took beside counted time.</summary>
    /// <param name="number">Of the block in its round, from 0.</param>
    public void Add(int number, long wallNs, BlockSettings settings, int cells)
    {
        Foresee(number, Math.Max(0, wallNs - cells * settings.WallNs), cells);
    }

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
