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

    /// <exception cref="WorkerFault">A part had no answer.</exception>
    public async Task<CountedWindow> MeasureAsync(CancellationToken cancel)
    {
        var sinceNs = Clock.NowNs;
        var before = await pair.UsageAsync(cancel);
        var machineBefore = ReadMachines();
        var endNetworkCount = pair.Network.BeginCount(pair.Client);
        var parts = await MeasurePartsAsync(cancel);
        var machine = ReadMachines() - machineBefore;
        var network = endNetworkCount();
        var used = await pair.UsageAsync(cancel) - before;
        var byProcess = pair.ByProcess(used);
        var accountedNs = Clock.NowNs - sinceNs;
        var counted = CountedRun.Sum(parts);
        SideCounts.RequireMatch(pair, parts.Sum(part => part.Measured.Answered), used);
        SideCounts.RequireSnapshotMatch(pair, counted[Counter.SnapshotsReceived], used);
        return counted with
        {
            // Over all parts a connection whose turn did not come would look like a silent one.
            SilentConnections = parts.Max(part => part.Measured.SilentConnections),
            RepeatedWindows = _repeated,
            Host = machine.Host,
            // Lateness of ticks is by the server's clock.
            Histograms = pair.IsOnTwoMachines
                ? counted.Histograms.Remove(HistogramKind.SnapshotLateness)
                : counted.Histograms,
            LocalPorts = pair.Scenario.Load.ConnectsForEach ? LocalPorts.Read() : null,
            UdpReceiveDrops = machine.UdpReceiveDrops,
            Generators = pair.Client.Generators,
            ControllerCpuNs = (long)machine.Controller.TotalNanoseconds,
            Network = network,
            ServerBytesPerConnection = PerConnection(pair.UsageBeforeConnecting?.Server, byProcess.Server),
            ClientBytesPerConnection = PerConnection(pair.UsageBeforeConnecting?.Client, byProcess.Client),
            Server = byProcess.Server,
            Client = byProcess.Client,
            AccountedNs = accountedNs,
        };
    }

    private MachinesUsage ReadMachines() => MachinesUsage.Read(pair.Workers, isNeeded: pair.Client.Workers.Count == 1);

    private long? PerConnection(Usage? before, Usage? after) =>
        after?.RssBytes - before?.RssBytes is { } more ? Math.Max(0, more) / pair.Scenario.AllConnections : null;

    private async Task<List<CountedRun>> MeasurePartsAsync(CancellationToken cancel)
    {
        // Between parts a network may stand still for as long as an answer is awaited, and its user wants to know.
        var maxSilenceNs = plan.PartNs is null ? 0 : pair.LostAfterNs;
        var parts = new List<CountedRun>();
        var (doneNs, silentNs) = (0L, 0L);
        do
        {
            var part = await MeasurePartAsync(
                Math.Min(plan.PartNs ?? long.MaxValue, plan.LengthNs - doneNs ?? long.MaxValue),
                cancel
            );
            silentNs = IsSilentPart(part.Measured) ? silentNs + part.Measured.DurationNs : 0;
            if (silentNs > maxSilenceNs)
                throw FailureReason.CreateSilenceFault(pair, "run", part.Measured);
            parts.Add(part);
            plan.OnPart(part.Measured);
            doneNs += part.Measured.DurationNs;
        } while (
            plan is { PartNs: not null, Stop.IsCancellationRequested: false }
            && (plan.LengthNs is not { } all || doneNs < all)
        );
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
