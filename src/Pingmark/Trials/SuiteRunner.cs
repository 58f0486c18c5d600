using System.Diagnostics;
using System.Globalization;
using Pingmark.Impairment;
using Pingmark.Model;
using Pingmark.Workers;

namespace Pingmark.Trials;

/// <summary>Runs a suite: round after round of blocks, each round with fresh processes, until rounds, precision or
/// budget are reached. Every finished trial is on disk before the next block starts.</summary>
/// <param name="mostPairs">Pairs of workers that there is room for.</param>
/// <param name="clientCores">Of the clients' machine, where it is another.</param>
/// <param name="begins">Is told of each block; null: progress tells it.</param>
public sealed class SuiteRunner(
    IWorkerStarter starter,
    IReadOnlyList<int> cores,
    ProgressLog progress,
    int mostPairs = int.MaxValue,
    IReadOnlyList<int>? clientCores = null,
    Action<BlockBegin>? begins = null
)
{
    /// <summary>Of cells that ask for a network; null: none does.</summary>
    public Impairer? Impairer { get; init; }

    /// <summary>Given what each message of a cell's unbroken stretch in a round met; null: nothing is
    /// logged.</summary>
    public Action<Cell, int, MessageLog>? Logged { get; init; }

    /// <summary>Told of a block of which some trials are there, before it is measured again: they count no
    /// more.</summary>
    public Action<Block> Forget { get; init; } = _ => { };

    private readonly Stopwatch _watch = Stopwatch.StartNew();
    private readonly List<TrialRecord> _records = [];
    private EarlierTrials _earlier = new([]);
    private int _measuredBlocks;

    /// <param name="cells">The cells that can be measured here.</param>
    /// <param name="keep">Stores finished trials durably.</param>
    /// <param name="review">Judges all trials so far, after each round.</param>
    /// <param name="cancel">Ctrl-C: the block in flight is lost, everything before it is kept.</param>
    /// <param name="earlier">Of the same plan and seed; what they have is not measured again.</param>
    /// <exception cref="BadInputException">The earlier trials are not of this plan.</exception>
    public async Task RunAsync(
        SuiteSettings settings,
        IReadOnlyList<Cell> cells,
        BudgetPlan budget,
        int seed,
        Action<IReadOnlyList<TrialRecord>> keep,
        Func<IReadOnlyList<TrialRecord>, RoundReview> review,
        CancellationToken cancel,
        IReadOnlyList<TrialRecord>? earlier = null
    )
    {
        _earlier = new(earlier ?? []);
        var random = new Random(seed);
        var plan = new RunPlan(cells, settings);
        var pace = new Pace(settings.BudgetNs);
        var (round, reviewed) = (1, new RoundReview([], [], []));
        for (; round <= budget.Rounds && !plan.IsFinished; round++)
        {
            var blocks = Blocks(plan, round, seed, random);
            _records.AddRange(_earlier.Of(blocks));
            // A round is gone through as a whole, measured or not, so that the ones after it are drawn as they were.
            var isMeasured = blocks.Count(_earlier.Have) == blocks.Count;
            if (isMeasured)
                Skip(blocks, budget, pace, random);
            else if (!await RoundAsync(blocks, settings, budget, pace, random, keep, cancel))
                return;
            reviewed = review(_records);
            Revise(plan, reviewed);
            // Where messages end cells, a round takes less than its share, and what it left may be worth another one.
            var mayEndEarly = pace.LongestNs.Any(longest => longest < long.MaxValue);
            if ((round == 1 || isMeasured || mayEndEarly) && settings.BudgetNs is not null)
            {
                budget = budget.AfterRound(round, SpentNs, pace.OverheadNs, pace.LongestNs);
                if (!isMeasured)
                    progress.Step(Words(budget));
            }
        }
        var without = reviewed.WorthAnotherTrial;
        plan.KeepOnly(without);
        if (plan.IsFinished)
            return;
        progress.Step($"once more, since all of their trials are withheld: {string.Join(", ", without)}");
        await OnceMoreAsync(Blocks(plan, round, seed, random), settings, budget, random, keep, cancel);
    }

    /// <summary>Others had the machine, or the stack was in another state for all of a stretch: cells that have no
    /// figure get another trial, if the budget has room for it, and none gets two.</summary>
    private async Task OnceMoreAsync(
        List<Block> blocks,
        SuiteSettings settings,
        BudgetPlan budget,
        Random random,
        Action<IReadOnlyList<TrialRecord>> keep,
        CancellationToken cancel
    )
    {
        var pace = new Pace(settings.BudgetNs);
        foreach (var (number, block) in blocks.Index())
            pace.Foresee(number, budget.OverheadOfNs(block.Cells.Count), block.Cells.Count);
        _records.AddRange(_earlier.Of(blocks));
        if (!blocks.All(_earlier.Have))
            await RoundAsync(blocks, settings, budget with { Rounds = blocks[0].Round }, pace, random, keep, cancel);
    }

    private long SpentNs => _earlier.EndedNs + (long)_watch.Elapsed.TotalNanoseconds;

    private void Tell(BlockBegin begin) =>
        progress.Step(
            $"round {begin.Block.Round}/{begin.Rounds}, block {begin.Number}/{begin.Blocks}: "
                + $"{string.Join(" | ", begin.Block.Cells.Select(c => c.Id))}"
        );

    /// <summary>By the pace of the blocks so far; no longer than the budget.</summary>
    private long LeftNs(SuiteSettings settings, BudgetPlan budget, int blocksLeft)
    {
        var byPaceNs =
            _measuredBlocks == 0
                ? budget.EstimateNs - SpentNs
                : _watch.Elapsed.TotalNanoseconds / _measuredBlocks * blocksLeft;
        return (long)Math.Max(0, Math.Min(byPaceNs, (settings.BudgetNs ?? double.PositiveInfinity) - SpentNs));
    }

    /// <summary>Since a run began, when the last of its trials had ended.</summary>
    public static long EndedNs(IReadOnlyList<TrialRecord> trials) => new EarlierTrials(trials).EndedNs;

    private static void Skip(List<Block> blocks, BudgetPlan budget, Pace pace, Random random)
    {
        foreach (var (number, block) in blocks.Index())
            Skip(number, block, budget, pace, random);
    }

    private static void Skip(int number, Block block, BudgetPlan budget, Pace pace, Random random)
    {
        _ = random.Next();
        pace.Foresee(number, budget.OverheadOfNs(block.Cells.Count), block.Cells.Count);
    }

    /// <returns>False: the budget is spent.</returns>
    private async Task<bool> RoundAsync(
        List<Block> blocks,
        SuiteSettings settings,
        BudgetPlan budget,
        Pace pace,
        Random random,
        Action<IReadOnlyList<TrialRecord>> keep,
        CancellationToken cancel
    )
    {
        var round = blocks[0].Round;
        var trials = new TrialRunner(progress) { Logged = Logged };
        var generation = new Generation(starter, cores, mostPairs, clientCores)
        {
            Impairer = Impairer,
            SharesSides = settings.SharesSides,
        };
        try
        {
            foreach (var (number, block) in blocks.Index())
            {
                if (_earlier.Have(block))
                {
                    Skip(number, block, budget, pace, random);
                    continue;
                }
                if (_earlier.HavePartOf(block))
                    Forget(block);
                var startedNs = SpentNs;
                // The first round is always finished: a figure for every cell is the least a run must give.
                var fitted =
                    round == 1
                        ? budget.Block
                        : pace.Fit(budget, startedNs, number, block.Cells.Count, budget.Rounds - round);
                if (fitted is null)
                {
                    progress.Step($"budget spent in round {round}");
                    return false;
                }
                var leftNs = LeftNs(settings, budget, (budget.Rounds - round + 1) * blocks.Count - number);
                (begins ?? Tell)(new(block, budget.Rounds, number + 1, blocks.Count, leftNs));
                long? warmNs = null;
                // A generator of its own: how often a block draws depends on what it measures, and must not change the
                // order of the blocks after it.
                var records = await trials.RunAsync(
                    block with
                    {
                        Earlier = Earlier(block),
                    },
                    fitted,
                    generation,
                    new Random(random.Next()),
                    cancel,
                    settings.BudgetNs is null ? null : WhenWarm
                );
                Keep(records, startedNs, keep);

                BlockSettings WhenWarm()
                {
                    var spentNs = SpentNs;
                    warmNs = spentNs - startedNs;
                    if ((round, number) == (1, 0))
                        budget = budget.AfterFirstWarmUp(warmNs.Value, block.Cells);
                    return fitted =
                        round == 1
                            ? budget.Block
                            : pace.FitWarm(budget, spentNs, number, block.Cells.Count, budget.Rounds - round);
                }

                if (settings.FreshProcesses)
                    await EndAsync(generation, block, keep, cancel);
                pace.Add(
                    number,
                    SpentNs - startedNs,
                    warmNs,
                    fitted,
                    block
                        .Cells.Zip(records, (cell, record) => (cell.Scenario, record.Unbroken?.ThroughputPerS))
                        .ToList()
                );
                _measuredBlocks++;
            }
            var measuredNs = SpentNs;
            await EndAsync(generation, blocks[^1], keep, cancel);
            pace.Ended(SpentNs - measuredNs);
            return true;
        }
        finally
        {
            await generation.DisposeAsync();
        }
    }

    private List<TrialRecord> Earlier(Block block) =>
        _records.Where(record => block.Cells.Any(cell => cell.Id == record.Cell)).ToList();

    private void Keep(IReadOnlyList<TrialRecord> records, long startedNs, Action<IReadOnlyList<TrialRecord>> keep)
    {
        var measured = records.Select(r => r with { StartedAtS = startedNs / 1e9 }).ToList();
        keep(measured);
        _records.AddRange(measured);
    }

    /// <summary>A worker that can't end in order fails the cell that it measured last: its totals are
    /// missing.</summary>
    private async Task EndAsync(
        Generation generation,
        Block last,
        Action<IReadOnlyList<TrialRecord>> keep,
        CancellationToken cancel
    )
    {
        foreach (var (cell, fault) in await generation.StopAsync(cancel))
            Keep(
                [
                    new()
                    {
                        Round = last.Round,
                        Block = last.Number,
                        Cell = cell.Id,
                        Status = CellStatus.Failed,
                        Reason = fault.Message,
                    },
                ],
                SpentNs,
                keep
            );
    }

    private static List<Block> Blocks(RunPlan plan, int round, int seed, Random random) =>
        plan.Round(round, random).Select(block => block with { ArrivalsSeed = ArrivalsSeed(seed, round) }).ToList();

    /// <summary>Other arrivals in each round, and the same again for the same seed.</summary>
    private static int ArrivalsSeed(int seed, int round) => new Random(unchecked(seed * 486_187_739 + round)).Next();

    /// <summary>Failed cells leave, cells whose slices mislead are not sliced any more, comparisons that are precise
    /// enough end.</summary>
    private void Revise(RunPlan plan, RoundReview review)
    {
        foreach (var failed in _records.Where(r => r.Status != CellStatus.Ok).Select(r => r.Cell).Distinct())
            plan.Drop(failed);
        foreach (var cell in review.NotToBeSliced)
            plan.StopSlicing(cell);
        foreach (var cell in review.PreciseEnough)
            plan.Finish(cell);
    }

    private static string Words(BudgetPlan plan) =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"{plan.Rounds} rounds, {plan.Block.DurationNs / 1e9:0.0#} s counted per cell and round from now on"
        ) + plan.Precision;
}
