using System.Security.Cryptography;
using Pingmark.Model;
using Pingmark.Workers;

namespace Pingmark.Trials;

/// <summary>
/// READ FIRST. Measures one block: a baseline and the cells that are compared with it, each by a client and a server
/// that no other cell of the block has.
/// <code>
/// connect all → warm up, taking turns → paired slices (ratios), and among them
/// the parts of each cell's continuous window (tails) → disconnect all → one record a cell
/// </code>
/// The parts of continuous windows are evenly spread over the slices, so that whatever the machine does hits them
/// alike. A cell that fails is recorded with its reason and leaves the block; the others go on. Processes are those of
/// a <see cref="ProcessSet"/>; who calls this, scenario by scenario and round by round, is <see cref="SuiteRunner"/>;
/// how a client and its server measure is <see cref="Pair"/>.
/// </summary>
/// <param name="watch">Called while nothing is measured, with what tells the first figures of a block.</param>
public sealed class TrialRunner(Action<Func<PartialFigures>> watch)
{
    /// <summary>How many times the messages in flight a slice must hold at least: one that holds fewer measures its own
    /// edges.</summary>
    internal const double SliceWorthInFlight = 20;

    private const int MostRehearsals = 6;

    /// <summary>Measures a block.</summary>
    /// <param name="whenWarm">Says what is left to settle when all cells are warm; null where nothing is.</param>
    public async Task<IReadOnlyList<TrialRecord>> RunAsync(
        Block block,
        BlockSettings settings,
        ProcessSet processes,
        Random random,
        CancellationToken cancel,
        Func<BlockSettings>? whenWarm = null
    )
    {
        var trials = block.Cells.Select(cell => new CellTrial(cell, block, processes)).ToList();
        processes.Expect(block);
        try
        {
            await Task.WhenAll(trials.Select(trial => trial.AttemptAsync(() => trial.StartAsync(cancel))));
            await WarmUpAsync(trials, settings, random, cancel);
            settings = whenWarm?.Invoke() ?? settings;
            var sliced = block.Sliced ? trials.Where(t => t is { IsAlive: true, MaySlice: true }).ToList() : [];
            // A slice is worth something beside the baseline's slices only.
            if (sliced.Count < 2 || sliced[0] != trials[0])
                sliced.Clear();
            var parts = sliced.Count > 0 && sliced.All(trial => trial.MayPartWindow(settings)) ? settings.Parts : 1;
            var time = MayShorten(trials, settings) ? new BlockTime(trials.Count * settings.WallNs) : null;
            var slicing = new Slicing(sliced, SlicesPerCell(sliced, settings), time, random);
            await RehearseAsync(sliced, settings, cancel);
            for (var part = 1; part <= parts; part++)
            {
                await SlicesAsync(slicing, (double)part / (parts + 1), settings, processes, cancel);
                await ContinuousWindowsAsync(part == 1 ? trials : sliced, sliced, parts, settings, random, cancel);
                time?.Reserve((parts - part) * sliced.Count * settings.PartWallNs(parts));
            }
            await SlicesAsync(slicing, share: 1, settings, processes, cancel);
            sliced.ForEach(trial => trial.EndSlices());
            await Task.WhenAll(trials.Select(trial => trial.AttemptAsync(() => trial.EndAsync(cancel))));
        }
        finally
        {
            await Task.WhenAll(trials.Select(trial => trial.DisposeAsync().AsTask()));
        }
        return BlockMedian.Describe(trials.Select(trial => trial.Record).ToList());
    }

    /// <summary>Warms the cells up. Those that compile come first: their compilers work in the background while others
    /// have their turns, and these would not become even.</summary>
    private async Task WarmUpAsync(
        List<CellTrial> trials,
        BlockSettings settings,
        Random random,
        CancellationToken cancel
    )
    {
        var started = trials.Where(trial => trial.IsAlive).ToLookup(trial => trial.Pair.MayCompile);
        await WarmUpInTurnsAsync(started[true], trials, settings, random, cancel);
        await WarmUpInTurnsAsync(started[false], trials, settings, random, cancel);
    }

    /// <summary>Warms cells up with one window each in turns, until all have settled: while one has its window the
    /// compilers of the others finish, and taking turns, as slices will, is nothing new then.</summary>
    private async Task WarmUpInTurnsAsync(
        IEnumerable<CellTrial> some,
        IReadOnlyList<CellTrial> trials,
        BlockSettings settings,
        Random random,
        CancellationToken cancel
    )
    {
        var cold = some.ToList();
        while (cold.RemoveAll(trial => !trial.IsAlive) >= 0 && cold.Count > 0)
        {
            Tell(PartialFigures.WarmingUp, trials);
            var warm = new List<CellTrial>();
            await EachInTurnAsync(
                cold,
                random,
                async trial =>
                {
                    if (await trial.WarmUpStepAsync(settings, cancel))
                        warm.Add(trial);
                }
            );
            cold = cold.Except(warm).ToList();
        }
    }

    private static int SlicesPerCell(List<CellTrial> sliced, BlockSettings settings) =>
        sliced.Select(t => settings.SlicesPerCell(t.Cell.Scenario, t.Pair.RatePerS)).DefaultIfEmpty().Max();

