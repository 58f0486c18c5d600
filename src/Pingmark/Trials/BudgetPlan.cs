using System.Globalization;
using Pingmark.Model;
using Pingmark.Statistics;

namespace Pingmark.Trials;

/// <summary>Forecasts how long a run takes, and fits it into a budget: the number of rounds that makes the narrowest
/// intervals, each with the counted time that is left. Fresh processes take their time whatever is counted afterwards,
/// so that few rounds with many slices beat many with few. The run's own pace corrects the plan later. A fixed warm-up
/// that leaves no room for <see cref="MinRounds"/> gives way to one that ends when all has settled.</summary>
/// <param name="EstimateNs">The wall time of the whole run.</param>
public sealed record BudgetPlan(BlockSettings Block, int Rounds, long EstimateNs)
{
    /// <summary>The factor by which some blocks, such as those with a JVM, take longer than the mean.</summary>
    public const double BlockTimeMargin = 1.03;

    /// <summary>The fewest rounds of a plan, so that processes are started more than once.</summary>
    public const int MinRounds = 2;

    private const long MaxNsForMessages = 60_000_000_000;
    private const long MinForecastBudgetNs = 10_000_000_000,
        MaxForecastBudgetNs = 3_600_000_000_000;
    private const int MaxForecastRounds = 20;

    /// <summary>The counted time of a cell and round as the suite has it.</summary>
    public long MaxCountedNs { get; private init; }
    private long? BudgetNs { get; init; }
    private int MaxRounds { get; init; }
    private int MinRoundsWhenReplanned { get; init; } = MinRounds;
    private int Comparisons { get; init; }
    private long OverheadNs { get; init; }
    private int Starts { get; init; }
    private int Sessions { get; init; }
    private NoiseModel Noise { get; init; } = NoiseModel.Assumed;

    /// <summary>How much of a first round fits into the budget; null where there is no limit.</summary>
    public FirstRoundFit? FirstRound { get; private init; }

    /// <summary>Whether the budget is too short for a round of all cells, so that the last ones are not
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

    /// <summary>The expected half-width of a comparison's interval, relative to the ratio; null where nothing is
    /// compared.</summary>
    public double? ExpectedHalfWidth => Comparisons == 0 ? null : HalfWidth(Comparisons);

    /// <summary>The precision for people: <c>about ± 5 %</c>; empty where nothing is compared.</summary>
    public string Precision
    {
        get
        {
            if (ExpectedHalfWidth is not { } half)
                return "";
            var noise = Noise.MeasuredAt is { } at
                ? string.Create(
                    CultureInfo.InvariantCulture,
                    $" by the noise that was measured here on {at.UtcDateTime:yyyy-MM-dd HH:mm} UTC"
                )
                : "";
            return string.Create(CultureInfo.InvariantCulture, $"about ± {100 * half:0.#} %{noise}");
        }
    }

    /// <summary>Plans a run.</summary>
    /// <param name="noise">What is known of this machine's noise; null where nothing is.</param>
    public static BudgetPlan Create(Suite suite, IReadOnlyList<Cell> cells, NoiseModel? noise = null) =>
        Create(suite, cells, noise, RoundShape.Create(cells, suite.Settings));

    private static BudgetPlan Create(Suite suite, IReadOnlyList<Cell> cells, NoiseModel? noise, RoundShape shape)
    {
        var settings = suite.Settings;
        // How long messages take is known only when they flow: within a budget they may have all of the time.
        var maxCountedNs =
            settings.BudgetNs is not null && cells.Any(c => c.Scenario.Messages is not null)
                ? Math.Max(settings.DurationNs, MaxNsForMessages)
                : settings.DurationNs;
        var comparisons = cells.Count - cells.Select(c => c.ComparedWithin).Distinct().Count();
        var minRounds = Math.Min(settings.LeastRounds ?? MinRounds, settings.Rounds);
        if (settings.BudgetNs is not { } budget)
            return With(settings.Rounds, double.PositiveInfinity, settings.WarmUpNs);
        var shortest = With(rounds: 1, wallNs: 0, warmUpNs: null);
        var firstRound = FirstRoundFit.Forecast(shape.Blocks, settings, shortest.Block, budget);
        if (!firstRound.IsWhole)
            return shortest.WithOneRound() with { EstimateNs = budget, FirstRound = firstRound };
        var plan =
            FindFitting(settings.WarmUpNs)
            ?? (settings.WarmUpNs is null ? null : FindFitting(warmUpNs: null))
            ?? With(minRounds, wallNs: 0, warmUpNs: null) with
            {
                EstimateNs = budget,
            };
        return plan with { FirstRound = firstRound };

        BudgetPlan? FindFitting(long? warmUpNs) =>
            FindMostPrecise(
                Enumerable
                    .Range(minRounds, settings.Rounds - minRounds + 1)
                    .Select(rounds => With(rounds, (double)budget / rounds, warmUpNs))
                    .Where(plan => plan.EstimateNs <= budget)
            );

        BudgetPlan With(int rounds, double wallNs, long? warmUpNs)
        {
            var (starts, blocks, sessions) = shape;
            var overheadNs = RoundForecast.OverheadNs(starts, blocks.Count, sessions, warmUpNs);
            var asked = new BlockSettings
            {
                DurationNs = maxCountedNs,
                SliceNs = settings.SliceNs,
                WarmUpNs = warmUpNs,
                Rounds = rounds,
                IsBudgeted = settings.BudgetNs is not null,
            };
            var block = asked.IsBudgeted ? asked.FitInto((wallNs - overheadNs) / sessions, maxCountedNs) : asked;
            return new(block, rounds, rounds * (overheadNs + sessions * block.WallNs))
            {
                MaxCountedNs = maxCountedNs,
                BudgetNs = settings.BudgetNs,
                MaxRounds = settings.Rounds,
                MinRoundsWhenReplanned = Math.Max(MinRounds, minRounds),
                Comparisons = comparisons,
                OverheadNs = overheadNs,
                Starts = starts,
                Sessions = sessions,
                Noise = noise ?? NoiseModel.Assumed,
            };
        }
    }

