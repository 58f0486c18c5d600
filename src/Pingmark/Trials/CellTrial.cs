using Pingmark.Host;
using Pingmark.Model;
using Pingmark.Observing;
using Pingmark.Workers;

namespace Pingmark.Trials;

/// <summary>One cell while its block is measured: its pair, and its record.</summary>
internal sealed class CellTrial(Cell cell, Block block, ProcessSet processes) : IAsyncDisposable
{
    /// <summary>A rehearsal must reach this share of the warm rate, or no longer be this much faster than the one
    /// before.</summary>
    private const double MinRegainedShare = 0.9,
        StillRisingFactor = 1.05;

    private readonly long _beganNs = Clock.NowNs;
    private readonly List<CollectionSpan> _collections = [];
    private readonly List<WindowSpan> _windows = [];
    private Pair? _pair;
    private TrialWatch? _watch;
    private PairWarmUp? _warmUp;
    private PairUsage? _usageBeforeSlices;
    private GeneratorsRecord? _generators;
    private long _connectedAtNs;
    private long _slicesBeganNs;
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
    public bool CanSlice { get; private set; }

    /// <summary>Whether the cell's comparison has had a verdict in an earlier round.</summary>
    public bool HasVerdict => block.CellsWithVerdict.Contains(cell.Id);

    public bool IsAlive => Record.Status == CellStatus.Ok;
    public Pair Pair => _pair ?? throw new InvalidOperationException($"{cell.Id} was not started");
    public SliceLog Slices { get; } = new();

    /// <summary>The mean rate of the slices, or before them that of the warm-up; null before both.</summary>
    public double? RateSoFarPerS => Slices.RatesPerS is { Count: > 0 } rates ? rates.Average() : _warmUp?.RatePerS;

    public async Task StartAsync(CancellationToken cancel)
    {
        _pair = await processes.TakeAsync(cell, block, cancel);
        await _pair.ConnectAsync(cell.Asked, Record.ArrivalsSeed, cancel, block.ArrivalsSeed);
        Record = _pair.Describe(Record);
        _pair.Wake();
        _watch = await _pair.BeginWatchAsync(cancel);
        _pair.Rest();
        _connectedAtNs = Clock.NowNs - _beganNs;
    }

    /// <summary>The slices' rates in the cell's earlier trials and in this one.</summary>
    public IReadOnlyList<IReadOnlyList<double>> SliceRatesPerS() =>
        [
            .. block.EarlierTrials.Where(trial => trial.Cell == cell.Id).Select(trial => trial.SliceRatesPerS),
            Slices.RatesPerS,
        ];

    /// <summary>Measures one window of the cell's warm-up.</summary>
    /// <returns>True when the warm-up is over.</returns>
    public async Task<bool> WarmUpStepAsync(BlockSettings settings, CancellationToken cancel)
    {
        _warmUp ??= new(
            Pair,
            settings.WarmUpLimits,
            hasLongWindows: !(block.IsSliced && CanSplitContinuousWindow(settings))
        );
        if (!await _warmUp.StepAsync(cancel))
            return false;
        Record = Record with { WarmUp = _warmUp.Record, LostAfterNs = Pair.LostAfterNs };
        CanSlice = settings.CanSlice(cell.Scenario, Pair.RatePerS, Pair.Client.ClockUncertaintyNs);
        return true;
    }

    /// <summary>Whether the continuous window may come in parts; several client workers can't begin together so
    /// often.</summary>
    public bool CanSplitContinuousWindow(BlockSettings settings) =>
        settings.CanSplitContinuousWindow(cell.Scenario) && Pair.Client.Generators is null;

    public void StartSlices(PairUsage before) => (_usageBeforeSlices, _slicesBeganNs) = (before, Clock.NowNs);

