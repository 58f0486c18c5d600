using Pingmark.Host;
using Pingmark.Model;
using Pingmark.Observing;
using Pingmark.Workers;

namespace Pingmark.Trials;

/// <summary>One cell while its block is measured: its pair, and the record that grows until the block ends.</summary>
internal sealed class CellTrial(Cell cell, Block block, ProcessSet processes) : IAsyncDisposable
{
    private Pair? _pair;
    private TrialWatch? _watch;
    private const double NearlyWarm = 0.9,
        StillRising = 1.05;

    private readonly long _beganNs = Clock.NowNs;
    private readonly List<CollectionSpan> _collections = [];
    private long _connectedAtNs;
    private PairWarmUp? _warmUp;
    private double _rehearsedPerS;
    private PairUsage? _usageBefore;
    private GeneratorsRecord? _generators;
    private long _usedFromNs;
    private readonly List<WindowSpan> _windows = [];

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

    /// <summary>Whether the cell's comparison has had a verdict in an earlier round.</summary>
    public bool IsDecided => block.Decided.Contains(cell.Id);

    public bool IsAlive => Record.Status == CellStatus.Ok;
    public Pair Pair => _pair ?? throw new InvalidOperationException($"{cell.Id} was not started");
    public SliceLog Slices { get; } = new();

    /// <summary>The mean rate of the slices, or before them that of the warm-up; null: there is none yet.</summary>
    public double? RateSoFarPerS => Slices.RatesPerS is { Count: > 0 } rates ? rates.Average() : _warmUp?.RatePerS;

    public async Task StartAsync(CancellationToken cancel)
    {
        _pair = await processes.TakeAsync(cell, block, cancel);
        await _pair.ConnectAsync(cell.Asked, Record.ArrivalsSeed, cancel, block.ArrivalsSeed);
        Record = _pair.Describe(Record);
        _pair.Wake();
        _watch = await WatchedPair.BeginAsync(_pair, cancel);
        _pair.Rest();
        _connectedAtNs = Clock.NowNs - _beganNs;
    }

    /// <summary>The rates of the slices of each of the cell's trials that have been measured.</summary>
    public IReadOnlyList<IReadOnlyList<double>> SliceRatesPerS() =>
        [
            .. block.Earlier.Where(trial => trial.Cell == cell.Id).Select(trial => trial.SliceRatesPerS),
            Slices.RatesPerS,
        ];

    /// <summary>Measures one window of the cell's warm-up.</summary>
    /// <returns>True when the warm-up is over.</returns>
    public async Task<bool> WarmUpStepAsync(BlockSettings settings, CancellationToken cancel)
    {
        _warmUp ??= new(Pair, settings.WarmUpLimits, countsInLongWindows: !(block.Sliced && MayPartWindow(settings)));
        if (!await _warmUp.StepAsync(cancel))
            return false;
        Record = Record with { WarmUp = _warmUp.Record, LostAfterNs = Pair.LostAfterNs };
        MaySlice = settings.MaySlice(cell.Scenario, Pair.RatePerS, Pair.Client.TogetherNs);
        return true;
    }

    /// <summary>Whether the cell's continuous window may come in parts: several client workers can't begin together so
    /// often.</summary>
    public bool MayPartWindow(BlockSettings settings) =>
        settings.MayPartWindow(cell.Scenario) && Pair.Client.Generators is null;

    /// <summary>Notes what the sides had used before the slices that follow.</summary>
    public void BeginSlices(PairUsage before) => (_usageBefore, _usedFromNs) = (before, Clock.NowNs);

    /// <summary>Compares what both sides counted since <see cref="BeginSlices"/> with all answers that slices brought
    /// meanwhile.</summary>
    /// <exception cref="WorkerFault">A side told fewer messages than were received.</exception>
    public void CheckCounts(PairUsage after)
    {
        var answered = Slices.TakeAnswered();
        _generators = Pair.Client.Generators?.WithWider(_generators);
        // What one counted that was lost nobody tells.
        if (HasLostClients)
            return;
        var used = after - _usageBefore!;
        NoteCollections(used.Server, used.Client, _usedFromNs - _beganNs, Clock.NowNs - _beganNs);
        SideCounts.Check(Pair, answered, used);
    }

    /// <summary>Whether the cell is as fast as it was when it was warm, or as fast as it becomes.</summary>
    /// <param name="ratePerS">The rate of a rehearsal.</param>
    public bool IsWarmAgain(double ratePerS)
    {
        var isBack = ratePerS >= NearlyWarm * Pair.RatePerS || ratePerS <= StillRising * _rehearsedPerS;
        _rehearsedPerS = isBack ? 0 : ratePerS;
        return isBack;
    }

    /// <summary>Ends the slices. Slices of less load than the others' are none: where a client worker was lost the
    /// continuous window tells.</summary>
    public void EndSlices()
    {
        if (HasLostClients)
            return;
        Record = Record with
        {
            Slices = Slices.Sum() is { } slices ? slices with { Generators = _generators } : null,
            SliceRatesPerS = Slices.RatesPerS,
            SlicePasses = Slices.Passes,
            Parts = Slices.RatesPerS.Count > 0 ? Slices.Parts() : null,
            RepeatedSlices = Slices.Repeated,
            DisturbedSlices = Slices.Disturbed,
            CrowdedSlices = Slices.Crowded,
            DisturbedBy = Slices.DisturbedBy,
        };
    }

    private bool HasLostClients => _generators is { HasLost: true };

    /// <summary>Measures the cell's continuous window, or the next part of it.</summary>
    public async Task MeasureContinuousWindowAsync(WindowPlan plan, CancellationToken cancel)
    {
        var window = await _watch!.WhileAsync(note => Pair.MeasureContinuousWindowAsync(plan.Telling(note), cancel));
        var span = WindowSpan.FromWindow(window, Clock.NowNs - _beganNs);
        _windows.Add(span);
        NoteCollections(window.Server, window.Client, span.FromNs, span.ToNs);
        Record = Record with { Unbroken = Record.Unbroken is { } before ? before.Append(window) : window };
    }

    private void NoteCollections(Usage? server, Usage? client, long fromNs, long toNs)
    {
        foreach (var (side, used) in new[] { ("server", server), ("client", client) })
            if (used is { GcCount: > 0 and var count })
                _collections.Add(new(side, fromNs, toNs, count, used.GcPauseNs));
    }

    /// <summary>Ends the cell's part of the block: the pair disconnects, and its sides wait for their next
    /// cells.</summary>
    /// <exception cref="WorkerFault">Not one part of the continuous window had an answer.</exception>
    public async Task EndAsync(CancellationToken cancel)
    {
        Pair.Wake();
        if (Record.Unbroken is { Answered: 0 } silent)
            throw SilentServer.Fault(Pair, "run", silent.AsMeasurement());
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

    /// <summary>Lets the pair rest; does nothing where the cell has ended meanwhile.</summary>
    public void Rest() => _pair?.Rest();

    /// <summary>Does something unless the cell has failed already; a failure ends this cell's trial and its pair, and
    /// not the block.</summary>
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