    /// <summary>Whether slices may be shortened; a number of messages that was asked for is counted whatever it
    /// takes.</summary>
    private static bool MayShorten(List<CellTrial> trials, BlockSettings settings) =>
        settings.IsBudgeted
        && trials.All(t => !t.IsAlive || settings.Messages(t.Cell.Scenario, t.Pair.RatePerS) is null);

    /// <summary>Measures slices.</summary>
    /// <param name="share">The share of the block's slices that have been measured afterwards.</param>
    private async Task SlicesAsync(
        Slicing slicing,
        double share,
        BlockSettings settings,
        ProcessSet processes,
        CancellationToken cancel
    )
    {
        if (!slicing.HasMoreBefore(share))
            return;
        var sliced = slicing.Cells;
        var idleness = new Idleness(processes.Sides);
        foreach (var trial in sliced)
            await WhileAwakeAsync(
                trial,
                async () =>
                {
                    trial.BeginSlices(await trial.Pair.UsageAsync(cancel));
                    // What the sides were asked since they measured last is code that compilers may have to do with.
                    await new CompilerTime(trial.Pair).WaitForRestAsync(cancel);
                }
            );
        foreach (var pass in slicing.PassesUntil(share))
        {
            foreach (var trial in pass.Turns.Select(turn => sliced[turn]))
                await WhileAwakeAsync(
                    trial,
                    async () =>
                        trial.Slices.Add(
                            pass.Number,
                            await idleness.MeasureAsync(trial.Pair, () => SliceAsync(trial, settings, cancel), cancel)
                        )
                );
            Tell(PartialFigures.Measuring, sliced);
        }
        foreach (var trial in sliced)
            await WhileAwakeAsync(trial, async () => trial.CheckCounts(await trial.Pair.UsageAsync(cancel)));
    }

    /// <summary>Rehearses slices. What comes after a long pause is slow at first: each trial has a slice that doesn't
    /// count, and another as long as its compilers work in it, or it is slower than when it was warm, and becomes
    /// faster.</summary>
    private static async Task RehearseAsync(List<CellTrial> sliced, BlockSettings settings, CancellationToken cancel)
    {
        var slow = sliced.ToList();
        for (var pass = 0; pass < MostRehearsals && slow.Count > 0; pass++)
            foreach (var trial in slow.ToList())
                await WhileAwakeAsync(
                    trial,
                    async () =>
                    {
                        var compilers = new CompilerTime(trial.Pair);
                        var slice = await SliceAsync(trial, settings, cancel);
                        var areCompiling = compilers.NsSinceLast() > Idleness.DisturbsNs(slice.Measured.DurationNs);
                        if (areCompiling)
                            await compilers.WaitForRestAsync(cancel);
                        if (trial.IsWarmAgain(slice.Measured.ThroughputPerS) && !areCompiling)
                            slow.Remove(trial);
                    }
                );
    }

    private static Task<CountedRun> SliceAsync(CellTrial trial, BlockSettings settings, CancellationToken cancel) =>
        trial.Pair.SliceAsync(settings.SliceSettleNs, settings.SliceNs, cancel);

    /// <summary>Measures a part of the continuous window of each of these cells, or all of it where it has one part, or
    /// the cell is not sliced.</summary>
    private Task ContinuousWindowsAsync(
        List<CellTrial> trials,
        List<CellTrial> sliced,
        int parts,
        BlockSettings settings,
        Random random,
        CancellationToken cancel
    ) =>
        EachInTurnAsync(
            trials,
            random,
            trial => trial.MeasureContinuousWindowAsync(PlanOf(trial, sliced.Contains(trial), parts, settings), cancel)
        );

    private void Tell(string doing, IReadOnlyList<CellTrial> trials) => watch(() => PartialFigures.Of(doing, trials));

    private static WindowPlan PlanOf(CellTrial trial, bool isSliced, int parts, BlockSettings settings)
    {
        if (isSliced && parts > 1)
            return new(BlockSettings.PartSettleNs, settings.ContinuousNsAt(trial.Pair.RatePerS) / parts)
            {
                MayBeSilent = true,
            };
        var (scenario, ratePerS) = (trial.Cell.Scenario, trial.Pair.RatePerS);
        var messages = settings.Messages(scenario, ratePerS) is { } all
            ? (isSliced ? settings.ContinuousMessages(scenario, all) : all)
            : (long?)null;
        var lengthNs = isSliced ? settings.ContinuousNsAt(ratePerS) : settings.WholeNs(scenario, ratePerS);
        return new(settings.SettleNs, lengthNs) { Messages = messages };
    }

    private static async Task EachInTurnAsync(List<CellTrial> trials, Random random, Func<CellTrial, Task> measure)
    {
        var order = trials.ToArray();
        random.Shuffle(order);
        foreach (var trial in order)
            await WhileAwakeAsync(trial, () => measure(trial));
    }

    /// <summary>Does something with a cell that is measured, while only that cell is awake.</summary>
    private static Task WhileAwakeAsync(CellTrial trial, Func<Task> action) =>
        trial.AttemptAsync(async () =>
        {
            trial.Pair.Wake();
            await action();
            trial.Rest();
        });

    internal static string NewToken() => Convert.ToHexStringLower(RandomNumberGenerator.GetBytes(16));
}