    /// <summary>The budget that should make comparisons this precise; null where an hour does not, or nothing is
    /// compared.</summary>
    /// <param name="halfWidth">The half-width relative to the ratio: 0.03 is ± 3 %.</param>
    public static long? FindBudgetNs(double halfWidth, Suite suite, IReadOnlyList<Cell> cells, NoiseModel? noise = null)
    {
        var shape = RoundShape.Create(cells, suite.Settings);
        for (var budgetNs = MinForecastBudgetNs; budgetNs <= MaxForecastBudgetNs; budgetNs += budgetNs / 8)
        {
            var settings = suite.Settings with
            {
                BudgetNs = budgetNs,
                Rounds = MaxForecastRounds,
                DurationNs = MaxNsForMessages,
            };
            var plan = Create(suite with { Settings = settings }, cells, noise, shape);
            if (!plan.IsPartial && plan.ExpectedHalfWidth <= halfWidth)
                return budgetNs;
        }
        return null;
    }

    /// <summary>Replans when cells of the first round are warm: what takes longer than forecast does so in all blocks
    /// and rounds.</summary>
    /// <param name="slowness">How many times as long as forecast starts and warm-ups took.</param>
    public BudgetPlan ReplanForSlowness(double slowness)
    {
        if (BudgetNs is not { } budget || slowness <= 1)
            return this;
        var overheadNs = (long)(slowness * OverheadNs);
        return (this with { OverheadNs = overheadNs }).Replan(
            budget,
            0,
            overheadNs,
            Enumerable.Repeat(MaxCountedNs, Sessions).ToList()
        );
    }

    /// <summary>The plan of a single round, which has all of the time.</summary>
    public BudgetPlan WithOneRound() => this with { Rounds = 1, MaxRounds = 1 };

    /// <summary>What some cells should take besides counted time.</summary>
    public long ForecastOverheadNs(int cells) => OverheadNs * cells / Sessions;

    /// <summary>Replans after a round, when its pace is known.</summary>
    /// <param name="rounds">The number of rounds that are done.</param>
    /// <param name="spentNs">The time since the run began.</param>
    /// <param name="overheadNs">What the round took besides counted time.</param>
    /// <param name="maxCountedNs">The counted time that each of the round's cells can use, a baseline once for each
    /// block. What cells with few messages leave goes into more rounds.</param>
    public BudgetPlan ReplanAfterRound(
        int rounds,
        long spentNs,
        long overheadNs,
        IReadOnlyCollection<long> maxCountedNs
    ) => BudgetNs is { } budget ? Replan(budget - spentNs, rounds, overheadNs, maxCountedNs) : this;

    /// <summary>The settings with which cells fit a time, and have no more than the suite's counted time.</summary>
    internal BlockSettings FitInto(double wallNs, IReadOnlyCollection<long> maxCountedNs) =>
        Block.FitInto(wallNs, LimitToSuite(maxCountedNs));

    private List<long> LimitToSuite(IEnumerable<long> countedNs) =>
        [.. countedNs.Select(ns => Math.Min(ns, MaxCountedNs))];

    private BudgetPlan Replan(long leftNs, int roundsDone, long overheadNs, IReadOnlyCollection<long> maxCountedNs)
    {
        var minRounds = Math.Max(MinRoundsWhenReplanned, roundsDone + 1);
        if (MaxRounds < minRounds)
            return this;
        var fitting = Enumerable.Range(minRounds, MaxRounds - minRounds + 1).Select(With).Where(Fits).ToList();
        return FindMostPrecise(fitting) ?? With(minRounds);

        BudgetPlan With(int rounds) =>
            this with
            {
                Rounds = rounds,
                Block = (Block with { Rounds = rounds }).FitInto(ShareNs(rounds), LimitToSuite(maxCountedNs)),
            };

        double ShareNs(int rounds) => leftNs / BlockTimeMargin / (rounds - roundsDone) - overheadNs;

        bool Fits(BudgetPlan plan) => plan.Block.TotalWallNs(maxCountedNs) <= ShareNs(plan.Rounds);
    }

    private static BudgetPlan? FindMostPrecise(IEnumerable<BudgetPlan> plans) =>
        plans.MinBy(plan => plan.HalfWidth(Math.Max(1, plan.Comparisons)));

    private double HalfWidth(int comparisons) =>
        Noise.HalfWidth(Rounds, Block.DurationNs - Block.ContinuousNs, Block.SliceNs, comparisons);

    /// <param name="Starts">The pairs of fresh processes that a round starts.</param>
    /// <param name="Blocks">Its blocks in the order of the suite's scenarios.</param>
    /// <param name="Sessions">The measured cells, a baseline once for each block.</param>
    private sealed record RoundShape(int Starts, IReadOnlyList<Block> Blocks, int Sessions)
    {
        public static RoundShape Create(IReadOnlyList<Cell> cells, SuiteSettings settings)
        {
            var plan = new RunPlan(cells, settings);
            var blocks = plan.DrawRound(1, new Random(0), inOrder: true);
            var sessions = blocks.Sum(block => block.Cells.Count);
            return new(settings.FreshProcesses ? sessions : plan.PairsToStart, blocks, sessions);
        }
    }
}
