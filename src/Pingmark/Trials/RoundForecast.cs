using Pingmark.Model;

namespace Pingmark.Trials;

/// <summary>Forecasts how long blocks of a round take, one after the other. A block pays for the processes that it
/// starts, and for their first warm-up.</summary>
internal sealed class RoundForecast(SuiteSettings settings, long? warmUpNs)
{
    // Measured on 2 cores: starting and ending a cell's two workers (the JVM dominates); the first warm-up of fresh
    // processes (native 0.2 to 0.4 s, a compiling runtime 1.2 to 1.7 s), and later ones.
    private const long StartNs = 300_000_000,
        EndNs = 60_000_000,
        FirstWarmUpNs = 1_050_000_000,
        LaterWarmUpNs = 350_000_000,
        OverheadPerBlockNs = 200_000_000;

    private readonly HashSet<SideKey> _started = [];

    /// <summary>Forecasts the next block; the processes of the blocks before it are up.</summary>
    public BlockForecast ForecastNext(Block block)
    {
        if (settings.FreshProcesses)
            _started.Clear();
        var starts = block.Cells.Sum(cell => CountStarts(cell, block));
        var endNs = (long)(starts * EndNs);
        return new(OverheadNs(starts, blocks: 1, block.Cells.Count, warmUpNs) - endNs, endNs);
    }

    /// <summary>The pairs of processes that a cell starts, from 0 to 1; a shared side is half a pair.</summary>
    private double CountStarts(Cell cell, Block block)
    {
        var sides = SideKeys.ForCell(cell, settings.SharesSides && cell != block.Baseline).ByProcess;
        return sides.Count(_started.Add) / (double)sides.Count;
    }

    /// <summary>The time that blocks take besides counted time, until their processes have ended.</summary>
    /// <param name="starts">The pairs of fresh processes.</param>
    /// <param name="sessions">The measured cells, a baseline once for each block.</param>
    public static long OverheadNs(double starts, int blocks, int sessions, long? warmUpNs) =>
        (long)(starts * (StartNs + EndNs)) + WarmUpsNs(starts, sessions, warmUpNs) + blocks * OverheadPerBlockNs;

    public static long StartsNs(double starts) => (long)(starts * StartNs);

    public static long WarmUpsNs(double starts, int sessions, long? warmUpNs)
    {
        var (first, later) = (Math.Max(FirstWarmUpNs, warmUpNs ?? 0), Math.Max(LaterWarmUpNs, warmUpNs ?? 0));
        return (long)(starts * first + (sessions - starts) * later);
    }
}

/// <summary>What a block should take besides counted time.</summary>
/// <param name="WarmUpNs">Until its cells are warm.</param>
/// <param name="EndNs">Until the processes that it started have ended.</param>
internal readonly record struct BlockForecast(long WarmUpNs, long EndNs)
{
    public long OverheadNs => WarmUpNs + EndNs;
}

/// <summary>How much of a first round fits into a budget.</summary>
/// <param name="RoundNs">The least time of a round of all cells.</param>
/// <param name="FirstBlockNs">The least time of its first block.</param>
/// <param name="Cells">The number of cells that fit.</param>
/// <param name="IsWhole">Whether all fit.</param>
public sealed record FirstRoundFit(long RoundNs, long FirstBlockNs, int Cells, bool IsWhole)
{
    /// <param name="blocks">The blocks in the order in which they are measured where not all fit.</param>
    internal static FirstRoundFit Forecast(
        IReadOnlyList<Block> blocks,
        SuiteSettings settings,
        BlockSettings shortest,
        long budgetNs
    )
    {
        var forecast = new RoundForecast(settings, shortest.WarmUpNs);
        var fitting = new HashSet<string>();
        var (roundNs, firstNs) = (0L, 0L);
        foreach (var block in blocks)
        {
            roundNs += forecast.ForecastNext(block).OverheadNs + block.Cells.Count * shortest.WallNs;
            firstNs = firstNs == 0 ? roundNs : firstNs;
            if (roundNs <= budgetNs)
                fitting.UnionWith(block.Cells.Select(cell => cell.Id));
        }
        return new(roundNs, firstNs, fitting.Count, roundNs <= budgetNs);
    }
}

