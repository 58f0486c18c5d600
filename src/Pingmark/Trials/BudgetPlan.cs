using MathNet.Numerics.Distributions;
using Pingmark.Model;
using Pingmark.Statistics;

namespace Pingmark.Trials;

/// <summary>
/// Foresees how long a run takes, and shortens it to a budget: at least five rounds, then as many as make the narrowest
/// intervals, each with the counted time per cell that is left, down to what slices and tails need. The first round
/// shows how long a round takes in truth, and the rest is planned anew.
/// </summary>
public sealed record BudgetPlan(BlockSettings Block, int Rounds, long EstimateNs)
{
    /// <summary>Blocks of a run differ: those with a JVM take longer.</summary>
    public const double Margin = 1.05;

    // Measured on 2 cores: starting and connecting a cell's two workers (the JVM dominates), and ending a block.
    private const long StartNs = 160_000_000;
    private const long OverheadPerBlockNs = 300_000_000;
    private const long TypicalWarmUpNs = 650_000_000;
    private const double SettleShare = 1.1;
    private const long MostForMessagesNs = 60_000_000_000;
    private const long ShortestDurationNs = 300_000_000;

    /// <summary>Measured on shared machines: with so much counted time a ratio varies as much within a round as between
    /// rounds.</summary>
    private const double EvenNoiseNs = 500_000_000;

    private long LongestNs { get; init; }
    private long? BudgetNs { get; init; }
    private int MostRounds { get; init; }

    public static BudgetPlan Of(Suite suite, IReadOnlyList<Cell> cells)
    {
        var settings = suite.Settings with { DurationNs = Foreseen(suite.Settings, cells) };
        return Shortened(settings, cells) with
        {
            LongestNs = settings.DurationNs,
            BudgetNs = settings.BudgetNs,
            MostRounds = settings.Rounds,
        };
    }

    private static BudgetPlan Shortened(SuiteSettings settings, IReadOnlyList<Cell> cells)
    {
        var full = Plan(cells, settings, settings.DurationNs, settings.Rounds, settings.WarmUpNs);
        if (settings.BudgetNs is not { } budget || full.EstimateNs <= budget)
            return full;
        var enough = Math.Min(settings.Rounds, ConfidenceInterval.EnoughRounds);
        if (
            MostPrecise(
                Enumerable
                    .Range(enough, settings.Rounds - enough + 1)
                    .Select(Within)
                    .Where(plan => plan.EstimateNs <= budget)
            ) is
            { } fitting
        )
            return fitting;
        // Not even the shortest rounds fit. Tails, which need a second over all rounds, are planned for those foreseen;
        // a machine that is faster may do more.
        var foreseen =
            Enumerable.Range(1, enough).Reverse().Select(Within).FirstOrDefault(plan => plan.EstimateNs <= budget)
            ?? Within(1);
        return foreseen with { Rounds = enough, EstimateNs = Math.Max(budget, foreseen.EstimateNs) };

        BudgetPlan Within(int rounds)
        {
            var perRound = budget / rounds;
            var (blocks, sessions) = Count(cells, settings.SliceNs);
            // A fixed warm-up keeps its share of the time; a detected one is as long as it must be.
            var forCells = perRound - blocks * OverheadPerBlockNs - sessions * StartNs;
            var counted = settings.WarmUpNs is { } warmUp
                ? (long)(
                    forCells / sessions * (double)settings.DurationNs / (settings.DurationNs + warmUp) / SettleShare
                )
                : (long)((forCells / sessions - TypicalWarmUpNs) / SettleShare);
            var duration = Math.Clamp(counted, Math.Min(ShortestDurationNs, settings.DurationNs), settings.DurationNs);
            var scaledWarmUp = settings.WarmUpNs is { } fixedNs
                ? Math.Min(fixedNs, Math.Max(200_000_000, (long)(fixedNs * ((double)duration / settings.DurationNs))))
                : (long?)null;
            return Plan(cells, settings, duration, rounds, scaledWarmUp);
        }
    }

