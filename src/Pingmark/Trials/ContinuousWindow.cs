using Pingmark.Host;
using Pingmark.Model;
using Pingmark.Workers;

namespace Pingmark.Trials;

/// <summary>How a pair measures one window.</summary>
/// <param name="SettleNs">The load before the window, and before each part, counts.</param>
/// <param name="LengthNs">The counted time; null where the window goes on until <see cref="Stop"/>.</param>
public sealed record WindowPlan(long SettleNs, long? LengthNs)
{
    /// <summary>The number of counted messages; null where a time is counted.</summary>
    public long? Messages { get; init; }

    /// <summary>The longest part; null for one piece. Between parts a measurement can stop, and a remote server that
    /// has gone is noticed.</summary>
    public long? PartNs { get; init; }

    /// <summary>The messages of each part, where answers are too slow for parts of a time; null otherwise.</summary>
    public long? PartMessages { get; init; }

    /// <summary>The window goes on until so many messages have come, for <see cref="MaxNs"/> at most.</summary>
    public long MinMessages { get; init; }

    /// <summary>The longest counted time before the last part begins.</summary>
    public long MaxNs { get; init; }

    /// <summary>Whether a failure ends the window, so that the parts before it are kept.</summary>
    public Func<Exception, bool> KeepsPartsAt { get; init; } = _ => false;

    internal bool IsInParts => PartNs is not null || PartMessages is not null;

    /// <summary>Whether enough has been counted.</summary>
    internal bool IsDone(long doneNs, long received) =>
        LengthNs is { } all && doneNs >= all && (received >= MinMessages || doneNs >= MaxNs);

    /// <summary>Whether the window is so short that it may have no messages at all.</summary>
    public bool CanBeSilent { get; init; }

    /// <summary>Called with each part.</summary>
    public Action<Measurement> OnPart { get; init; } = _ => { };

    /// <summary>Ends the window after the part that is being measured.</summary>
    public CancellationToken Stop { get; init; }
}

/// <summary>Measures one window of a pair, in one piece or in consecutive parts, and accounts for what both sides and
/// the machine used.</summary>
internal sealed class ContinuousWindow(Pair pair, WindowPlan plan)
{
    /// <summary>The limits for repeating a part in which the client had no core; what lasts longer is no pause of the
    /// machine.</summary>
    private const int MaxRepeats = 10;
    private const long MaxRepeatingNs = 4_000_000_000;

    private int _repeated;
    private bool _canAccount = true;

    /// <exception cref="WorkerFault">A part had no answer.</exception>
    public async Task<CountedWindow> MeasureAsync(CancellationToken cancel)
    {
        var sinceNs = Clock.NowNs;
        var before = await pair.UsageAsync(cancel);
        // Those that fail meanwhile leave the pair, and their machines still count.
        var workers = pair.Workers;
        var machineBefore = ReadMachines();
        var endNetworkCount = pair.Network.BeginCount(pair.Client);
        var parts = await MeasurePartsAsync(cancel);
        var machine = ReadMachines() - machineBefore;
        var network = endNetworkCount();
        var counted = CountedRun.Sum(parts) with
        {
            // Over all parts a connection whose turn did not come would look like a silent one.
            SilentConnections = parts.Max(part => part.Measured.SilentConnections),
            RepeatedWindows = _repeated,
            Host = machine.Host,
            UdpReceiveDrops = machine.UdpReceiveDrops,
            Network = network,
        };
        if (!_canAccount)
            return counted;
        var used = await pair.UsageAsync(cancel) - before;
        var byProcess = pair.ByProcess(used);
        var accountedNs = Clock.NowNs - sinceNs;
        SideCounts.RequireMatch(pair, parts.Sum(part => part.Measured.Answered), used);
        SideCounts.RequireSnapshotMatch(pair, counted[Counter.SnapshotsReceived], used);
        return counted with
        {
            // Lateness of ticks is by the server's clock.
            Histograms = pair.IsOnTwoMachines
                ? counted.Histograms.Remove(HistogramKind.SnapshotLateness)
                : counted.Histograms,
            LocalPorts = pair.Scenario.Load.ConnectsForEach ? LocalPorts.Read() : null,
            Generators = pair.Client.Generators,
            ControllerCpuNs = (long)machine.Controller.TotalNanoseconds,
            ServerBytesPerConnection = PerConnection(pair.UsageBeforeConnecting?.Server, byProcess.Server),
            ClientBytesPerConnection = PerConnection(pair.UsageBeforeConnecting?.Client, byProcess.Client),
            Server = byProcess.Server,
            Client = byProcess.Client,
            AccountedNs = accountedNs,
        };

        MachinesUsage ReadMachines() => MachinesUsage.Read(workers, isNeeded: pair.Client.Workers.Count == 1);
    }

    private long? PerConnection(Usage? before, Usage? after) =>
        after?.RssBytes - before?.RssBytes is { } more ? Math.Max(0, more) / pair.Scenario.AllConnections : null;

    private async Task<List<CountedRun>> MeasurePartsAsync(CancellationToken cancel)
    {
        // Between parts a network may stand still for as long as an answer is awaited, and its user wants to know.
        var maxSilenceNs =
            plan.PartMessages is not null ? pair.Network.MaxSilentWindows * pair.LostAfterNs
            : plan.PartNs is not null ? pair.LostAfterNs
            : 0;
        var parts = new List<CountedRun>();
        var (doneNs, received, silentNs) = (0L, 0L, 0L);
        do
        {
            CountedRun part;
            try
            {
                part = await MeasurePartAsync(
                    Math.Min(plan.PartNs ?? long.MaxValue, plan.LengthNs - doneNs ?? long.MaxValue),
                    cancel
                );
            }
            catch (Exception e) when (parts.Count > 0 && plan.KeepsPartsAt(e))
            {
                // A client that was left in its part answers nothing before it ends, nor do those that have failed.
                _canAccount = e is not OperationCanceledException && pair.Client.Workers.Count > 0;
                break;
            }
            silentNs = IsSilentPart(part.Measured) ? silentNs + part.Measured.DurationNs : 0;
            if (silentNs > maxSilenceNs)
                throw FailureReason.CreateSilenceFault(pair, "run", part.Measured);
            parts.Add(part);
            plan.OnPart(part.Measured);
            doneNs += part.Measured.DurationNs;
            received += part.Measured.Received;
        } while (plan is { IsInParts: true, Stop.IsCancellationRequested: false } && !plan.IsDone(doneNs, received));
        return !plan.CanBeSilent && parts.All(part => part.Measured.Received == 0)
            ? throw FailureReason.CreateSilenceFault(pair, "run", parts[^1].Measured)
            : parts;
    }

    private bool IsSilentPart(Measurement part) =>
        part is { Received: 0, Sent: > 0 } || part.Answered == 0 && !plan.CanBeSilent;

    private async Task<CountedRun> MeasurePartAsync(long lengthNs, CancellationToken cancel)
    {
        var sinceNs = Clock.NowNs;
        while (true)
        {
            var part = await CountedRun.MeasureAsync(pair, pair.Requests.Continuous(plan, lengthNs), cancel);
            var isLast = _repeated == MaxRepeats || Clock.NowNs - sinceNs > MaxRepeatingNs;
            if (!HadClientNoCore(part.Measured) || isLast)
                return part;
            _repeated++;
        }
    }

    /// <summary>In a closed loop with a server of ours a client that has a core sends.</summary>
    private bool HadClientNoCore(Measurement part) =>
        pair is { Server: not null, Scenario.RatePerS: null } && part is { Sent: 0, Answered: 0 };
}
