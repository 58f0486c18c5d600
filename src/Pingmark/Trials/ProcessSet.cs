using System.Collections.Concurrent;
using Pingmark.Model;
using Pingmark.Workers;

namespace Pingmark.Trials;

/// <summary>One start of fresh worker processes, the unit of replication. A cell takes a server and a client, and gives
/// them back disconnected for the next cell that needs them. Sides that wait idle, or are frozen where they
/// spin.</summary>
/// <param name="sharesSides">Whether any client may be used with any server; if not, a pair stays together. Baselines
/// always have their own.</param>
public sealed class ProcessSet(WorkerSetup setup, bool sharesSides = false) : IAsyncDisposable
{
    /// <summary>A side that waits for its next cell.</summary>
    /// <param name="Last">The cell that it measured last.</param>
    private sealed record Waiting(SideKey Key, Cell Last, Side Side);

    private readonly Lock _lock = new();

    /// <summary>The sides that wait; those that have waited longest come first.</summary>
    private readonly List<Waiting> _waiting = [];
    private readonly Dictionary<Side, SideKey> _measuring = [];

    /// <summary>The faults of sides that were ended while the set was in use.</summary>
    private readonly ConcurrentBag<(Cell Cell, WorkerFault Fault)> _faults = [];

    private int _starting;
    private HashSet<SideKey> _expected = [];

    /// <summary>All sides that are up, each process once.</summary>
    internal IReadOnlyList<Side> Sides
    {
        get
        {
            lock (_lock)
                return [.. _waiting.Select(w => w.Side), .. _measuring.Keys];
        }
    }

    /// <summary>Keeps what a block's cells need from being ended to make room.</summary>
    internal void Expect(Block block)
    {
        lock (_lock)
            _expected = block.Cells.SelectMany(cell => KeysOf(cell, block).ByProcess).ToHashSet();
    }

    private SideKeys KeysOf(Cell cell, Block block) => SideKeys.ForCell(cell, sharesSides && cell != block.Baseline);

    /// <summary>Takes a pair for a cell, of waiting sides or fresh processes; it is not connected yet.</summary>
    /// <exception cref="BadInputException">More cores are asked for than there are.</exception>
    /// <exception cref="WorkerFault">A side could not start or listen; both have ended.</exception>
    /// <exception cref="UnsupportedException">The stack can't do what the scenario asks of a server.</exception>
    internal async Task<Pair> TakeAsync(Cell cell, Block block, CancellationToken cancel)
    {
        var keys = KeysOf(cell, block);
        var start = new PairStarter(setup, cell);
        var missing = ReserveStarts(keys.ByProcess);
        ServerSide? server = null;
        ClientSide? client = null;
        try
        {
            while (TakeSurplus() is { } surplus)
                await StopAsync(surplus, cancel);
            (server, client) = (TakeWaiting(keys.Server) as ServerSide, TakeWaiting(keys.Client) as ClientSide);
            var pair = await start.StartAsync(cancel, server, client);
            lock (_lock)
                foreach (var (side, key) in pair.Processes.Zip(keys.ByProcess))
                    _measuring[side] = key;
            return pair;
        }
        catch
        {
            lock (_lock)
                foreach (var side in new Side?[] { server, client }.OfType<Side>())
                    _measuring.Remove(side);
            throw;
        }
        finally
        {
            lock (_lock)
                _starting -= missing;
        }
    }

    /// <summary>Reserves room for those of these sides that are not up.</summary>
    private int ReserveStarts(IReadOnlyList<SideKey> keys)
    {
        lock (_lock)
        {
            var missing = keys.Count(key => _waiting.All(waiting => waiting.Key != key));
            _starting += missing;
            return missing;
        }
    }

    private Side? TakeWaiting(SideKey key)
    {
        lock (_lock)
        {
            var found = _waiting.FindIndex(waiting => waiting.Key == key);
            if (found < 0)
                return null;
            var side = _waiting[found].Side;
            _waiting.RemoveAt(found);
            _measuring[side] = key;
            return side;
        }
    }

    /// <summary>Takes back a pair that has disconnected; its sides wait for their next cells.</summary>
    internal void GiveBack(Cell cell, Pair pair)
    {
        lock (_lock)
            foreach (var side in pair.Processes)
            {
                _measuring.Remove(side, out var key);
                _waiting.Add(new(key!, cell, side));
            }
    }

    /// <summary>Ends a pair that failed.</summary>
    internal async Task EndAsync(Pair pair)
    {
        lock (_lock)
            foreach (var side in pair.Processes)
                _measuring.Remove(side);
        await pair.DisposeAsync();
    }

    private Waiting? TakeSurplus()
    {
        lock (_lock)
        {
            if (_waiting.Count + _measuring.Count + _starting <= 2L * setup.MaxPairs)
                return null;
            var found = _waiting.Find(waiting => !_expected.Contains(waiting.Key));
            if (found is not null)
                _waiting.Remove(found);
            return found;
        }
    }

    /// <summary>Ends all workers in order, with their totals.</summary>
    /// <returns>The faults of sides that could not end in order, then or before, with the cells that they measured
    /// last.</returns>
    public async Task<IReadOnlyList<(Cell Cell, WorkerFault Fault)>> StopAsync(CancellationToken cancel)
    {
        List<Waiting> waiting;
        lock (_lock)
        {
            // A client before its server.
            waiting = [.. _waiting.OrderBy(w => w.Key.IsServer)];
            _waiting.Clear();
        }
        await Task.WhenAll(waiting.Select(side => StopAsync(side, cancel)));
        var faults = _faults.ToList();
        _faults.Clear();
        return faults;
    }

    private async Task StopAsync(Waiting waiting, CancellationToken cancel)
    {
        try
        {
            await using var side = waiting.Side;
            if (side is ServerSide server)
                server.Wake();
            await side.StopAsync(cancel);
        }
        catch (WorkerFault fault)
        {
            _faults.Add((waiting.Last, fault));
        }
    }

    public async ValueTask DisposeAsync() => await Task.WhenAll(Sides.Select(side => side.DisposeAsync().AsTask()));
}
