using System.Collections.Concurrent;
using Pingmark.Impairment;
using Pingmark.Model;
using Pingmark.Workers;

namespace Pingmark.Trials;

/// <summary>
/// One start of fresh worker processes, the unit of replication. A pair measures one cell after the other: its client
/// disconnects, and connects again for the next scenario. Pairs that wait are idle, or frozen where they spin.
/// </summary>
/// <param name="mostPairs">So many may be up at once; for one more a waiting pair is ended.</param>
/// <param name="clientCores">Of the clients' machine, where it is another.</param>
public sealed class Generation(
    IWorkerStarter starter,
    IReadOnlyList<int> cores,
    int mostPairs = int.MaxValue,
    IReadOnlyList<int>? clientCores = null
) : IAsyncDisposable
{
    /// <summary>Of cells that ask for a network; null: none does.</summary>
    public Impairer? Impairer { get; init; }

    private readonly Lock _lock = new();
    private readonly Dictionary<PairKey, (Cell Cell, Pair Pair)> _waiting = [];
    private readonly HashSet<Pair> _measuring = [];

    /// <summary>All that are up.</summary>
    internal IReadOnlyList<Pair> Pairs
    {
        get
        {
            lock (_lock)
                return [.. _waiting.Values.Select(w => w.Pair), .. _measuring];
        }
    }

    /// <summary>A pair for this cell, not connected yet: one that waits, or fresh processes.</summary>
    /// <exception cref="BadInputException">More cores are asked for than there are.</exception>
    /// <exception cref="WorkerFault">A side could not start or listen; both have ended.</exception>
    /// <exception cref="UnsupportedException">The stack can't do what the scenario asks of a server.</exception>
    internal async Task<Pair> TakeAsync(Cell cell, CancellationToken cancel)
    {
        var key = PairKey.Of(cell, Pinning.Of(cell.Scenario.Pin, cores, clientCores));
        lock (_lock)
            if (_waiting.Remove(key, out var waiting))
            {
                _measuring.Add(waiting.Pair);
                return waiting.Pair;
            }
        await MakeRoomAsync(cancel);
        var pair = await Pair.StartAsync(cell, starter, key.Pinning, TrialRunner.NewToken(), Impairer, cancel);
        lock (_lock)
            _measuring.Add(pair);
        return pair;
    }

    /// <summary>It has disconnected, and waits for its next cell.</summary>
    internal void GiveBack(Cell cell, Pair pair)
    {
        lock (_lock)
        {
            _measuring.Remove(pair);
            _waiting[PairKey.Of(cell, Pinning.Of(cell.Scenario.Pin, cores, clientCores))] = (cell, pair);
        }
    }

    /// <summary>It failed.</summary>
    internal async Task EndAsync(Pair pair)
    {
        lock (_lock)
            _measuring.Remove(pair);
        await pair.DisposeAsync();
    }

    private async Task MakeRoomAsync(CancellationToken cancel)
    {
        Pair? oldest = null;
        lock (_lock)
            if (_waiting.Count > 0 && _waiting.Count + _measuring.Count >= mostPairs)
            {
                var (key, (_, pair)) = _waiting.First();
                _waiting.Remove(key);
                oldest = pair;
            }
        if (oldest is not null)
            await StopAsync(oldest, cancel);
    }

    /// <summary>Ends all workers in order, with their totals.</summary>
    /// <returns>The pairs that could not, by the cells that they measured last; these have ended, too.</returns>
    public async Task<IReadOnlyList<(Cell Cell, WorkerFault Fault)>> StopAsync(CancellationToken cancel)
    {
        List<(Cell Cell, Pair Pair)> waiting;
        lock (_lock)
        {
            waiting = [.. _waiting.Values];
            _waiting.Clear();
        }
        var faults = new ConcurrentBag<(Cell, WorkerFault)>();
        await Task.WhenAll(waiting.Select(EndInOrderAsync));
        return [.. faults];

        async Task EndInOrderAsync((Cell Cell, Pair Pair) last)
        {
            try
            {
                await StopAsync(last.Pair, cancel);
            }
            catch (WorkerFault fault)
            {
                faults.Add((last.Cell, fault));
            }
        }
    }

    private static async Task StopAsync(Pair pair, CancellationToken cancel)
    {
        await using (pair)
        {
            pair.Wake();
            await pair.StopAsync(cancel);
        }
    }

    public async ValueTask DisposeAsync() => await Task.WhenAll(Pairs.Select(pair => pair.DisposeAsync().AsTask()));
}

/// <summary>What cells share that one pair can measure: everything but what a client is connected for.</summary>
/// <param name="Label">Two entries of a suite never share processes, even where their stacks are the same.</param>
/// <param name="Server">The scenario with the defaults of all that only a client is told.</param>
internal sealed record PairKey(
    string Label,
    string Stack,
    string Client,
    string RuntimeOptions,
    Pinning Pinning,
    int Generators,
    Scenario Server
)
{
    public static PairKey Of(Cell cell, Pinning pinning) =>
        new(
            cell.Label,
            cell.Stack,
            cell.Client,
            string.Join('\n', cell.RuntimeOptions.Select(o => $"{o.Key}: {string.Join(' ', o.Value)}")),
            pinning,
            cell.Scenario.ClientWorkers,
            cell.Scenario.AsOfServer
        );
}
