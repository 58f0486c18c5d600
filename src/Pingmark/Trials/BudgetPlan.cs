using System.Globalization;
using Pingmark.Model;
using Pingmark.Statistics;

namespace Pingmark.Trials;

/// <summary>Foresees how long a run takes, and fits it into a budget: as many rounds as make the narrowest intervals,
/// each with the counted time a cell that is left. Starting and warming up fresh processes takes its time whatever is
/// counted afterwards, so that few rounds with many slices beat many with few. The pace of the run itself settles the
/// rest. A fixed warm-up that leaves no room for <see cref="FewestRounds"/> gives way to one that ends when all has
/// settled.</summary>
/// <param name="EstimateNs">The wall time of the whole run.</param>
public sealed record BudgetPlan(BlockSettings Block, int Rounds, long EstimateNs)
{
    /// <summary>The factor by which blocks may take longer than the mean, because blocks of a run differ: those with a
    /// JVM take longer.</summary>
    public const double Margin = 1.03;

    /// <summary>The fewest rounds of a plan: one start of the processes can't tell what another would have
    /// shown.</summary>
    public const int FewestRounds = 2;

    /// <summary>By how much more than the budget a first round may take of which the plan was wrong.</summary>
    public const double Overdraft = 1.1;

    private const long MostForMessagesNs = 60_000_000_000;

    /// <summary>The counted time of a cell and round as the suite has it, in ns.</summary>
    public long LongestNs { get; private init; }
    private long? BudgetNs { get; init; }
    private int MostRounds { get; init; }

    /// <summary>The fewest rounds of a plan that is made anew.</summary>
    private int LeastRounds { get; init; } = FewestRounds;
    private int Comparisons { get; init; }
    private long OverheadNs { get; init; }
    private int Starts { get; init; }
    private int Sessions { get; init; }
    private NoiseModel Noise { get; init; } = NoiseModel.Assumed;

    /// <summary>How much of a first round the budget holds; null where there is no limit.</summary>
    public HeldRound? FirstRound { get; private init; }

    /// <summary>Whether the budget holds less than a round of all cells, so that the last ones are not
    /// reached.</summary>
    public bool IsPartial => FirstRound is { IsWhole: false };

    /// <summary>Where the time should go.</summary>
    public TimeUse TimeUse =>
        TimeUse.Create(
            EstimateNs,
            Rounds * RoundForecast.StartsNs(Starts),
            Rounds * RoundForecast.WarmUpsNs(Starts, Sessions, Block.WarmUpNs),
            (long)Rounds * Sessions * Math.Max(0, Block.DurationNs - Block.ContinuousNs),
            Rounds * Sessions * Block.ContinuousNs
        );

    /// <summary>Half of the width of a comparison's interval that the plan should reach, relative to the ratio; null
    /// where nothing is compared.</summary>
    public double? ForeseenHalfWidth => Comparisons == 0 ? null : HalfWidth(Comparisons);

    /// <summary>Words the precision for people: <c>about ± 5 %</c>; empty where nothing is compared.</summary>
    public string Precision =>
        ForeseenHalfWidth is { } half
            ? string.Create(CultureInfo.InvariantCulture, $"about ± {100 * half:0.#} %")
                + (
                    Noise.MeasuredAt is { } at
                        ? string.Create(
                            CultureInfo.InvariantCulture,
                            $" by the noise that was measured here on {at.UtcDateTime:yyyy-MM-dd HH:mm} UTC"
                        )
                        : ""
                )
            : "";

    /// <summary>Plans a run.</summary>
    /// <param name="noise">What is known of this machine's noise; null where nothing is.</param>
    public static BudgetPlan Create(Suite suite, IReadOnlyList<Cell> cells, NoiseModel? noise = null) =>
        Create(suite, cells, noise, RoundShape.Create(cells, suite.Settings));

