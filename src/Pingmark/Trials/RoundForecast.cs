using Pingmark.Model;

namespace Pingmark.Trials;

/// <summary>Foresees how long blocks of a round take, one after the other: a block pays for the processes that it
/// starts, and for the first warm-up of these.</summary>
internal sealed class RoundForecast(SuiteSettings settings, long? warmUpNs)
{
    // Measured on 2 cores: starting a cell's two workers and ending them (the JVM dominates), and warm-ups: the first
    // of fresh processes (native 0.2 to 0.4 s, a compiling runtime 1.2 to 1.7 s), and later ones.
    private const long StartNs = 300_000_000;
    private const long EndNs = 60_000_000;
    private const long FirstWarmUpNs = 1_050_000_000,
        LaterWarmUpNs = 350_000_000;
    private const long OverheadPerBlockNs = 200_000_000;

    private readonly HashSet<SideKey> _started = [];

    /// <summary>Foresees what the next block takes beside counted time; the processes of the blocks before it are
    /// up.</summary>
    public BlockForecast Foresee(Block block)
    {
        if (settings.FreshProcesses)
            _started.Clear();
        var starts = block.Cells.Sum(cell => StartsOf(cell, block));
        var endNs = (long)(starts * EndNs);
        return new(OverheadNs(starts, blocks: 1, block.Cells.Count, warmUpNs) - endNs, endNs);
    }

    /// <summary>How many pairs of processes a cell starts, from 0 to 1: of shared ones each side is half of
    /// it.</summary>
    private double StartsOf(Cell cell, Block block)
    {
        var sides = SideKeys.ForCell(cell, settings.SharesSides && cell != block.Baseline).OfProcesses;
        return sides.Count(_started.Add) / (double)sides.Count;
    }

    /// <summary>Foresees what blocks take in ns beside counted time, also until their processes have ended.</summary>
    /// <param name="starts">How many pairs of fresh processes they start.</param>
    /// <param name="sessions">How many cells they measure, a baseline once a block.</param>
    public static long OverheadNs(double starts, int blocks, int sessions, long? warmUpNs) =>
        (long)(starts * (StartNs + EndNs)) + WarmUpsNs(starts, sessions, warmUpNs) + blocks * OverheadPerBlockNs;

    /// <summary>Foresees what it takes to start so many pairs of processes, in ns.</summary>
    public static long StartsNs(double starts) => (long)(starts * StartNs);

    /// <summary>Foresees how long cells warm up, in ns.</summary>
    public static long WarmUpsNs(double starts, int sessions, long? warmUpNs)
    {
        var (first, later) = (Math.Max(FirstWarmUpNs, warmUpNs ?? 0), Math.Max(LaterWarmUpNs, warmUpNs ?? 0));
        return (long)(starts * first + (sessions - starts) * later);
    }
}

/// <summary>What a block should take beside counted time.</summary>
/// <param name="WarmNs">Until its cells are warm, in ns.</param>
/// <param name="EndNs">Until the processes have ended that it started, in ns.</param>
internal readonly record struct BlockForecast(long WarmNs, long EndNs)
{
    public long OverheadNs => WarmNs + EndNs;
}

/// <summary>How much of a first round a budget holds.</summary>
/// <param name="WholeNs">What a round of all cells takes at least, in ns.</param>
/// <param name="FirstBlockNs">What its first block takes at least, in ns.</param>
/// <param name="Cells">How many cells the budget holds; all of them where the round fits.</param>
/// <param name="IsWhole">Whether the round fits.</param>
public sealed record HeldRound(long WholeNs, long FirstBlockNs, int Cells, bool IsWhole)
{
    /// <summary>Foresees it block by block, in the order in which they are measured where not all fit.</summary>
    internal static HeldRound Foresee(
        IReadOnlyList<Block> blocks,
        SuiteSettings settings,
        BlockSettings shortest,
        long budgetNs
    )
    {
        var forecast = new RoundForecast(settings, shortest.WarmUpNs);
        var held = new HashSet<string>();
        var (wholeNs, firstNs) = (0L, 0L);
        foreach (var block in blocks)
        {
            wholeNs += forecast.Foresee(block).OverheadNs + block.Cells.Count * shortest.WallNs;
            firstNs = firstNs == 0 ? wholeNs : firstNs;
            if (wholeNs <= budgetNs)
                held.UnionWith(block.Cells.Select(cell => cell.Id));
        }
        return new(wholeNs, firstNs, held.Count, wholeNs <= budgetNs);
    }
}