/// <summary>Limits the first round of a run to its budget. The forecast of each block is corrected by how long those
/// before it took. The first block is always measured, and a round that should have fitted may take a tenth
/// more.</summary>
internal sealed class FirstRoundLimit
{
    private const double Overdraft = 1.1;

    private readonly long? _budgetNs;
    private readonly bool _isPartial;
    private readonly BlockSettings _shortest;
    private readonly IReadOnlyList<Block> _blocks;
    private readonly IReadOnlyList<BlockForecast> _forecasts;
    private long _blocksForecastNs;
    private long _blocksTookNs;
    private long _warmUpsForecastNs;
    private long _warmUpsTookNs;

    public FirstRoundLimit(BudgetPlan plan, SuiteSettings settings, IReadOnlyList<Block> blocks)
    {
        (_budgetNs, _isPartial, _blocks) = (settings.BudgetNs, plan.IsPartial, blocks);
        _shortest = plan.Block.FitInto(0, plan.MaxCountedNs);
        var forecast = new RoundForecast(settings, plan.Block.WarmUpNs);
        _forecasts = [.. blocks.Select(forecast.ForecastNext)];
    }

    /// <param name="number">The number of the block in its round, from 0.</param>
    /// <param name="tookNs">How long it took until the block's cells were warm.</param>
    public void AddWarmUp(int number, long tookNs)
    {
        _warmUpsForecastNs += _forecasts[number].WarmUpNs;
        _warmUpsTookNs += tookNs;
    }

    /// <summary>How many times as long as forecast it took until cells were warm; 1 at least.</summary>
    public double Slowness => _warmUpsForecastNs == 0 ? 1 : Math.Max(1, (double)_warmUpsTookNs / _warmUpsForecastNs);

    /// <summary>What a block should take until its cells are warm.</summary>
    public long ForecastWarmUpNs(int number) => (long)(Slowness * _forecasts[number].WarmUpNs);

    /// <summary>What it should take until all processes have ended.</summary>
    public long EndNs => _forecasts.Sum(block => block.EndNs);

    /// <summary>What a block should take besides counted time that is measured again by the same processes.</summary>
    public long RepeatOverheadNs(Block block) =>
        (long)(Slowness * RoundForecast.OverheadNs(starts: 0, blocks: 1, block.Cells.Count, _shortest.WarmUpNs));

    /// <param name="number">The number of the block in its round, from 0.</param>
    /// <param name="settings">How much it counted; counting more than the least says nothing of other blocks.</param>
    public void AddBlock(int number, long tookNs, BlockSettings settings)
    {
        var extraNs = _blocks[number].Cells.Count * Math.Max(0, settings.WallNs - _shortest.WallNs);
        _blocksForecastNs += ForecastNs(number);
        _blocksTookNs += Math.Max(0, tookNs - extraNs);
    }

    /// <summary>Whether a block should end in time.</summary>
    public bool HasTimeFor(int number, long spentNs) =>
        number == 0
        || _budgetNs is not { } budget
        || spentNs + CorrectedForecastNs(number) <= (_isPartial ? 1 : Overdraft) * budget;

    /// <summary>The time after which a block is given up; null where it is measured however long it takes.</summary>
    public long? MaxNs(int number, long spentNs) =>
        number == 0 || _budgetNs is not { } budget ? null : Math.Max(0, (long)(Overdraft * budget) - spentNs);

    private long ForecastNs(int number) =>
        _forecasts[number].OverheadNs + _blocks[number].Cells.Count * _shortest.WallNs;

    private double CorrectedForecastNs(int number) =>
        ForecastNs(number) * (_blocksForecastNs == 0 ? 1 : (double)_blocksTookNs / _blocksForecastNs);
}