    private static BudgetPlan Create(Suite suite, IReadOnlyList<Cell> cells, NoiseModel? noise, RoundShape shape)
    {
        var settings = suite.Settings;
        var longest = Foreseen(settings, cells);
        var comparisons = cells.Count - cells.Select(c => c.ComparedWithin).Distinct().Count();
        var fewest = Math.Min(settings.LeastRounds ?? FewestRounds, settings.Rounds);
        if (settings.BudgetNs is not { } budget)
            return With(settings.Rounds, double.PositiveInfinity, settings.WarmUpNs);
        var shortest = With(rounds: 1, wallNs: 0, warmUpNs: null);
        var round = HeldRound.Foresee(shape.Blocks, settings, shortest.Block, budget);
        if (!round.IsWhole)
            return shortest.OfOneRound() with { EstimateNs = budget, FirstRound = round };
        var plan =
            Fitting(settings.WarmUpNs)
            ?? (settings.WarmUpNs is null ? null : Fitting(warmUpNs: null))
            ?? With(fewest, wallNs: 0, warmUpNs: null) with
            {
                EstimateNs = budget,
            };
        return plan with { FirstRound = round };

        BudgetPlan? Fitting(long? warmUpNs) =>
            MostPrecise(
                Enumerable
                    .Range(fewest, settings.Rounds - fewest + 1)
                    .Select(rounds => With(rounds, (double)budget / rounds, warmUpNs))
                    .Where(plan => plan.EstimateNs <= budget)
            );

        BudgetPlan With(int rounds, double wallNs, long? warmUpNs)
        {
            var (starts, blocks, sessions) = shape;
            var overhead = RoundForecast.OverheadNs(starts, blocks.Count, sessions, warmUpNs);
            var asked = new BlockSettings
            {
                DurationNs = longest,
                SliceNs = settings.SliceNs,
                WarmUpNs = warmUpNs,
                Rounds = rounds,
                IsBudgeted = settings.BudgetNs is not null,
            };
            var block = asked.IsBudgeted ? asked.Within((wallNs - overhead) / sessions, longest) : asked;
            return new(block, rounds, rounds * (overhead + sessions * block.WallNs))
            {
                LongestNs = longest,
                BudgetNs = settings.BudgetNs,
                MostRounds = settings.Rounds,
                LeastRounds = Math.Max(FewestRounds, fewest),
                Comparisons = comparisons,
                OverheadNs = overhead,
                Starts = starts,
                Sessions = sessions,
                Noise = noise ?? NoiseModel.Assumed,
            };
        }
    }

    /// <summary>Finds the budget that should make comparisons as precise as this; null where none of an hour or less
    /// does, or where nothing is compared.</summary>
    /// <param name="halfWidth">The half-width that is asked for, relative to the ratio: 0.03 is ± 3 %.</param>
    public static long? BudgetForNs(double halfWidth, Suite suite, IReadOnlyList<Cell> cells, NoiseModel? noise = null)
    {
        var shape = RoundShape.Create(cells, suite.Settings);
        for (var budgetNs = ShortestBudgetNs; budgetNs <= LongestBudgetNs; budgetNs += budgetNs / 8)
        {
            var settings = suite.Settings with { BudgetNs = budgetNs, Rounds = MostRoundsForeseen };
            var longest = suite with { Settings = settings with { DurationNs = MostForMessagesNs } };
            var plan = Create(longest, cells, noise, shape);
            if (!plan.IsPartial && plan.ForeseenHalfWidth <= halfWidth)
                return budgetNs;
        }
        return null;
    }

    private const long ShortestBudgetNs = 10_000_000_000,
        LongestBudgetNs = 3_600_000_000_000;
    private const int MostRoundsForeseen = 20;

    /// <summary>Plans anew when cells of the first round are warm: where starting and warming up take longer than
    /// foreseen, they do so in all blocks and rounds.</summary>
    /// <param name="slowness">How many times as long as foreseen they took.</param>
    public BudgetPlan Slowed(double slowness) =>
        BudgetNs is { } budget && slowness > 1 && (long)(slowness * OverheadNs) is var overheadNs
            ? (this with { OverheadNs = overheadNs }).Replanned(
                budget,
                0,
                overheadNs,
                Enumerable.Repeat(LongestNs, Sessions).ToList()
            )
            : this;

