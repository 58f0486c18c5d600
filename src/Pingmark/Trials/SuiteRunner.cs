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
    private readonly long _began = schedule.Clock.GetTimestamp();
    private readonly List<TrialRecord> _records = [];
    private BudgetPlan _budget = schedule.Budget;
    private int _measuredBlocks;

    /// <summary>Measures the run.</summary>
    /// <param name="cancel">Ctrl-C: the block that is being measured is lost, and everything before it is kept.</param>
    /// <exception cref="BadInputException">The earlier trials are not of this plan.</exception>
    public async Task RunAsync(CancellationToken cancel)
    {
        var pace = new Pace(_settings.BudgetNs);
        var (round, reviewed) = (1, new RoundReview([], [], []));
        for (; round <= _budget.Rounds && !_plan.IsFinished; round++)
        {
            var blocks = Blocks(round);
            _records.AddRange(_earlier.InBlocks(blocks));
            pace.Begin(RoundForecast.Foresee(blocks, _settings, _budget.Block.WarmUpNs));
            // A round is gone through as a whole, measured or not, so that the ones after it are drawn as they were.
            var isMeasured = blocks.Count(_earlier.HasAllOf) == blocks.Count;
            if (isMeasured)
                blocks.ForEach(_ => Skip());
            else if (!await RoundAsync(blocks, pace, cancel))
                return;
            reviewed = recorder.Review(_records);
            Revise(reviewed);
            // Where messages end cells, a round takes less than its share, and what it left may be worth another one.
            var mayEndEarly = pace.LongestNs.Any(longest => longest < long.MaxValue);
            if ((round == 1 || isMeasured || mayEndEarly) && _settings.BudgetNs is not null)
            {
                _budget = _budget.AfterRound(round, SpentNs, pace.OverheadNs, pace.LongestNs);
                if (!isMeasured && round < _budget.Rounds)
                    progress.Step(Describe(_budget));
            }
        }
        var without = reviewed.WorthAnotherTrial;
        _plan.KeepOnly(without);
        if (_plan.IsFinished)
            return;
        var labels = schedule.Cells.Where(cell => without.Contains(cell.Id)).Select(cell => cell.Label).Distinct();
        progress.Step($"once more, since all of their trials are withheld: {string.Join(", ", labels)}");
        await OnceMoreAsync(Blocks(round), pace, cancel);
    }

    /// <summary>Measures cells once more that have no figure, because others had the machine, or because the stack was
    /// in another state for all of a window. There must be room in the budget, and no cell gets two more
    /// trials.</summary>
    private async Task OnceMoreAsync(List<Block> blocks, Pace pace, CancellationToken cancel)
    {
        pace.Begin(RoundForecast.Foresee(blocks, _settings, _budget.Block.WarmUpNs));
        _records.AddRange(_earlier.InBlocks(blocks));
        _budget = _budget with { Rounds = blocks[0].Round };
        if (!blocks.All(_earlier.HasAllOf))
            await RoundAsync(blocks, pace, cancel);
    }

    private double ElapsedNs => schedule.Clock.GetElapsedTime(_began).TotalNanoseconds;

    private long SpentNs => _earlier.EndedNs + (long)ElapsedNs;

    /// <summary>Foresees the wall time that is left in ns by the pace of the blocks that were measured; it is no longer
    /// than the budget.</summary>
    private long LeftNs(int blocksLeft)
    {
        var byPaceNs = _measuredBlocks == 0 ? _budget.EstimateNs - SpentNs : ElapsedNs / _measuredBlocks * blocksLeft;
        return (long)Math.Max(0, Math.Min(byPaceNs, (_settings.BudgetNs ?? double.PositiveInfinity) - SpentNs));
    }

    /// <summary>When the last of a run's trials had ended, in ns since the run began.</summary>
    public static long EndedNs(IReadOnlyList<TrialRecord> trials) => new EarlierTrials(trials).EndedNs;

    /// <summary>Draws what a block would have drawn, so that those after it are the same without it.</summary>
    private void Skip() => _ = _random.Next();

    /// <summary>A round that is being measured.</summary>
    /// <param name="Limit">What holds a first round to the budget; null in later rounds.</param>
    private sealed record MeasuredRound(
        IReadOnlyList<Block> Blocks,
        Pace Pace,
        FirstRoundLimit? Limit,
        ProcessSet Processes
    )
    {
        public int Number => Blocks[0].Round;

        /// <summary>The plan, which the first block of a run may correct.</summary>
        public required BudgetPlan Budget { get; set; }

        public int RoundsAfter => Budget.Rounds - Number;
    }

    /// <summary>Measures a round. A block of a later round that does not end in time is left out, and those after it
    /// that do are measured.</summary>
    /// <returns>False where the budget is spent.</returns>
    private async Task<bool> RoundAsync(List<Block> blocks, Pace pace, CancellationToken cancel)
    {
        await using var processes = workers.Begin(_settings.SharesSides);
        var isFirst = blocks[0].Round == 1;
        var limit = isFirst ? new FirstRoundLimit(_budget, _settings, blocks) : null;
        var round = new MeasuredRound(blocks, pace, limit, processes) { Budget = _budget };
        var leftOut = new List<Cell>();
        foreach (var (number, block) in blocks.Index())
        {
            if (_earlier.HasAllOf(block))
            {
                Skip();
                continue;
            }
            if (_earlier.HasPartOf(block))
                recorder.Forget(block);
            var fitted = Fit(round, number);
            if (fitted is null && !isFirst)
            {
                leftOut.AddRange(block.Cells);
                Skip();
            }
            else if (fitted is null || !await BlockAsync(round, number, fitted, cancel))
                return IsSpent(round.Number);
        }
        var measuredNs = SpentNs;
        await EndAsync(processes, blocks[^1], cancel);
        pace.RecordEnd(SpentNs - measuredNs);
        return leftOut.Count == 0 || IsSpent(round.Number, leftOut.Select(cell => cell.Id).Distinct().Count());
    }

    /// <summary>Fits a block into the budget. The first round is finished where its budget holds it: a figure for every
    /// cell is the least of a run.</summary>
    /// <param name="number">The number of the block, from 0.</param>
    /// <returns>The settings; null where it does not fit.</returns>
    private BlockSettings? Fit(MeasuredRound round, int number) =>
        round.Limit is { } limit
            ? limit.HasRoomFor(number, SpentNs)
                ? round.Budget.Block
                : null
            : round.Pace.Fit(round.Budget, SpentNs, number, round.Blocks[number].Cells.Count, round.RoundsAfter);

    /// <summary>Measures a block.</summary>
    /// <param name="number">The number of the block, from 0.</param>
    /// <returns>False where it was given up because the first round's budget is spent.</returns>
    private async Task<bool> BlockAsync(
        MeasuredRound round,
        int number,
        BlockSettings settings,
        CancellationToken cancel
    )
    {
        var (block, startedNs) = (round.Blocks[number], SpentNs);
        var leftNs = LeftNs((round.RoundsAfter + 1) * round.Blocks.Count - number);
        recorder.Begin(new(block, round.Budget.Rounds, number + 1, round.Blocks.Count, leftNs));
        long? warmNs = null;
        // A generator of its own: how often a block draws depends on what it measures, and must not change the order of
        // the blocks after it.
        var order = new Random(_random.Next());
        using var ends = CancellationTokenSource.CreateLinkedTokenSource(cancel);
        if (round.Limit?.MostNs(number, startedNs) is { } mostNs)
            ends.CancelAfter(TimeSpan.FromMilliseconds(mostNs / 1e6));
        IReadOnlyList<TrialRecord> records;
        try
        {
            records = await new TrialRunner(recorder.Watch).RunAsync(
                block with
                {
                    Earlier = Earlier(block),
                },
                settings,
                round.Processes,
                order,
                ends.Token,
                _settings.BudgetNs is null ? null : WhenWarm
            );
        }
        catch (OperationCanceledException) when (!cancel.IsCancellationRequested)
        {
            return false;
        }
        Keep(records, startedNs);
        round.Limit?.RecordBlock(number, SpentNs - startedNs, settings);
        if (_settings.FreshProcesses)
            await EndAsync(round.Processes, block, cancel);
        round.Pace.Add(
            number,
            SpentNs - startedNs,
            warmNs,
            settings,
            block.Cells.Zip(records, (cell, record) => (cell.Scenario, record.Unbroken?.ThroughputPerS)).ToList()
        );
        _measuredBlocks++;
        return true;

        BlockSettings WhenWarm()
        {
            var spentNs = SpentNs;
            warmNs = spentNs - startedNs;
            return settings = FitWarm(round, number, warmNs.Value, spentNs);
        }
    }

    /// <summary>Fits a block into the budget again when its cells are warm.</summary>
    /// <param name="number">The number of the block, from 0.</param>
    private BlockSettings FitWarm(MeasuredRound round, int number, long warmNs, long spentNs)
    {
        var isFirst = round.Number == 1;
        if (isFirst)
            round.Budget = InFirstRound(round, number, warmNs, spentNs);
        var fitted = round.Pace.FitWarm(
            round.Budget,
            spentNs,
            number,
            round.Blocks[number].Cells.Count,
            round.RoundsAfter
        );
        // A first round may have less than its share, where its blocks are slow, and never takes more.
        return isFirst && round.Budget.Rounds > 1 && fitted.DurationNs > round.Budget.Block.DurationNs
            ? round.Budget.Block
            : fitted;
    }

    private bool IsSpent(int round, int leftOut = 0)
    {
        var cells = leftOut switch
        {
            0 => "",
            1 => ", which has no time for 1 cell",
            _ => $", which has no time for {leftOut} cells",
        };
        progress.Step($"budget spent in round {round}{cells}");
        return false;
    }

    /// <summary>Plans anew when a block of the first round is warm: where another round would not fit this one gets all
    /// of the time.</summary>
    /// <param name="number">The number of the block, from 0.</param>
    private BudgetPlan InFirstRound(MeasuredRound round, int number, long warmNs, long spentNs)
    {
        var (budget, pace) = (round.Budget, round.Pace);
        if (number == 0)
        {
            budget = budget.AfterFirstWarmUp(warmNs, round.Blocks[0].Cells);
            pace.ExpectOverhead(budget.OverheadNs);
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