    /// <summary>After a round: after the first as many more as its pace allows, and always such that they share the
    /// time that is left.</summary>
    /// <param name="round">The round that ended.</param>
    /// <param name="spentNs">Since the run began.</param>
    /// <param name="roundNs">How long this round took.</param>
    /// <param name="sessions">Cells measured in it, a baseline once a block.</param>
    public BudgetPlan After(int round, long spentNs, long roundNs, int sessions)
    {
        if (BudgetNs is not { } budget || round >= Rounds)
            return this;
        var leftNs = (budget - spentNs) / Margin;
        var overheadNs = Math.Max(
            0,
            roundNs - sessions * SettleShare * Math.Max(Block.DurationNs, Block.LeastCountedNs)
        );
        var shortestNs = Math.Min(Math.Min(ShortestDurationNs, Block.DurationNs), LongestNs);
        var more = round > 1 ? [With(Rounds - round)] : Enumerable.Range(1, MostRounds - 1).Select(With).ToList();
        var fitting = more.Where(plan => plan.Block.DurationNs >= shortestNs).ToList();
        var planned =
            MostPrecise(fitting.Where(plan => plan.Rounds >= ConfidenceInterval.EnoughRounds))
            ?? fitting.LastOrDefault()
            ?? more[0];
        return planned with
        {
            Block = planned.Block with { DurationNs = Math.Clamp(planned.Block.DurationNs, shortestNs, LongestNs) },
        };

        BudgetPlan With(int rounds) =>
            this with
            {
                Rounds = round + rounds,
                Block = Block with
                {
                    Rounds = round + rounds,
                    DurationNs = (long)Math.Min(LongestNs, (leftNs / rounds - overheadNs) / (sessions * SettleShare)),
                },
            };
    }

    /// <summary>The smallest half-width of Student's interval, of a mean of so many rounds whose variance is partly
    /// that within rounds.</summary>
    private static BudgetPlan? MostPrecise(IEnumerable<BudgetPlan> plans) =>
        plans.MinBy(plan =>
            plan.Rounds < 2
                ? double.PositiveInfinity
                : StudentT.InvCDF(0, 1, plan.Rounds - 1, 0.975)
                    * Math.Sqrt((1 + EvenNoiseNs / plan.Block.DurationNs) / plan.Rounds)
        );

    /// <summary>How long a number of messages takes is known only when they flow: within a budget they may have as much
    /// time as there is.</summary>
    private static long Foreseen(SuiteSettings settings, IReadOnlyList<Cell> cells) =>
        settings.BudgetNs is not null && cells.Any(c => c.Scenario.Messages is not null)
            ? Math.Max(settings.DurationNs, MostForMessagesNs)
            : settings.DurationNs;

    private static BudgetPlan Plan(
        IReadOnlyList<Cell> cells,
        SuiteSettings settings,
        long durationNs,
        int rounds,
        long? warmUpNs
    )
    {
        var block = new BlockSettings
        {
            DurationNs = durationNs,
            SliceNs = settings.SliceNs,
            WarmUpNs = warmUpNs,
            Rounds = rounds,
            IsBudgeted = settings.BudgetNs is not null,
        };
        var (blocks, sessions) = Count(cells, settings.SliceNs);
        var perSession =
            StartNs + (warmUpNs ?? TypicalWarmUpNs) + (long)(Math.Max(durationNs, block.LeastCountedNs) * SettleShare);
        return new(block, rounds, rounds * (blocks * OverheadPerBlockNs + sessions * perSession));
    }

    /// <summary>Blocks and cell sessions (a baseline counts in each of its blocks) of one round.</summary>
    private static (int Blocks, int Sessions) Count(IReadOnlyList<Cell> cells, long sliceNs)
    {
        var round = new RunPlan(cells).Round(1, sliceNs, new Random(0));
        return (round.Count, round.Sum(b => b.Cells.Count));
    }
}
