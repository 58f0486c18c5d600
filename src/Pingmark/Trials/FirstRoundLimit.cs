using Pingmark.Model;

namespace Pingmark.Trials;

/// <summary>Holds the first round of a run to its budget. What blocks should take is foreseen, and corrected by what
/// those before them took; the first block is always measured. Where the plan had room for the round, and was wrong, a
/// tenth of the budget more may be spent on it.</summary>
internal sealed class FirstRoundLimit
{
    private readonly long? _budgetNs;
    private readonly bool _isPartial;
    private readonly BlockSettings _shortest;
    private readonly IReadOnlyList<Block> _blocks;
    private readonly IReadOnlyList<BlockForecast> _foreseen;
    private long _foreseenSoFarNs;
    private long _tookSoFarNs;
    private long _foreseenWarmNs;
    private long _warmNs;

    public FirstRoundLimit(BudgetPlan plan, SuiteSettings settings, IReadOnlyList<Block> blocks)
    {
        (_budgetNs, _isPartial, _blocks) = (settings.BudgetNs, plan.IsPartial, blocks);
        _shortest = plan.Block.Within(0, plan.LongestNs);
        var forecast = new RoundForecast(settings, plan.Block.WarmUpNs);
        _foreseen = [.. blocks.Select(forecast.Foresee)];
    }

    /// <summary>How many blocks the round has.</summary>
    public int Blocks => _blocks.Count;

    /// <summary>Notes how long it took until a block's cells were warm.</summary>
    /// <param name="number">The number of the block in its round, from 0.</param>
    public void RecordWarm(int number, long tookNs)
    {
        _foreseenWarmNs += _foreseen[number].WarmNs;
        _warmNs += tookNs;
    }

    /// <summary>How many times as long as foreseen it took until cells were warm, over all blocks so far; never less
    /// than 1.</summary>
    public double Slowness => _foreseenWarmNs == 0 ? 1 : Math.Max(1, (double)_warmNs / _foreseenWarmNs);

    /// <summary>What a block should take in ns beside counted time, but for the end of its processes.</summary>
    /// <param name="number">The number of the block in its round, from 0.</param>
    public long WarmNs(int number) => (long)(Slowness * _foreseen[number].WarmNs);

    /// <summary>What it should take until all processes have ended, in ns.</summary>
    public long EndNs => _foreseen.Sum(block => block.EndNs);

    /// <summary>What a block should take in ns beside counted time that is measured again by processes that are
    /// up.</summary>
    public long AgainNs(Block block) =>
        (long)(Slowness * RoundForecast.OverheadNs(starts: 0, blocks: 1, block.Cells.Count, _shortest.WarmUpNs));

    /// <summary>Notes what a block took.</summary>
    /// <param name="number">The number of the block in its round, from 0.</param>
    /// <param name="settings">How much it counted: what is more than the least is no reason to expect more of
    /// others.</param>
    public void RecordBlock(int number, long tookNs, BlockSettings settings)
    {
        var moreNs = _blocks[number].Cells.Count * Math.Max(0, settings.WallNs - _shortest.WallNs);
        _foreseenSoFarNs += ForeseenNs(number);
        _tookSoFarNs += Math.Max(0, tookNs - moreNs);
    }

    /// <summary>Whether a block should end in time.</summary>
    public bool HasRoomFor(int number, long spentNs) =>
        number == 0 || _budgetNs is not { } budget || spentNs + ExpectedNs(number) <= (_isPartial ? 1 : Most) * budget;

    /// <summary>The time in ns after which a block is given up; null where it is measured however long it
    /// takes.</summary>
    public long? MostNs(int number, long spentNs) =>
        number == 0 || _budgetNs is not { } budget ? null : Math.Max(0, (long)(Most * budget) - spentNs);

    private const double Most = BudgetPlan.Overdraft;

    private long ForeseenNs(int number) =>
        _foreseen[number].OverheadNs + _blocks[number].Cells.Count * _shortest.WallNs;

    private double ExpectedNs(int number) =>
        ForeseenNs(number) * (_foreseenSoFarNs == 0 ? 1 : (double)_tookSoFarNs / _foreseenSoFarNs);
}
