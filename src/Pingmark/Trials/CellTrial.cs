using Pingmark.Model;
using Pingmark.Workers;

namespace Pingmark.Trials;

/// <summary>One cell while its block is measured: its pair, and the record that grows until the block ends.</summary>
internal sealed class CellTrial(Cell cell, Block block, Generation generation) : IAsyncDisposable
{
    private Pair? _pair;
    private const double NearlyWarm = 0.9,
        StillRising = 1.05;

    private PairWarmUp? _warmUp;
    private double _rehearsedPerS;

    public Cell Cell => cell;
    public TrialRecord Record { get; private set; } =
        new()
        {
            Round = block.Round,
            Block = block.Number,
            Cell = cell.Id,
            Status = CellStatus.Ok,
            ArrivalsSeed = cell.Scenario.RatePerS is null ? null : block.ArrivalsSeed,
        };
    public bool MaySlice { get; private set; }

    public bool IsAlive => Record.Status == CellStatus.Ok;
    public Pair Pair => _pair ?? throw new InvalidOperationException($"{cell.Id} was not started");
    public SliceLog Slices { get; } = new();
    public PairUsage? UsageBefore { get; set; }

    public async Task StartAsync(CancellationToken cancel)
    {
        _pair = await generation.TakeAsync(cell, cancel);
        await _pair.ConnectAsync(cell.Scenario, Record.ArrivalsSeed, cancel);
        Record = _pair.Describe(Record);
    }

    /// <summary>One window of its warm-up.</summary>
    /// <returns>True when it is over.</returns>
    public async Task<bool> WarmUpStepAsync(BlockSettings settings, CancellationToken cancel)
    {
        _warmUp ??= new(Pair, settings.WarmUpLimits);
        if (!await _warmUp.StepAsync(cancel))
            return false;
        Record = Record with { WarmUp = _warmUp.Record, LostAfterNs = Pair.LostAfterNs };
        MaySlice = settings.MaySlice(cell.Scenario, Pair.RatePerS);
        return true;
    }

    /// <summary>Of both sides since <see cref="UsageBefore"/>, against all answers that slices brought
    /// meanwhile.</summary>
    /// <exception cref="WorkerFault">A side told less than was received.</exception>
    public void CheckCounts(PairUsage after) => Pair.CheckCounts(Slices.TakeAnswered(), after - UsageBefore!);

    /// <summary>As fast as it was when warm, or as fast as it becomes.</summary>
    /// <param name="ratePerS">Of a rehearsal.</param>
    public bool IsBack(double ratePerS)
    {
        var isBack = ratePerS >= NearlyWarm * Pair.RatePerS || ratePerS <= StillRising * _rehearsedPerS;
        _rehearsedPerS = isBack ? 0 : ratePerS;
        return isBack;
    }

    public void EndSlices() =>
        Record = Record with
        {
            Slices = Slices.Together(),
            SliceRatesPerS = Slices.RatesPerS,
            RepeatedSlices = Slices.Repeated,
            DisturbedSlices = Slices.Disturbed,
        };

    public void Has(Stretch unbroken) => Record = Record with { Unbroken = unbroken };

    /// <summary>The pair disconnects, and waits for its next cell.</summary>
    public async Task EndAsync(CancellationToken cancel)
    {
        Pair.Wake();
        Record = Record with { Strangers = await Pair.StrangersAsync(cancel) };
        await Pair.DisconnectAsync(cancel);
        generation.GiveBack(cell, Pair);
        _pair = null;
    }

    /// <summary>Nothing to do when the cell has ended meanwhile.</summary>
    public void Rest() => _pair?.Rest();

    /// <summary>Does it unless the cell has failed already; a failure ends this cell's trial and its pair, not the
    /// block.</summary>
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
            await generation.EndAsync(_pair);
        _pair = null;
    }
}
