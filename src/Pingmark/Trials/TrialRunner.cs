using Pingmark.Model;

namespace Pingmark.Trials;

/// <summary>
/// READ FIRST. Measures one block: a baseline and the cells that are compared with it. Each cell has its own client and
/// server.
/// <code>
/// connect all → warm up in turns → rehearse slices → slices, and between them
/// the parts of each cell's continuous window → disconnect all → one record for each cell
/// </code>
/// Slices give the ratios to the baseline; continuous windows give the tails. The parts of a window are spread evenly
/// over the slices, so that a slow moment of the machine hits both alike. A cell that fails leaves the block with its
/// reason, and the others go on. <see cref="SuiteRunner"/> decides which block is next, <see cref="ProcessSet"/> owns
/// the processes, and <see cref="Pair"/> measures.
/// </summary>
/// <param name="showFigures">Called between measurements; its argument computes the block's first figures.</param>
/// <param name="replanWhenWarm">Called when all cells are warm; returns the settings for what is measured next.</param>
public sealed class TrialRunner(
    Block block,
    BlockSettings settings,
    ProcessSet processes,
    Random random,
    Action<Func<PartialFigures>> showFigures,
    Func<BlockSettings>? replanWhenWarm = null
)
{
    private const int MaxRehearsals = 6;

    private readonly List<CellTrial> _trials = [.. block.Cells.Select(cell => new CellTrial(cell, block, processes))];
    private BlockSettings _settings = settings;

    /// <summary>The cells that are measured in slices, the baseline first; empty where none is.</summary>
    private List<CellTrial> _sliced = [];

    public async Task<IReadOnlyList<TrialRecord>> RunAsync(CancellationToken cancel)
    {
        processes.Expect(block);
        try
        {
            await Task.WhenAll(_trials.Select(trial => trial.AttemptAsync(() => trial.StartAsync(cancel))));
            await WarmUpAsync(cancel);
            _settings = replanWhenWarm?.Invoke() ?? _settings;
            _sliced = FindSlicedCells();
            await MeasureAsync(cancel);
            await Task.WhenAll(_trials.Select(trial => trial.AttemptAsync(() => trial.EndAsync(cancel))));
        }
        finally
        {
            await Task.WhenAll(_trials.Select(trial => trial.DisposeAsync().AsTask()));
        }
        return NeighbourMedians.AddTo([.. _trials.Select(trial => trial.Record)]);
    }

    /// <summary>Warms up the cells that may compile first: their compilers go on in the background and would disturb
    /// the others.</summary>
    private async Task WarmUpAsync(CancellationToken cancel)
    {
        var started = _trials.Where(trial => trial.IsAlive).ToLookup(trial => trial.Pair.MightHaveCompiler);
        await WarmUpInTurnsAsync(started[true], cancel);
        await WarmUpInTurnsAsync(started[false], cancel);
    }

    /// <summary>Warms up cells by one window each in turns, as slices will take turns. The compilers of those that wait
    /// finish meanwhile.</summary>
    private async Task WarmUpInTurnsAsync(IEnumerable<CellTrial> trials, CancellationToken cancel)
    {
        var cold = trials.ToList();
        while (cold.RemoveAll(trial => !trial.IsAlive) >= 0 && cold.Count > 0)
        {
            showFigures(() => PartialFigures.Create(PartialFigures.WarmingUp, _trials));
            var warm = new List<CellTrial>();
            await ForEachInRandomOrderAsync(
                cold,
                async trial =>
                {
                    if (await trial.WarmUpStepAsync(_settings, cancel))
                        warm.Add(trial);
                }
            );
            cold = cold.Except(warm).ToList();
        }
    }

    /// <summary>A slice is only of use beside the baseline's slices.</summary>
    private List<CellTrial> FindSlicedCells()
    {
        var sliced = block.IsSliced ? _trials.Where(trial => trial is { IsAlive: true, CanSlice: true }).ToList() : [];
        return sliced.Count >= 2 && sliced[0] == _trials[0] ? sliced : [];
    }

    private async Task MeasureAsync(CancellationToken cancel)
    {
        var parts =
            _sliced.Count > 0 && _sliced.All(trial => trial.CanSplitContinuousWindow(_settings))
                ? _settings.ContinuousParts
                : 1;
        var timeLimit = CanShortenSlices ? new BlockTimeLimit(_trials.Count * _settings.WallNs) : null;
        var slicesPerCell = _sliced
            .Select(trial => _settings.SlicesPerCell(trial.Cell.Scenario, trial.Pair.RatePerS))
            .DefaultIfEmpty()
            .Max();
        var schedule = new SliceSchedule(_sliced, slicesPerCell, timeLimit, random);
        await RehearseSlicesAsync(cancel);
        for (var part = 1; part <= parts; part++)
        {
            await MeasureSlicesAsync(schedule, (double)part / (parts + 1), cancel);
            await ForEachInRandomOrderAsync(
                part == 1 ? _trials : _sliced,
                trial => trial.MeasureContinuousWindowAsync(PlanContinuousWindow(trial, parts), cancel)
            );
            timeLimit?.Reserve((parts - part) * _sliced.Count * _settings.ContinuousPartWallNs(parts));
        }
        await MeasureSlicesAsync(schedule, untilShare: 1, cancel);
        _sliced.ForEach(trial => trial.AddSlicesToRecord());
    }

    /// <summary>Whether a budget may cut slices; a number of messages that was asked for is counted in full.</summary>
    private bool CanShortenSlices =>
        _settings.IsBudgeted
        && _trials.All(t => !t.IsAlive || _settings.Messages(t.Cell.Scenario, t.Pair.RatePerS) is null);

    /// <summary>Runs slices that don't count, because the first ones after a pause are slow. A cell repeats its slice
    /// while its compilers work, or while it is slower than when warm and still gets faster.</summary>
    private async Task RehearseSlicesAsync(CancellationToken cancel)
    {
        var slow = _sliced.ToList();
        for (var pass = 0; pass < MaxRehearsals && slow.Count > 0; pass++)
            foreach (var trial in slow.ToList())
                await WhileAwakeAsync(
                    trial,
                    async () =>
                    {
                        var compilers = new CompilerTime(trial.Pair);
                        var slice = await MeasureSliceAsync(trial, cancel);
                        var isCompiling =
                            compilers.ReadNsSinceLast() > SliceWatch.DisturbingNs(slice.Measured.DurationNs);
                        if (isCompiling)
                            await compilers.WaitForRestAsync(cancel);
                        if (trial.HasRegainedSpeed(slice.Measured.ThroughputPerS) && !isCompiling)
                            slow.Remove(trial);
                    }
                );
    }

    /// <param name="untilShare">The share of the block's slices that have been measured afterwards.</param>
    private async Task MeasureSlicesAsync(SliceSchedule schedule, double untilShare, CancellationToken cancel)
    {
        if (!schedule.HasPassBefore(untilShare))
            return;
        var watch = new SliceWatch(processes.Sides);
        foreach (var trial in _sliced)
            await WhileAwakeAsync(
                trial,
                async () =>
                {
                    trial.StartSlices(await trial.Pair.UsageAsync(cancel));
                    // The requests since the last measurement ran code that may be compiled now.
                    await new CompilerTime(trial.Pair).WaitForRestAsync(cancel);
                }
            );
        foreach (var pass in schedule.DrawPassesUntil(untilShare))
        {
            foreach (var trial in pass.Turns.Select(turn => _sliced[turn]))
                await WhileAwakeAsync(
                    trial,
                    async () =>
                        trial.Slices.Add(
                            pass.Number,
                            await watch.MeasureAsync(trial.Pair, () => MeasureSliceAsync(trial, cancel), cancel)
                        )
                );
            showFigures(() => PartialFigures.Create(PartialFigures.Measuring, _sliced));
        }
        foreach (var trial in _sliced)
            await WhileAwakeAsync(trial, async () => trial.RequireMatchingCounts(await trial.Pair.UsageAsync(cancel)));
    }

    private Task<CountedRun> MeasureSliceAsync(CellTrial trial, CancellationToken cancel) =>
        trial.Pair.SliceAsync(_settings.SliceSettleNs, _settings.SliceNs, cancel);

    /// <summary>Plans a part of a cell's continuous window, or all of it where it is not split.</summary>
    private WindowPlan PlanContinuousWindow(CellTrial trial, int parts)
    {
        var (scenario, ratePerS, isSliced) = (trial.Cell.Scenario, trial.Pair.RatePerS, _sliced.Contains(trial));
        if (isSliced && parts > 1)
            return new(BlockSettings.PartSettleNs, _settings.ContinuousNsAt(ratePerS) / parts) { CanBeSilent = true };
        var messages = _settings.Messages(scenario, ratePerS);
        return isSliced
            ? new(BlockSettings.SettleNs, _settings.ContinuousNsAt(ratePerS))
            {
                Messages = messages is { } all ? BlockSettings.ContinuousMessages(scenario, all) : null,
            }
            : new(BlockSettings.SettleNs, _settings.UnslicedNs(scenario, ratePerS)) { Messages = messages };
    }

    private async Task ForEachInRandomOrderAsync(List<CellTrial> trials, Func<CellTrial, Task> measure)
    {
        var order = trials.ToArray();
        random.Shuffle(order);
        foreach (var trial in order)
            await WhileAwakeAsync(trial, () => measure(trial));
    }

    /// <summary>Measures a cell while its server is awake and all others rest.</summary>
    private static Task WhileAwakeAsync(CellTrial trial, Func<Task> measure) =>
        trial.AttemptAsync(async () =>
        {
            trial.Pair.Wake();
            await measure();
            trial.Rest();
        });
}
