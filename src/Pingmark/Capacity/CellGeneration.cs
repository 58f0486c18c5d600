using Pingmark.Host;
using Pingmark.Model;
using Pingmark.Trials;
using Pingmark.Workers;

namespace Pingmark.Capacity;

/// <summary>A cell in one generation: its pair, which is offered one load after the other.</summary>
internal sealed class CellGeneration(
    CellSearch search,
    Block block,
    ProcessSet processes,
    CapacityPlan plan,
    Func<long> spentNs
) : IAsyncDisposable
{
    /// <summary>The share of the guess at which a pair is warmed up in open loop.</summary>
    private const double WarmUpShare = 0.5;

    /// <summary>A load this far above the highest that met all objectives is looked at first.</summary>
    private const double LookFirstAbove = 1.15;
    private const int MaxTries = 3;

    /// <summary>How many times beyond its limit an objective must be that a look is enough.</summary>
    private static readonly double ClearMissMargin = Math.Log(4);

    private readonly WindowLengths _lengths = WindowLengths.For(plan.Settings);
    private readonly WindowJudge _judge = new(plan.Settings);
    private readonly ClientLimit _client = new(plan.Settings);
    private Pair? _pair;
    private int _number;
    private int _triesSoFar;

    public CellSearch Search => search;
    public bool IsAlive { get; private set; } = true;
    private Pair Pair => _pair!;

    public static CapacityStep NoWindow(string cell, int generation, CellStatus status, string reason) =>
        new()
        {
            Cell = cell,
            Generation = generation,
            Number = 0,
            Status = status,
            Reason = reason,
        };

    /// <summary>Starts and warms up the pair; in the first generation a closed loop gives a guess.</summary>
    public async Task StartAsync(CancellationToken cancel)
    {
        _pair = await processes.TakeAsync(search.Cell, block, cancel);
        if (search.IsFirstGeneration && search.Load.KeepsConnections)
        {
            await Pair.ConnectAsync(search.Load.ClosedLoop, null, cancel);
            await Pair.WarmUpAsync(Limits, cancel);
            search.Start(Pair.RatePerS);
            await Pair.DisconnectAsync(cancel);
        }
        await ConnectAsync(search.Limits.Fit(WarmUpShare * search.Guess), cancel);
        await Pair.WarmUpAsync(Limits, cancel);
        Pair.Rest();
    }

    private WarmUpLimits Limits => WarmUpLimits.Create(askedNs: null, _lengths.UsualNs);

    private Task ConnectAsync(double load, CancellationToken cancel) =>
        Pair.ConnectAsync(search.Load.CreateScenario(load), Seed, cancel, block.ArrivalsSeed);

    /// <summary>The seed of the arrivals, which all cells of a turn have in common.</summary>
    private int Seed => unchecked(block.ArrivalsSeed + 7919 * _triesSoFar) & int.MaxValue;

    /// <summary>Measures a load. Where it misses an objective while others had the cores for longer than its percentile
    /// leaves out, it is measured again, and the window that they disturbed least counts: what others do is no limit of
    /// the server's, and choosing by them and not by the outcome favours no side. Where all were crowded none
    /// counts.</summary>
    /// <returns>The windows, of which one counts at most.</returns>
    public async Task<IReadOnlyList<CapacityStep>> MeasureAsync(double load, CancellationToken cancel)
    {
        _number++;
        var tries = new List<CapacityStep>();
        do tries.Add(await TryAsync(load, cancel));
        while (tries.Count < MaxTries && IsDisturbed(tries[^1]));
        var counted = tries.MinBy(step => step.OthersShare ?? 0)!;
        if (counted.Counts)
            search.Add(_judge.Answer(counted)!);
        return [.. tries.Select(step => step == counted ? step : step with { IsReplaced = true })];
    }

    private bool IsDisturbed(CapacityStep step) =>
        step.IsCrowded || (!step.IsMet && step.OthersShare > _lengths.Rarest);

    private async Task<CapacityStep> TryAsync(double load, CancellationToken cancel)
    {
        _triesSoFar++;
        Pair.Wake();
        if (search.Load.KeepsConnections)
            Pair.Client.SetRate((int)Math.Round(load), Seed);
        else
        {
            await Pair.DisconnectAsync(cancel);
            await ConnectAsync(load, cancel);
            Pair.Wake();
        }
        var atNs = spentNs();
        var lengthNs = _lengths.For(search.Load.MessagesPerS(load));
        var step =
            load > LookFirstAbove * search.HighestMet ? await StepAsync(load, atNs, _lengths.LookNs, cancel) : null;
        if (step is null || _judge.Answer(step) is { } look && (look.Margin < ClearMissMargin || look.IsClientBound))
            step = await StepAsync(load, atNs, lengthNs, cancel);
        else
            step = step with { IsCutShort = true };
        Pair.Rest();
        return step;
    }

    private async Task<CapacityStep> StepAsync(double load, long atNs, long lengthNs, CancellationToken cancel)
    {
        var window = await Pair.MeasureContinuousWindowAsync(
            new(WindowLengths.SettleNs(lengthNs), lengthNs) { CanBeSilent = true },
            cancel
        );
        var values = _judge.Values(window);
        var record = _triesSoFar == 1 ? Pair.Describe(EmptyRecord) : null;
        return new()
        {
            Cell = search.Cell.Id,
            Generation = block.Round,
            Number = _number,
            StartedAtS = atNs / 1e9,
            Offered = load,
            OfferedPerS = search.Load.MessagesPerS(load),
            Objectives = values,
            ClientBound = values.All(value => value.IsMet)
                ? null
                : _client.FindReason(window, Pair.Client.Stack.Spins, Pair.Server!.Stack.Spins),
            Window = CapacityStep.WithoutUnusedParts(window),
            OthersShare = RunQueue.ForeignDelayShare(window, Pair.ShareCores),
            NoiseAccepted = Noise.IsAccepted,
            ServerCpus = Pair.Server!.Cpus,
            ClientCpus = Pair.Client.Cpus,
            Versions = record?.Versions ?? new Dictionary<string, string>(),
        };
    }

    private TrialRecord EmptyRecord => TrialRecord.NotMeasured(search.Cell, CellStatus.Ok, "");

    /// <summary>Ends the cell's part of the generation; its processes wait for their next cell.</summary>
    public async Task EndAsync(CancellationToken cancel)
    {
        Pair.Wake();
        await Pair.DisconnectAsync(cancel);
        processes.GiveBack(search.Cell, Pair);
        _pair = null;
    }

    /// <summary>Runs an action; a failure takes the cell out of the search.</summary>
    /// <returns>The step that tells the failure; null where there is none.</returns>
    public async Task<CapacityStep?> AttemptAsync(Func<Task> action)
    {
        if (!IsAlive)
            return null;
        try
        {
            await action();
            return null;
        }
        catch (PingmarkException e) when (e is UnsupportedException or WorkerFault)
        {
            IsAlive = false;
            search.Fail();
            var step = NoWindow(
                search.Cell.Id,
                block.Round,
                e is UnsupportedException ? CellStatus.Unsupported : CellStatus.Failed,
                _pair is null ? e.Message : await FailureReason.FindAsync(e, _pair)
            );
            await DisposeAsync();
            return step;
        }
    }

    public async ValueTask DisposeAsync()
    {
        IsAlive = false;
        if (_pair is not null)
            await processes.EndAsync(_pair);
        _pair = null;
    }
}