    /// <summary>Compares what both sides counted since <see cref="StartSlices"/> with the answers in slices.</summary>
    /// <exception cref="WorkerFault">A side counted fewer messages than were received.</exception>
    public void RequireMatchingCounts(PairUsage after)
    {
        var answered = Slices.TakeAnswerCount();
        _generators = Pair.Client.Generators?.WithWider(_generators);
        // The counts of a lost worker are missing.
        if (HasLostClients)
            return;
        var used = after - _usageBeforeSlices!;
        AddCollections(used.Server, used.Client, _slicesBeganNs - _beganNs, Clock.NowNs - _beganNs);
        SideCounts.RequireMatch(Pair, answered, used);
    }

    /// <summary>Whether a rehearsal is as fast as the warm pair was, or no longer gets faster.</summary>
    public bool HasRegainedSpeed(double ratePerS)
    {
        var hasRegained =
            ratePerS >= MinRegainedShare * Pair.RatePerS || ratePerS <= StillRisingFactor * _rehearsedPerS;
        _rehearsedPerS = hasRegained ? 0 : ratePerS;
        return hasRegained;
    }

    /// <summary>Adds the slices to the record, unless a client worker was lost: then they had less load than the
    /// others'.</summary>
    public void AddSlicesToRecord()
    {
        if (!HasLostClients)
            Record = Slices.AddTo(Record, _generators);
    }

    private bool HasLostClients => _generators is { HasLost: true };

    /// <summary>Measures the cell's continuous window, or the next part of it.</summary>
    public async Task MeasureContinuousWindowAsync(WindowPlan plan, CancellationToken cancel)
    {
        var window = await _watch!.WhileAsync(onPart =>
            Pair.MeasureContinuousWindowAsync(plan with { OnPart = onPart }, cancel)
        );
        var span = WindowSpan.FromWindow(window, Clock.NowNs - _beganNs);
        _windows.Add(span);
        AddCollections(window.Server, window.Client, span.FromNs, span.ToNs);
        Record = Record with { Unbroken = Record.Unbroken is { } before ? before.Append(window) : window };
    }

    private void AddCollections(Usage? server, Usage? client, long fromNs, long toNs)
    {
        foreach (var (side, used) in new[] { ("server", server), ("client", client) })
            if (used is { GcCount: > 0 and var count })
                _collections.Add(new(side, fromNs, toNs, count, used.GcPauseNs));
    }

    /// <summary>Ends the cell's part of the block: the pair disconnects and waits for its next cell.</summary>
    /// <exception cref="WorkerFault">No part of the continuous window had an answer.</exception>
    public async Task EndAsync(CancellationToken cancel)
    {
        Pair.Wake();
        if (Record.Unbroken is { Answered: 0 } silent)
            throw FailureReason.CreateSilenceFault(Pair, "run", silent.AsMeasurement());
        Record = Record with
        {
            Events = await _watch!.EndAsync(Record.Unbroken, cancel),
            Strangers = await Pair.UnknownPeersAsync(cancel),
            Timeline = Slices.Timeline(_beganNs) with
            {
                ConnectedAtNs = _connectedAtNs,
                UnbrokenEndedAtNs = _windows.LastOrDefault()?.ToNs,
                Windows = [.. _windows],
                Collections = [.. _collections],
            },
        };
        await EndWatchAsync();
        await Pair.DisconnectAsync(cancel);
        processes.GiveBack(cell, Pair);
        _pair = null;
    }

    /// <summary>Lets the pair rest, unless the cell has ended.</summary>
    public void Rest() => _pair?.Rest();

    /// <summary>Does something unless the cell has failed before. A failure ends this trial, not the block.</summary>
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
                Reason = _pair is null ? e.Message : await FailureReason.FindAsync(e, _pair),
            };
            await DisposeAsync();
        }
    }

    private async Task EndWatchAsync()
    {
        var watch = _watch;
        _watch = null;
        if (watch is not null)
            await watch.DisposeAsync();
    }

    public async ValueTask DisposeAsync()
    {
        await EndWatchAsync();
        if (_pair is not null)
            await processes.EndAsync(_pair);
        _pair = null;
    }
}
