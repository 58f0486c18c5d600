using System.Diagnostics;
using System.Globalization;
using Pingmark.Model;

namespace Pingmark.Trials;

/// <summary>Measures a run: round after round of blocks, each round with fresh processes, until rounds, precision or
/// budget are reached. Every finished trial is on disk before the next block starts.</summary>
public sealed class SuiteRunner(
    WorkerStarts workers,
    TrialSchedule schedule,
    ITrialRecorder recorder,
    ProgressLog progress
)
{
    private readonly SuiteSettings _settings = schedule.Settings;
    private readonly RunPlan _plan = new(schedule.Cells, schedule.Settings);
    private readonly EarlierTrials _earlier = new(schedule.Earlier);
    private readonly Random _random = new(schedule.Seed);
    private readonly Stopwatch _watch = Stopwatch.StartNew();
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

    private long SpentNs => _earlier.EndedNs + (long)_watch.Elapsed.TotalNanoseconds;

    /// <summary>Foresees the wall time that is left in ns by the pace of the blocks that were measured; it is no longer
    /// than the budget.</summary>
    private long LeftNs(int blocksLeft)
    {
        var byPaceNs =
            _measuredBlocks == 0
                ? _budget.EstimateNs - SpentNs
                : _watch.Elapsed.TotalNanoseconds / _measuredBlocks * blocksLeft;
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
        var limit = round == 1 ? new FirstRoundLimit(budget, _settings, blocks) : null;
        await using var processes = workers.Begin(_settings.SharesSides);
        foreach (var (number, block) in blocks.Index())
        {
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
            if (fitted is null)
                return IsSpent(round);
            var leftNs = LeftNs((budget.Rounds - round + 1) * blocks.Count - number);
            recorder.Begin(new(block, budget.Rounds, number + 1, blocks.Count, leftNs));
            long? warmNs = null;
            // A generator of its own: how often a block draws depends on what it measures, and must not change the
            // order of the blocks after it.
            var order = new Random(_random.Next());
            using var ends = CancellationTokenSource.CreateLinkedTokenSource(cancel);
            if (limit?.MostNs(number, startedNs) is { } mostNs)
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
                if (round == 1)
                    budget = InFirstRound(budget, blocks, number, warmNs.Value, spentNs, pace);
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
        return true;
    }

    private bool IsSpent(int round)
    {
        progress.Step($"budget spent in round {round}");
        return false;
    }

    /// <summary>Plans anew when a block of the first round is warm: where another round would not fit this one gets all
    /// of the time.</summary>
    /// <param name="number">The number of the block, from 0.</param>
    private BudgetPlan InFirstRound(
        BudgetPlan budget,
        List<Block> blocks,
        int number,
        long warmNs,
        long spentNs,
        Pace pace
    )
    {
        if (number == 0)
        {
            budget = budget.AfterFirstWarmUp(warmNs, blocks[0].Cells);
            foreach (var (later, block) in blocks.Index())
                pace.Foresee(later, budget.OverheadOfNs(block.Cells.Count), block.Cells.Count);
            pace.RecordEnd(RoundForecast.EndingNs(_plan.Pairs));
        }
        if (budget.Rounds == 1 || pace.HasRoomForAnotherRound(budget, spentNs, number))
            return budget;
        progress.Step("one round, for another would not fit into the budget");
        return _budget = budget.OfOneRound();
    }

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
        foreach (var cell in review.NotToBeSliced)
            _plan.StopSlicing(cell);
        foreach (var cell in review.PreciseEnough)
            _plan.Finish(cell);
    }

    private static string Describe(BudgetPlan plan) =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"{plan.Rounds} rounds, {plan.Block.DurationNs / 1e9:0.0#} s counted per cell and round from now on"
        ) + plan.Precision;
}
