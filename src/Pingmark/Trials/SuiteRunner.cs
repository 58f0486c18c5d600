using System.Diagnostics;
using System.Globalization;
using Pingmark.Model;

namespace Pingmark.Trials;

/// <summary>Measures a run: round after round of blocks, each round with fresh processes, until rounds, precision or
/// budget are reached. Every finished trial is on disk before the next block starts.</summary>
/// <param name="elapsedNs">Tells the time in ns since the run, or what is left of it, began; null where the machine's
/// clock does.</param>
public sealed class SuiteRunner(
    WorkerStarts workers,
    TrialSchedule schedule,
    ITrialRecorder recorder,
    ProgressLog progress,
    Func<long>? elapsedNs = null
)
{
    private readonly SuiteSettings _settings = schedule.Settings;
    private readonly RunPlan _plan = new(schedule.Cells, schedule.Settings);
    private readonly EarlierTrials _earlier = new(schedule.Earlier);
    private readonly Random _random = new(schedule.Seed);
    private readonly Func<long> _elapsedNs = elapsedNs ?? SinceNow();
    private readonly List<TrialRecord> _records = [];
    private BudgetPlan _budget = schedule.Budget;
    private int _measuredBlocks;

    /// <summary>Measures the run.</summary>
    /// <param name="cancel">Ctrl-C: the block that is being measured is lost, and everything before it is kept.</param>
    /// <exception cref="BadInputException">The earlier trials are not of this plan.</exception>
    public async Task RunAsync(CancellationToken cancel)
    {
        var pace = new Pace(_settings.BudgetNs);
        for (var round = 1; round <= _budget.Rounds && !_plan.IsFinished; round++)
        {
            var blocks = Blocks(round);
            pace.BeginRound([.. blocks.Select(block => block.Baseline.Id)]);
            _records.AddRange(_earlier.InBlocks(blocks));
            // A round is gone through as a whole, measured or not, so that the ones after it are drawn as they were.
            var isMeasured = blocks.Count(_earlier.HasAllOf) == blocks.Count;
            if (isMeasured)
                Skip(blocks, pace);
            else if (!await RoundAsync(blocks, pace, cancel))
                return;
            Revise(recorder.Review(_records));
            // Where messages end cells, a round takes less than its share, and what it left may be worth another one.
            var mayEndEarly = pace.LongestNs.Any(longest => longest < long.MaxValue);
            if ((round == 1 || isMeasured || mayEndEarly) && _settings.BudgetNs is not null)
            {
                _budget = _budget.AfterRound(round, SpentNs, pace.OverheadNs, pace.LongestNs);
                if (!isMeasured && round < _budget.Rounds)
                    progress.Step(Describe(_budget));
            }
        }
    }

    private static Func<long> SinceNow()
    {
        var began = Stopwatch.GetTimestamp();
        return () => (long)Stopwatch.GetElapsedTime(began).TotalNanoseconds;
    }

    private long SpentNs => _earlier.EndedNs + _elapsedNs();

    /// <summary>Foresees the wall time that is left in ns by the pace of the blocks that were measured; it is no longer
    /// than the budget.</summary>
    private long LeftNs(int blocksLeft)
    {
        var byPaceNs =
            _measuredBlocks == 0 ? _budget.EstimateNs - SpentNs : (double)_elapsedNs() / _measuredBlocks * blocksLeft;
        return (long)Math.Max(0, Math.Min(byPaceNs, (_settings.BudgetNs ?? double.PositiveInfinity) - SpentNs));
    }

    /// <summary>When the last of a run's trials had ended, in ns since the run began.</summary>
    public static long EndedNs(IReadOnlyList<TrialRecord> trials) => new EarlierTrials(trials).EndedNs;

    private void Skip(List<Block> blocks, Pace pace)
    {
        foreach (var (number, block) in blocks.Index())
            Skip(number, block, pace);
    }

    private void Skip(int number, Block block, Pace pace)
    {
        _ = _random.Next();
        pace.Foresee(number, _budget.OverheadOfNs(block.Cells.Count), block.Cells.Count);
    }

    /// <summary>Measures a round.</summary>
    /// <returns>False where the budget is spent.</returns>
    private async Task<bool> RoundAsync(List<Block> blocks, Pace pace, CancellationToken cancel)
    {
        var round = blocks[0].Round;
        var trials = new TrialRunner(recorder.Watch);
        var budget = _budget;
        var first = round == 1 ? new FirstRoundLimit(budget, _settings, blocks) : null;
        var all = blocks.ToList();
        var isWhole = true;
        await using var processes = workers.Begin(_settings.SharesSides);
        for (var number = 0; number < all.Count; number++)
        {
            var block = all[number];
            var limit = number < blocks.Count ? first : null;
            if (_earlier.HasAllOf(block))
            {
                Skip(number, block, pace);
                continue;
            }
            if (_earlier.HasPartOf(block))
                recorder.Forget(block);
            var startedNs = SpentNs;
            // The first round is finished where its budget holds it: a figure for every cell is the least of a run.
            var fitted =
                limit is null ? pace.Fit(budget, startedNs, number, block.Cells.Count, budget.Rounds - round)
                : limit.HasRoomFor(number, startedNs) ? budget.Block
                : null;
            if (fitted is null && limit is null && round == budget.Rounds)
            {
                // The next one may have its processes up, and take less.
                isWhole &= number >= blocks.Count;
                continue;
            }
            if (fitted is null)
                return IsSpent(round);
            var leftNs = LeftNs((budget.Rounds - round + 1) * all.Count - number);
            recorder.Begin(new(block, budget.Rounds, number + 1, all.Count, leftNs));
            long? warmNs = null;
            // A generator of its own: how often a block draws depends on what it measures, and must not change the
            // order of the blocks after it.
            var order = new Random(_random.Next());
            using var ends = CancellationTokenSource.CreateLinkedTokenSource(cancel);
            if (first?.MostNs(number, startedNs) is { } mostNs)
                ends.CancelAfter(TimeSpan.FromMilliseconds(mostNs / 1e6));
            IReadOnlyList<TrialRecord> records;
            try
            {
                records = await trials.RunAsync(
                    block with
                    {
                        Earlier = Earlier(block),
                    },
                    fitted,
                    processes,
                    order,
                    ends.Token,
                    _settings.BudgetNs is null ? null : WhenWarm
                );
            }
            catch (OperationCanceledException) when (!cancel.IsCancellationRequested)
            {
                return IsSpent(round);
            }
            Keep(records, startedNs);
            limit?.RecordBlock(number, SpentNs - startedNs, fitted);

            BlockSettings WhenWarm()
            {
                var spentNs = SpentNs;
                warmNs = spentNs - startedNs;
                if (limit is not null)
                    budget = InFirstRound(limit, all, number, warmNs.Value, spentNs, pace);
                return fitted =
                    round == 1 && budget.Rounds > 1
                        ? budget.Block
                        : pace.FitWarm(budget, spentNs, number, block.Cells.Count, budget.Rounds - round);
            }

            if (_settings.FreshProcesses)
                await EndAsync(processes, block, cancel);
            pace.Add(
                number,
                SpentNs - startedNs,
                warmNs,
                fitted,
                block.Cells.Zip(records, (cell, record) => (cell.Scenario, record.Unbroken?.ThroughputPerS)).ToList()
            );
            _measuredBlocks++;
        }
        var measuredNs = SpentNs;
        await EndAsync(processes, blocks[^1], cancel);
        pace.RecordEnd(SpentNs - measuredNs);
        return isWhole || IsSpent(round);
    }

    private bool IsSpent(int round)
    {
        progress.Step($"budget spent in round {round}");
        return false;
    }

    /// <summary>Plans anew when a block of the first round is warm, by how long that took: where another round would
    /// not fit, this one gets all of the time, and the blocks before have their share of it.</summary>
    /// <param name="all">The blocks of the round, to which those are added that are measured again.</param>
    /// <param name="number">The number of the block, from 0.</param>
    private BudgetPlan InFirstRound(
        FirstRoundLimit limit,
        List<Block> all,
        int number,
        long warmNs,
        long spentNs,
        Pace pace
    )
    {
        limit.RecordWarm(number, warmNs);
        pace.Foresee(number, warmNs, all[number].Cells.Count);
        for (var later = number + 1; later < limit.Blocks; later++)
            pace.Foresee(later, limit.WarmNs(later), all[later].Cells.Count);
        pace.RecordEnd(limit.EndNs);
        if (_budget.Rounds == 1)
            return _budget;
        _budget = schedule.Budget.Slowed(limit.Slowness);
        if (pace.HasRoomForAnotherRound(_budget, spentNs, number))
            return _budget;
        progress.Step("one round, for another would not fit into the budget");
        _budget = _budget.OfOneRound();
        var again = StaysUp ? all[..number].Select(block => Again(block, limit.Blocks)).OfType<Block>().ToList() : [];
        if (
            pace.ReturnsTo(
                _budget,
                spentNs,
                number,
                [.. again.Select(block => (limit.AgainNs(block), block.Cells.Count))]
            )
        )
            all.AddRange(again);
        return _budget;
    }

    /// <summary>A block as it is measured once more in its round, by the same processes; null where its baseline
    /// failed.</summary>
    /// <param name="blocks">How many blocks the round has.</param>
    private Block? Again(Block block, int blocks)
    {
        var failed = _records.Where(r => r.Status != CellStatus.Ok).Select(r => r.Cell).ToHashSet();
        return failed.Contains(block.Baseline.Id)
            ? null
            : block with
            {
                Number = block.Number + blocks,
                Cells = [.. block.Cells.Where(cell => !failed.Contains(cell.Id))],
            };
    }

    /// <summary>Whether the processes of a block wait until their round ends.</summary>
    private bool StaysUp =>
        _settings is { FreshProcesses: false, SharesSides: false } && _plan.Pairs <= workers.MostPairs;

    private List<TrialRecord> Earlier(Block block) =>
        _records.Where(record => block.Cells.Any(cell => cell.Id == record.Cell)).ToList();

    private void Keep(IReadOnlyList<TrialRecord> records, long startedNs)
    {
        var measured = records.Select(r => r with { StartedAtS = startedNs / 1e9 }).ToList();
        recorder.Keep(measured);
        _records.AddRange(measured);
    }

    /// <summary>Ends the processes of a round. A worker that can't end in order fails the cell that it measured last,
    /// because its totals are missing.</summary>
    private async Task EndAsync(ProcessSet processes, Block last, CancellationToken cancel)
    {
        foreach (var (cell, fault) in await processes.StopAsync(cancel))
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
                SpentNs
            );
    }

    private List<Block> Blocks(int round) =>
        _plan
            .Round(round, _random, inOrder: _budget.IsPartial)
            .Select(block => block with { ArrivalsSeed = ArrivalsSeed(schedule.Seed, round) })
            .ToList();

    /// <summary>The seed of the arrivals, which differs in each round, and is the same again for the same seed of the
    /// run.</summary>
    private static int ArrivalsSeed(int seed, int round) => new Random(unchecked(seed * 486_187_739 + round)).Next();

    /// <summary>Revises the plan after a round: failed cells leave, cells whose slices mislead are not sliced any more,
    /// and comparisons that are precise enough end.</summary>
    private void Revise(RoundReview review)
    {
        foreach (var failed in _records.Where(r => r.Status != CellStatus.Ok).Select(r => r.Cell).Distinct())
            _plan.Drop(failed);
        foreach (var cell in review.UnsuitableForSlices)
            _plan.StopSlicing(cell);
        foreach (var cell in review.PreciseEnough)
            _plan.Finish(cell);
        _plan.NoteDecided(review.Decided);
    }

    private static string Describe(BudgetPlan plan) =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"{plan.Rounds} rounds with {plan.Block.DurationNs / 1e9:0.0#} s of each cell from now on"
        ) + (plan.Precision.Length > 0 ? $"; ratios to {plan.Precision}" : "");
}
