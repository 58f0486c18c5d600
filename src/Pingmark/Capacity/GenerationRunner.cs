using System.Diagnostics;
using Pingmark.Host;
using Pingmark.Model;
using Pingmark.Trials;

namespace Pingmark.Capacity;

/// <summary>Measures generation after generation: fresh processes for all cells, which take turns window by window, so
/// that whatever the machine does meanwhile hits all of them alike.</summary>
/// <param name="clock">Tells the time in ns; null: this machine's clock does.</param>
internal sealed class GenerationRunner(
    CapacityPlan plan,
    IReadOnlyList<CellSearch> searches,
    WorkerSetup workers,
    CapacityBudget budget,
    Action<CapacityStep> keep,
    ProgressLog progress,
    Func<long>? clock = null
)
{
    /// <summary>The least windows of a cell in a generation, even beyond the time.</summary>
    private const int MinTurns = 2;

    private readonly Random _random = new(plan.Seed);
    private readonly Func<long> _nowNs = clock ?? (() => Clock.NowNs);
    private readonly long _startedNs = clock?.Invoke() ?? Clock.NowNs;

    private long SpentNs => _nowNs() - _startedNs;

    public async Task RunAsync(CancellationToken cancel)
    {
        var longestNs = 0L;
        for (var generation = 1; Left.Count > 0 && budget.HasRoom(generation - 1, SpentNs, longestNs); generation++)
        {
            var startedNs = SpentNs;
            await GenerationAsync(generation, startedNs, cancel);
            foreach (var search in searches)
                search.EndGeneration();
            if (generation > 1)
                longestNs = Math.Max(longestNs, SpentNs - startedNs);
            progress.Step(CapacityProgress.Generation(plan, generation, searches));
        }
    }

    private List<CellSearch> Left => [.. searches.Where(search => !search.IsOver)];

    private async Task GenerationAsync(int generation, long startedNs, CancellationToken cancel)
    {
        var blocks = Left.GroupBy(search => search.Cell.Scenario).ToList();
        var (done, all) = (0, Left.Count);
        await using var processes = new ProcessSet(workers);
        foreach (var (number, cells) in blocks.Index())
        {
            done += cells.Count();
            var block = new Block(generation, number, [.. cells.Select(search => search.Cell)], IsSliced: false)
            {
                ArrivalsSeed = _random.Next(1, int.MaxValue),
            };
            await BlockAsync(
                [.. cells],
                block,
                processes,
                budget.EndNs(generation, (double)done / all, startedNs),
                cancel
            );
        }
        foreach (var (cell, fault) in await processes.StopAsync(cancel))
            keep(CellGeneration.NoWindow(cell.Id, generation, CellStatus.Failed, fault.Message));
    }

    private async Task BlockAsync(
        IReadOnlyList<CellSearch> cells,
        Block block,
        ProcessSet processes,
        long endNs,
        CancellationToken cancel
    )
    {
        processes.Expect(block);
        var running = cells
            .Select(search => new CellGeneration(search, block, processes, plan, () => SpentNs))
            .ToList();
        try
        {
            foreach (var cell in running)
            {
                progress.Detail($"generation {block.Round}: {cell.Search.Cell.Id} starts and warms up");
                await AttemptAsync(cell, () => cell.StartAsync(cancel));
            }
            await TurnsAsync(running, endNs, cancel);
            foreach (var cell in running)
                await AttemptAsync(cell, () => cell.EndAsync(cancel));
        }
        finally
        {
            foreach (var cell in running)
                await cell.DisposeAsync();
        }
    }

    /// <summary>Measures cells in random turns until none needs a window or the time is over.</summary>
    private async Task TurnsAsync(List<CellGeneration> cells, long endNs, CancellationToken cancel)
    {
        var order = cells.ToArray();
        for (var (turn, hasMore) = (1, true); hasMore && (turn <= MinTurns || SpentNs < endNs); turn++)
        {
            hasMore = false;
            _random.Shuffle(order);
            foreach (var cell in order.Where(cell => cell.IsAlive))
            {
                if (cell.Search.Next() is not { } load || turn > MinTurns && SpentNs >= endNs)
                    continue;
                hasMore = true;
                await AttemptAsync(cell, () => MeasureAsync(cell, load, cancel));
            }
        }
    }

    private async Task MeasureAsync(CellGeneration cell, double load, CancellationToken cancel)
    {
        foreach (var step in await cell.MeasureAsync(load, cancel))
        {
            keep(step);
            if (!step.IsReplaced)
                progress.Detail(CapacityProgress.Step(plan, step));
        }
    }

    private async Task AttemptAsync(CellGeneration cell, Func<Task> action)
    {
        if (await cell.AttemptAsync(action) is { } failure)
            keep(failure);
    }
}