    /// <summary>The plan of a single round, which has all of the time.</summary>
    public BudgetPlan OfOneRound() => this with { Rounds = 1, MostRounds = 1 };

    /// <summary>What some cells should take beside counted time, in ns.</summary>
    public long OverheadOfNs(int cells) => OverheadNs * cells / Sessions;

    /// <summary>Plans anew after a round, when its pace is known, and settles the number of rounds. For a run that
    /// ended early and is gone on with it plans what is left for the other rounds.</summary>
    /// <param name="rounds">The number of rounds that are done.</param>
    /// <param name="spentNs">The time since the run began.</param>
    /// <param name="overheadNs">What the round took beside counted time.</param>
    /// <param name="longestNs">The counted time that each of the round's cells can use, a baseline once a block: where
    /// all have had as many messages as were asked for, time that is left goes into more rounds.</param>
    public BudgetPlan AfterRound(int rounds, long spentNs, long overheadNs, IReadOnlyCollection<long> longestNs) =>
        BudgetNs is { } budget ? Replanned(budget - spentNs, rounds, overheadNs, longestNs) : this;

    /// <summary>Makes the settings with which cells take no more than this, and have no more than the suite's counted
    /// time.</summary>
    internal BlockSettings Within(double wallNs, IReadOnlyCollection<long> longestNs) =>
        Block.Within(wallNs, AsAsked(longestNs));

    private List<long> AsAsked(IEnumerable<long> longestNs) => [.. longestNs.Select(one => Math.Min(one, LongestNs))];

    private BudgetPlan Replanned(long leftNs, int roundsDone, long overheadNs, IReadOnlyCollection<long> longestNs)
    {
        var fewest = Math.Max(LeastRounds, roundsDone + 1);
        if (MostRounds < fewest)
            return this;
        var fitting = Enumerable.Range(fewest, MostRounds - fewest + 1).Select(With).Where(Fits).ToList();
        return MostPrecise(fitting) ?? With(fewest);

        BudgetPlan With(int rounds) =>
            this with
            {
                Rounds = rounds,
                Block = (Block with { Rounds = rounds }).Within(ShareNs(rounds), AsAsked(longestNs)),
            };

        double ShareNs(int rounds) => leftNs / Margin / (rounds - roundsDone) - overheadNs;

        bool Fits(BudgetPlan plan) => plan.Block.WallNsOf(longestNs) <= ShareNs(plan.Rounds);
    }

    private static BudgetPlan? MostPrecise(IEnumerable<BudgetPlan> plans) =>
        plans.MinBy(plan => plan.HalfWidth(Math.Max(1, plan.Comparisons)));

    private double HalfWidth(int comparisons) =>
        Noise.HalfWidth(Rounds, Block.DurationNs - Block.ContinuousNs, Block.SliceNs, comparisons);

    /// <summary>Foresees the longest counted time. How long a number of messages takes is known only when they flow:
    /// within a budget they may have as much time as there is.</summary>
    private static long Foreseen(SuiteSettings settings, IReadOnlyList<Cell> cells) =>
        settings.BudgetNs is not null && cells.Any(c => c.Scenario.Messages is not null)
            ? Math.Max(settings.DurationNs, MostForMessagesNs)
            : settings.DurationNs;

    /// <summary>What a round has to do.</summary>
    /// <param name="Starts">How many pairs of fresh processes it starts.</param>
    /// <param name="Blocks">Its blocks in the order of the suite's scenarios.</param>
    /// <param name="Sessions">How many cells it measures, a baseline once a block.</param>
    private sealed record RoundShape(int Starts, IReadOnlyList<Block> Blocks, int Sessions)
    {
        public static RoundShape Create(IReadOnlyList<Cell> cells, SuiteSettings settings)
        {
            var plan = new RunPlan(cells, settings);
            var round = plan.Round(1, new Random(0), inOrder: true);
            var sessions = round.Sum(b => b.Cells.Count);
            return new(settings.FreshProcesses ? sessions : plan.Pairs, round, sessions);
        }
    }
}
