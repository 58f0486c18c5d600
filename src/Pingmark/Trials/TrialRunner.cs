using System.Security.Cryptography;
using Pingmark.Model;
using Pingmark.Workers;

namespace Pingmark.Trials;

/// <summary>
/// READ FIRST. Measures one block: a baseline and the cells that are compared with it, each with fresh server and
/// client processes.
/// <code>
/// start all → warm each up → paired slices, alternating (ratios) → one unbroken stretch each (tails) → stop all → one
/// record a cell
/// </code>
/// A cell that fails is recorded with its reason and leaves the block; the others go on. Who calls this, round by
/// round, is <see cref="SuiteRunner"/>;
/// how a client and its server measure is <see cref="Pair"/>.
/// </summary>
public sealed class TrialRunner(IWorkerStarter starter, IReadOnlyList<int> cores, ProgressLog progress)
{
    /// <summary>Load runs this long before it counts: after a pause caches, sockets and clocks need some ms to come
    /// back.</summary>
    private const double SettleShareOfSlice = 0.1;

    /// <summary>A slice that holds fewer than this many times the messages in flight measures its own edges.</summary>
    private const double SliceWorthInFlight = 20;

    public async Task<IReadOnlyList<TrialRecord>> RunAsync(
        Block block,
        BlockSettings settings,
        Random random,
        CancellationToken cancel
    )
    {
        var trials = block.Cells.Select(cell => new CellTrial(cell, block, cores)).ToList();
        try
        {
            await Task.WhenAll(
                trials.Select(trial => trial.AttemptAsync(() => trial.StartAsync(starter, NewToken(), cancel)))
            );
            await EachInTurnAsync(trials, random, trial => WarmUpAsync(trial, settings, cancel));
            if (block.Sliced)
                await SlicesAsync(trials, settings, random, cancel);
            await EachInTurnAsync(trials, random, trial => UnbrokenAsync(trial, settings, cancel));
            await Task.WhenAll(trials.Select(trial => AwakeAsync(trial, () => trial.StopAsync(cancel))));
        }
        finally
        {
            await Task.WhenAll(trials.Select(trial => trial.DisposeAsync().AsTask()));
        }
        return trials.Select(trial => trial.Record).ToList();
    }

    private async Task WarmUpAsync(CellTrial trial, BlockSettings settings, CancellationToken cancel)
    {
        progress.Detail($"{trial.Cell.Id}: warming up");
        trial.Record = trial.Record with
        {
            WarmUp = await trial.Pair.WarmUpAsync(settings.WarmUpNs, settings.LongestWarmUpNs, cancel),
        };
        trial.MaySlice =
            settings.SliceNs / 1e9 >= SliceWorthInFlight * trial.Cell.Scenario.TotalInFlight / trial.Pair.RatePerS
            && settings.FillsSlices(trial.Cell.Scenario, trial.Pair.RatePerS);
    }

    private async Task SlicesAsync(
        List<CellTrial> trials,
        BlockSettings settings,
        Random random,
        CancellationToken cancel
    )
    {
        var sliced = trials.Where(t => t.IsAlive && t.MaySlice).ToList();
        // A slice is worth something beside the baseline's slices only.
        if (sliced.Count < 2 || sliced[0] != trials[0])
            return;
        progress.Detail($"{string.Join(" | ", sliced.Select(t => t.Cell.Label))}: paired slices");
        var slicesPerCell = sliced.Max(trial => settings.SlicesPerCell(trial.Cell.Scenario, trial.Pair.RatePerS));
        // A rehearsal: taking turns is new to runtimes that compile as they run.
        foreach (var trial in sliced)
            await AwakeAsync(trial, () => SliceAsync(trial, settings, cancel));
        foreach (var trial in sliced)
            await AwakeAsync(trial, async () => trial.UsageBefore = await trial.Pair.UsageAsync(cancel));
        foreach (var turn in SliceOrder.Balanced(sliced.Count, slicesPerCell, random))
            await AwakeAsync(
                sliced[turn],
                async () => sliced[turn].Slices.Add(await SliceAsync(sliced[turn], settings, cancel))
            );
        foreach (var trial in sliced)
            await AwakeAsync(trial, async () => trial.EndSlices(await trial.Pair.UsageAsync(cancel)));
    }

    private static Task<Measurement> SliceAsync(CellTrial trial, BlockSettings settings, CancellationToken cancel) =>
        trial.Pair.SliceAsync((long)(settings.SliceNs * SettleShareOfSlice), settings.SliceNs, cancel);

    private async Task UnbrokenAsync(CellTrial trial, BlockSettings settings, CancellationToken cancel)
    {
        var scenario = trial.Cell.Scenario;
        var whole = trial.Slices.Count == 0;
        progress.Detail($"{trial.Cell.Id}: unbroken stretch");
        var messages = settings.Messages(scenario, trial.Pair.RatePerS) is { } all
            ? (whole ? all : settings.UnbrokenMessages(scenario, all))
            : (long?)null;
        var lengthNs = whole ? settings.WholeNs(scenario, trial.Pair.RatePerS) : settings.UnbrokenNs;
        trial.Record = trial.Record with
        {
            Unbroken = await trial.Pair.StretchAsync(new(settings.SettleNs, lengthNs) { Messages = messages }, cancel),
        };
    }

    private static async Task EachInTurnAsync(List<CellTrial> trials, Random random, Func<CellTrial, Task> measure)
    {
        var order = trials.ToArray();
        random.Shuffle(order);
        foreach (var trial in order)
            await AwakeAsync(trial, () => measure(trial));
    }

    /// <summary>Only the cell that is measured is awake.</summary>
    private static Task AwakeAsync(CellTrial trial, Func<Task> action) =>
        trial.AttemptAsync(async () =>
        {
            trial.Pair.Wake();
            await action();
            trial.Rest();
        });

    internal static string NewToken() => Convert.ToHexStringLower(RandomNumberGenerator.GetBytes(16));
}
