using Pingmark.Model;

namespace Pingmark.Trials;

/// <summary>Foresees how long blocks of a round take, one after the other: a block pays for the processes that it
/// starts, and for the first warm-up of these.</summary>
internal sealed class RoundForecast(SuiteSettings settings, long? warmUpNs)
{
    // Of recorded runs on 2 cores: starting a cell's two workers and ending them (the JVM dominates), and warm-ups: the
    // first of fresh processes (on average native 0.2 s, .NET 1.1 s, Java 2.2 s), and later ones. What a run's own
    // blocks take corrects it, so that these are at the lower end.
    private const long StartNs = 350_000_000;
    private const long EndNs = 60_000_000;
    private const long FirstWarmUpNs = 1_000_000_000,
        LaterWarmUpNs = 300_000_000;
    private const long OverheadPerBlockNs = 200_000_000;

    private readonly HashSet<SideKey> _started = [];

    /// <summary>Foresees how long the processes of so many pairs take to end, in ns.</summary>
    public static long EndingNs(int pairs) => pairs * EndNs;

    /// <summary>Foresees what each block of a round takes, in the order in which they are measured.</summary>
    public static IReadOnlyList<ForeseenBlock> Foresee(IEnumerable<Block> round, SuiteSettings settings, long? warmUpNs)
    {
        var forecast = new RoundForecast(settings, warmUpNs);
        return [.. round.Select(block => new ForeseenBlock(block, forecast.OverheadNs(block)))];
    }

    /// <summary>Foresees what the next block takes in ns beside counted time; the processes of the blocks before it are
    /// up.</summary>
    public long OverheadNs(Block block)
    {
        if (settings.FreshProcesses)
            _started.Clear();
        var starts = block.Cells.Sum(cell => StartsOf(cell, block));
        return OverheadNs(starts, blocks: 1, block.Cells.Count, warmUpNs);
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
    public static long OverheadNs(double starts, int blocks, int sessions, long? warmUpNs)
    {
        var (first, later) = (Math.Max(FirstWarmUpNs, warmUpNs ?? 0), Math.Max(LaterWarmUpNs, warmUpNs ?? 0));
        return (long)(starts * (StartNs + first + EndNs) + (sessions - starts) * later) + blocks * OverheadPerBlockNs;
    }
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
            wholeNs += forecast.OverheadNs(block) + block.Cells.Count * shortest.WallNs;
            firstNs = firstNs == 0 ? wholeNs : firstNs;
            if (wholeNs <= budgetNs)
                held.UnionWith(block.Cells.Select(cell => cell.Id));
        }
        return new(wholeNs, firstNs, held.Count, wholeNs <= budgetNs);
    }
}
