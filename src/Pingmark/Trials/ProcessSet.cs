using System.Collections.Concurrent;
using Pingmark.Model;
using Pingmark.Workers;

namespace Pingmark.Trials;

/// <summary>One start of fresh worker processes, the unit of replication. A cell takes a server and a client, connects
/// them, and gives them back disconnected, for the next cell that needs them: a pair keeps to itself and measures one
/// scenario after the other, or any client plays against any server. Sides that wait are idle, or frozen where they
/// spin.</summary>
/// <param name="sharesSides">Whether cells share processes. Baselines never do: they are in every block and have their
/// own.</param>
public sealed class ProcessSet(WorkerStarts workers, bool sharesSides = false) : IAsyncDisposable
{
    /// <summary>A side that waits for its next cell.</summary>
    /// <param name="Last">The cell that it measured last.</param>
    private sealed record WaitingSide(SideKey Key, Cell Last, Side Side);

    private readonly Lock _lock = new();

    /// <summary>The sides that wait; those that have waited longest come first.</summary>
    private readonly List<WaitingSide> _waiting = [];
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

    /// <summary>Is told which block's cells are about to be taken: what they need is not ended to make room.</summary>
    internal void Expect(Block block)
    {
        lock (_lock)
            _expected = block.Cells.SelectMany(cell => KeysOf(cell, block).OfProcesses).ToHashSet();
    }

    private SideKeys KeysOf(Cell cell, Block block) => SideKeys.ForCell(cell, sharesSides && cell != block.Baseline);

    /// <summary>Gives a pair for a cell that is not connected yet, of sides that wait or of fresh processes.</summary>
    /// <exception cref="BadInputException">More cores are asked for than there are.</exception>
    /// <exception cref="WorkerFault">A side could not start or listen; both have ended.</exception>
    /// <exception cref="UnsupportedException">The stack can't do what the scenario asks of a server.</exception>
    internal async Task<Pair> TakeAsync(Cell cell, Block block, CancellationToken cancel)
    {
        var keys = KeysOf(cell, block);
        var start = new PairStart(workers, cell);
        var missing = Missing(keys.OfProcesses);
        ServerSide? server = null;
        ClientSide? client = null;
        try
        {
            await MakeRoomAsync(cancel);
            (server, client) = (Take(keys.Server) as ServerSide, Take(keys.Client) as ClientSide);
            var pair = await start.StartAsync(cancel, server, client);
            lock (_lock)
                foreach (var (side, key) in pair.Processes.Zip(keys.OfProcesses))
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

    /// <summary>How many of these sides are not up, so that room is kept for them.</summary>
    private int Missing(IReadOnlyList<SideKey> keys)
    {
        lock (_lock)
        {
            var missing = keys.Count(key => _waiting.All(waiting => waiting.Key != key));
            _starting += missing;
            return missing;
        }
    }

    /// <summary>Takes a side that waits; null where there is none.</summary>
    private Side? Take(SideKey key)
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

    private async Task MakeRoomAsync(CancellationToken cancel)
    {
        while (TakeTooMany() is { } waiting)
            await StopAsync(waiting, cancel);
    }

    private WaitingSide? TakeTooMany()
    {
        lock (_lock)
        {
            if (_waiting.Count + _measuring.Count + _starting <= 2L * workers.MostPairs)
                return null;
            var found = _waiting.Find(waiting => !_expected.Contains(waiting.Key));
            if (found is not null)
                _waiting.Remove(found);
            return found;
        }
    }

    /// <summary>Ends all workers in order, with their totals.</summary>
    /// <returns>The sides that could not be ended in order, then or before, by the cells that they measured last; these
    /// have ended, too.</returns>
    public async Task<IReadOnlyList<(Cell Cell, WorkerFault Fault)>> StopAsync(CancellationToken cancel)
    {
        List<WaitingSide> waiting;
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

    private async Task StopAsync(WaitingSide waiting, CancellationToken cancel)
    {
        try
        {
            await StopAsync(waiting.Side, cancel);
        }
        catch (WorkerFault fault)
        {
            _faults.Add((waiting.Last, fault));
        }
    }

    private static async Task StopAsync(Side side, CancellationToken cancel)
    {
        await using (side)
        {
            if (side is ServerSide server)
                server.Wake();
            await side.StopAsync(cancel);
        }
    }

    public async ValueTask DisposeAsync() => await Task.WhenAll(Sides.Select(side => side.DisposeAsync().AsTask()));
}
