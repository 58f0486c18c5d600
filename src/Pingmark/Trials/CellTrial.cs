using Pingmark.Model;
using Pingmark.Workers;

namespace Pingmark.Trials;

/// <summary>One cell while its block is measured: its pair, and the record that grows until the block ends.</summary>
internal sealed class CellTrial : IAsyncDisposable
{
    private readonly Pinning _pinning;
    private Pair? _pair;

    public CellTrial(Cell cell, Block block, IReadOnlyList<int> cores)
    {
        Cell = cell;
        _pinning = Pinning.Of(cell.Scenario.Pin, cores);
        Record = new()
        {
            Round = block.Round,
            Block = block.Number,
            Cell = cell.Id,
            Status = CellStatus.Ok,
            ServerCpus = _pinning.Server,
            ClientCpus = _pinning.Client,
            ArrivalsSeed = cell.Scenario.RatePerS is null ? null : block.ArrivalsSeed,
        };
    }

    public Cell Cell { get; }
    public TrialRecord Record { get; set; }
    public bool MaySlice { get; set; }
    public List<Measurement> Slices { get; } = [];
    public PairUsage? UsageBefore { get; set; }

    public bool IsAlive => Record.Status == CellStatus.Ok;
    public Pair Pair => _pair ?? throw new InvalidOperationException($"{Cell.Id} was not started");

    public async Task StartAsync(IWorkerStarter starter, string token, CancellationToken cancel)
    {
        _pair = await Pair.StartAsync(Cell, starter, _pinning, token, Record.ArrivalsSeed, cancel);
        Record = _pair.Describe(Record);
    }

    /// <summary>Ends both workers in order, with their totals: one that can't is failed.</summary>
    public async Task StopAsync(CancellationToken cancel)
    {
        await Pair.StopAsync(cancel);
        await DisposeAsync();
    }

    /// <summary>Nothing to do when the cell has ended meanwhile.</summary>
    public void Rest() => _pair?.Rest();

    public void EndSlices(PairUsage after) =>
        Record = Record with
        {
            Slices = Pair.Checked(Stretch.Of(Slices), after - UsageBefore!),
            SliceRatesPerS = Slices.Select(s => s.ThroughputPerS).ToList(),
        };

    /// <summary>Does it unless the cell has failed already; a failure ends this cell's trial, not the block.</summary>
    public async Task AttemptAsync(Func<Task> action)
    {
        if (!IsAlive)
            return;
        try
        {
            await action();
        }
        catch (PingmarkException e) when (e is UnsupportedException or WorkerFault)
        {
            Record = Record with
            {
                Status = e is UnsupportedException ? CellStatus.Unsupported : CellStatus.Failed,
                Reason = _pair is null ? e.Message : await _pair.ReasonAsync(e),
            };
            await DisposeAsync();
        }
    }

    public async ValueTask DisposeAsync()
    {
        if (_pair is not null)
            await _pair.DisposeAsync();
        _pair = null;
    }
}
