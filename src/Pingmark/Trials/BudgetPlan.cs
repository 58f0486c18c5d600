using Pingmark.Suites;

namespace Pingmark.Trials;

/// <summary>
/// Foresees how long a run takes, and shortens it to a budget: to five rounds, then the counted time per cell and round, down to what slices and tails need; then
/// the rounds again. Five rounds are worth more than time within a round, for they are the unit of replication.
/// </summary>
public sealed record BudgetPlan(BlockSettings Block, int Rounds, long EstimateNs)
{
    /// <summary>Fewer rounds than this make wide intervals; a run that has fewer says so.</summary>
    public const int EnoughRounds = 5;

    // Measured on 2 cores: starting and connecting a cell's two workers (the JVM dominates), and ending a block.
    private const long StartNs = 160_000_000;
    private const long OverheadPerBlockNs = 300_000_000;
    private const long TypicalWarmUpNs = 650_000_000;
    private const double SettleShare = 1.1;
    private const long MostForMessagesNs = 60_000_000_000;
    private const long ShortestDurationNs = 300_000_000;

    public static BudgetPlan Of(Suite suite, IReadOnlyList<Cell> cells)
    {
        var settings = suite.Settings with { DurationNs = Foreseen(suite.Settings, cells) };
        var full = Plan(cells, settings, settings.DurationNs, settings.Rounds, settings.WarmUpNs);
        if (settings.BudgetNs is not { } budget || full.EstimateNs <= budget)
            return full;
        var rounds = Math.Min(settings.Rounds, EnoughRounds);
        var perRound = budget / rounds;
        var (blocks, sessions) = Count(cells, settings.SliceNs);
        // A fixed warm-up keeps its share of the time; a detected one is as long as it must be.
        var forCells = perRound - blocks * OverheadPerBlockNs - sessions * StartNs;
        var counted = settings.WarmUpNs is { } warmUp
            ? (long)(forCells / sessions * (double)settings.DurationNs / (settings.DurationNs + warmUp) / SettleShare)
            : (long)((forCells / sessions - TypicalWarmUpNs) / SettleShare);
        var duration = Math.Clamp(counted, Math.Min(ShortestDurationNs, settings.DurationNs), settings.DurationNs);
        var scaledWarmUp = settings.WarmUpNs is { } fixedNs ? Math.Min(fixedNs, Math.Max(200_000_000, (long)(fixedNs * ((double)duration / settings.DurationNs)))) : (long?)null;
        var planned = Plan(cells, settings, duration, rounds, scaledWarmUp);
        if (planned.EstimateNs <= budget)
            return planned;
        // Not even the shortest rounds fit. Tails, which need a second over all rounds, are planned for those foreseen; a machine that is faster may do more.
        var foreseen = rounds;
        while (foreseen > 1 && Plan(cells, settings, duration, foreseen, scaledWarmUp).EstimateNs > budget)
            foreseen--;
        return Plan(cells, settings, duration, foreseen, scaledWarmUp) with { Rounds = rounds, EstimateNs = budget };
    }

    /// <summary>How long a number of messages takes is known only when they flow: within a budget they may have as much time as there is.</summary>
    private static long Foreseen(SuiteSettings settings, IReadOnlyList<Cell> cells) =>
        settings.BudgetNs is not null && cells.Any(c => c.Scenario.Messages is not null) ? Math.Max(settings.DurationNs, MostForMessagesNs) : settings.DurationNs;

    private static BudgetPlan Plan(IReadOnlyList<Cell> cells, SuiteSettings settings, long durationNs, int rounds, long? warmUpNs)
    {
        var block = new BlockSettings { DurationNs = durationNs, SliceNs = settings.SliceNs, WarmUpNs = warmUpNs, Rounds = rounds, IsBudgeted = settings.BudgetNs is not null };
        var (blocks, sessions) = Count(cells, settings.SliceNs);
        var perSession = StartNs + (warmUpNs ?? TypicalWarmUpNs) + (long)(Math.Max(durationNs, block.LeastCountedNs) * SettleShare);
        return new(block, rounds, rounds * (blocks * OverheadPerBlockNs + sessions * perSession));
    }

    /// <summary>Blocks and cell sessions (a baseline counts in each of its blocks) of one round.</summary>
    private static (int Blocks, int Sessions) Count(IReadOnlyList<Cell> cells, long sliceNs)
    {
        var round = new RunPlan(cells).Round(1, sliceNs, new Random(0));
        return (round.Count, round.Sum(b => b.Cells.Count));
    }
}
