using System.Diagnostics;
using System.Globalization;
using Pingmark.Model;

namespace Pingmark.Trials;

/// <summary>Measures a run: round after round of blocks, each round with fresh processes, until rounds, precision or
/// budget are reached. Every finished trial is on disk before the next block starts.</summary>
/// <param name="elapsedNs">The time since this part of the run began; null for the machine's clock.</param>
public sealed class SuiteRunner(
    WorkerSetup workers,
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
    private readonly Func<long> _elapsedNs = elapsedNs ?? StartClock();
    private readonly Pace _pace = new(schedule.Settings.BudgetNs);
    private readonly List<TrialRecord> _records = [];
    private BudgetPlan _budget = schedule.Budget;
    private int _measuredBlocks;

    /// <summary>Measures the run.</summary>
    /// <param name="cancel">Ctrl-C: only the block that is being measured is lost.</param>
    /// <exception cref="BadInputException">The earlier trials are not of this plan.</exception>
    public async Task RunAsync(CancellationToken cancel)
    {
        for (var round = 1; round <= _budget.Rounds && !_plan.IsFinished; round++)
        {
            var blocks = DrawBlocks(round);
            _pace.BeginRound([.. blocks.Select(block => block.Baseline.Id)]);
            _records.AddRange(_earlier.InBlocks(blocks));
            var isMeasured = blocks.Count(_earlier.HasAllOf) == blocks.Count;
            if (isMeasured)
                foreach (var (number, block) in blocks.Index())
                    Skip(number, block);
            else if (!await MeasureRoundAsync(round, blocks, cancel))
            {
                progress.Step($"budget spent in round {round}");
                return;
            }
            ApplyReview(recorder.Review(_records));
            // Where messages end cells, a round takes less than its share, which may suffice for another round.
            var mayEndEarly = _pace.MaxCountedNs.Any(maxNs => maxNs < long.MaxValue);
            if ((round == 1 || isMeasured || mayEndEarly) && _settings.BudgetNs is not null)
            {
                _budget = _budget.ReplanAfterRound(round, SpentNs, _pace.OverheadNs, _pace.MaxCountedNs);
                if (!isMeasured && round < _budget.Rounds)
                    progress.Step(Describe(_budget));
            }
        }
    }

    private static Func<long> StartClock()
    {
        var began = Stopwatch.GetTimestamp();
        return () => (long)Stopwatch.GetElapsedTime(began).TotalNanoseconds;
    }

    /// <summary>The time since the run began, with that of the earlier trials.</summary>
    private long SpentNs => _earlier.EndedNs + _elapsedNs();

    /// <summary>When the last of a run's trials had ended, in ns since the run began.</summary>
    public static long EndedNs(IReadOnlyList<TrialRecord> trials) => new EarlierTrials(trials).EndedNs;

    /// <summary>A round that is being measured.</summary>
    /// <param name="Blocks">Its blocks; those that are measured once more are added at the end.</param>
    /// <param name="DrawnBlocks">The number of blocks without those.</param>
    /// <param name="FirstLimit">The limit of a first round.</param>
    private sealed record Round(
        int Number,
        List<Block> Blocks,
        int DrawnBlocks,
        FirstRoundLimit? FirstLimit,
        ProcessSet Processes
    )
    {
        public FirstRoundLimit? LimitFor(int block) => block < DrawnBlocks ? FirstLimit : null;
    }

    /// <returns>False where the budget is spent.</returns>
    private async Task<bool> MeasureRoundAsync(int roundNumber, List<Block> blocks, CancellationToken cancel)
    {
        await using var processes = new ProcessSet(workers, _settings.SharesSides);
        var firstLimit = roundNumber == 1 ? new FirstRoundLimit(_budget, _settings, blocks) : null;
        var round = new Round(roundNumber, [.. blocks], blocks.Count, firstLimit, processes);
        var isWhole = true;
        for (var number = 0; number < round.Blocks.Count; number++)
        {
            var block = round.Blocks[number];
            if (_earlier.HasAllOf(block))
            {
                Skip(number, block);
                continue;
            }
            if (_earlier.HasPartOf(block))
                recorder.Forget(block);
            var startedNs = SpentNs;
            var limit = round.LimitFor(number);
            // A first round is measured in full where the budget has room: each cell should have a figure.
            var settings =
                limit is null ? _pace.Fit(_budget, startedNs, number, block.Cells.Count, _budget.Rounds - roundNumber)
                : limit.HasTimeFor(number, startedNs) ? _budget.Block
                : null;
            if (settings is not null)
            {
                if (!await MeasureBlockAsync(round, number, settings, startedNs, cancel))
                    return false;
            }
            // The next block may have its processes up, and take less.
            else if (limit is null && roundNumber == _budget.Rounds)
                isWhole &= number >= round.DrawnBlocks;
            else
                return false;
        }
        var measuredNs = SpentNs;
        await EndProcessesAsync(processes, blocks[^1], cancel);
        _pace.SetEndNs(SpentNs - measuredNs);
        return isWhole;
    }

    /// <returns>False where the block ran out of time, and is lost.</returns>
    private async Task<bool> MeasureBlockAsync(
        Round round,
        int number,
        BlockSettings settings,
        long startedNs,
        CancellationToken cancel
    )
    {
        var (block, limit) = (round.Blocks[number], round.LimitFor(number));
        var remainingNs = ForecastRemainingNs((_budget.Rounds - round.Number + 1) * round.Blocks.Count - number);
        recorder.Begin(new(block, _budget.Rounds, number + 1, round.Blocks.Count, remainingNs));
        long? warmNs = null;
        // A generator of its own: how often a block draws must not change the order of later blocks.
        var random = new Random(_random.Next());
        using var ends = CancellationTokenSource.CreateLinkedTokenSource(cancel);
        if (round.FirstLimit?.MaxNs(number, startedNs) is { } maxNs)
            ends.CancelAfter(TimeSpan.FromMilliseconds(maxNs / 1e6));
        var cells = block.Cells.Select(cell => cell.Id).ToHashSet();
        var runner = new TrialRunner(
            block with
            {
                EarlierTrials = _records.Where(record => cells.Contains(record.Cell)).ToList(),
            },
            settings,
            round.Processes,
            random,
            recorder.ShowFigures,
            _settings.BudgetNs is null ? null : ReplanWhenWarm
        );
        IReadOnlyList<TrialRecord> records;
        try
        {
            records = await runner.RunAsync(ends.Token);
        }
        catch (OperationCanceledException) when (!cancel.IsCancellationRequested)
        {
            return false;
        }
        Keep(records, startedNs);
        limit?.AddBlock(number, SpentNs - startedNs, settings);
        if (_settings.FreshProcesses)
            await EndProcessesAsync(round.Processes, block, cancel);
        _pace.AddBlock(
            number,
            SpentNs - startedNs,
            warmNs,
            settings,
            block.Cells.Zip(records, (cell, record) => (cell.Scenario, record.Unbroken?.ThroughputPerS)).ToList()
        );
        _measuredBlocks++;
        return true;

        BlockSettings ReplanWhenWarm()
        {
            var spentNs = SpentNs;
            warmNs = spentNs - startedNs;
            if (limit is not null)
                ReplanFirstRound(round, limit, number, warmNs.Value, spentNs);
            return settings =
                round.Number == 1 && _budget.Rounds > 1
                    ? _budget.Block
                    : _pace.FitAfterWarmUp(_budget, spentNs, number, block.Cells.Count, _budget.Rounds - round.Number);
        }
    }

    /// <summary>Draws as if the block was measured, so that later blocks are drawn as in the run that is
    /// resumed.</summary>
    private void Skip(int number, Block block)
    {
        _ = _random.Next();
        _pace.AddForecast(number, _budget.ForecastOverheadNs(block.Cells.Count), block.Cells.Count);
    }

    /// <summary>Forecasts the wall time until the run ends by the pace of the blocks so far, within the
    /// budget.</summary>
    private long ForecastRemainingNs(int blocksLeft)
    {
        var byPaceNs =
            _measuredBlocks == 0 ? _budget.EstimateNs - SpentNs : (double)_elapsedNs() / _measuredBlocks * blocksLeft;
        return (long)Math.Max(0, Math.Min(byPaceNs, (_settings.BudgetNs ?? double.PositiveInfinity) - SpentNs));
    }

    /// <summary>Replans when a block of the first round is warm. Where a second round would not fit, this one gets all
    /// of the time, and blocks that were measured already are measured once more for their share of it.</summary>
    private void ReplanFirstRound(Round round, FirstRoundLimit limit, int number, long warmNs, long spentNs)
    {
        limit.AddWarmUp(number, warmNs);
        _pace.AddForecast(number, warmNs, round.Blocks[number].Cells.Count);
        for (var later = number + 1; later < round.DrawnBlocks; later++)
            _pace.AddForecast(later, limit.ForecastWarmUpNs(later), round.Blocks[later].Cells.Count);
        _pace.SetEndNs(limit.EndNs);
        if (_budget.Rounds == 1)
            return;
        _budget = schedule.Budget.ReplanForSlowness(limit.Slowness);
        if (_pace.HasTimeForAnotherRound(_budget, spentNs, number))
            return;
        progress.Step("only one round: another one would not fit into the budget");
        _budget = _budget.WithOneRound();
        var repeats = KeepsProcesses
            ? round.Blocks[..number].Select(block => Repeat(block, round.DrawnBlocks)).OfType<Block>().ToList()
            : [];
        var costs = repeats.Select(block => (limit.RepeatOverheadNs(block), block.Cells.Count)).ToList();
        if (_pace.TryAddRepeats(_budget, spentNs, number, costs))
            round.Blocks.AddRange(repeats);
    }

    /// <summary>A block for another measurement in its round; null where its baseline failed.</summary>
    private Block? Repeat(Block block, int drawnBlocks)
    {
        var failed = FailedCells();
        return failed.Contains(block.Baseline.Id)
            ? null
            : block with
            {
                Number = block.Number + drawnBlocks,
                Cells = [.. block.Cells.Where(cell => !failed.Contains(cell.Id))],
            };
    }

    private HashSet<string> FailedCells() =>
        _records.Where(record => record.Status != CellStatus.Ok).Select(record => record.Cell).ToHashSet();

    /// <summary>Whether the processes of a block wait until their round ends.</summary>
    private bool KeepsProcesses =>
        _settings is { FreshProcesses: false, SharesSides: false } && _plan.PairsToStart <= workers.MaxPairs;

    private void Keep(IReadOnlyList<TrialRecord> records, long startedNs)
    {
        var measured = records.Select(record => record with { StartedAtS = startedNs / 1e9 }).ToList();
        recorder.Keep(measured);
        _records.AddRange(measured);
    }

    /// <summary>Ends processes. A worker that can't end in order fails the cell that it measured last, because its
    /// totals are missing.</summary>
    private async Task EndProcessesAsync(ProcessSet processes, Block lastBlock, CancellationToken cancel)
    {
        foreach (var (cell, fault) in await processes.StopAsync(cancel))
        {
            var failed = new TrialRecord
            {
                Round = lastBlock.Round,
                Block = lastBlock.Number,
                Cell = cell.Id,
                Status = CellStatus.Failed,
                Reason = fault.Message,
            };
            Keep([failed], SpentNs);
        }
    }

    private List<Block> DrawBlocks(int round)
    {
        var arrivalsSeed = new Random(unchecked(schedule.Seed * 486_187_739 + round)).Next();
        return _plan
            .DrawRound(round, _random, inOrder: _budget.IsPartial)
            .Select(block => block with { ArrivalsSeed = arrivalsSeed })
            .ToList();
    }

    /// <summary>After a round, failed cells leave, cells whose slices mislead are no longer sliced, and comparisons
    /// that are precise enough end.</summary>
    private void ApplyReview(RoundReview review)
    {
        foreach (var cell in FailedCells())
            _plan.Drop(cell);
        foreach (var cell in review.UnsuitableForSlices)
            _plan.StopSlicing(cell);
        foreach (var cell in review.PreciseEnough)
            _plan.Finish(cell);
        _plan.SetCellsWithVerdict(review.Decided);
    }

    private static string Describe(BudgetPlan plan) =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"{plan.Rounds} rounds with {plan.Block.DurationNs / 1e9:0.0#} s of each cell from now on"
        ) + (plan.Precision.Length > 0 ? $"; ratios to {plan.Precision}" : "");
}
