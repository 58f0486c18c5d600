using Pingmark.Host;
using Pingmark.Model;
using Pingmark.Workers;

namespace Pingmark.Trials;

/// <summary>Measures one window of a pair in one piece, or in parts that follow one another, and accounts for what both
/// sides and the machine used meanwhile.</summary>
internal sealed class ContinuousWindow(Pair pair, WindowPlan plan)
{
    /// <summary>How often, and for how long, a part is measured again in which the client had no core; what goes on for
    /// longer is no pause of the machine.</summary>
    private const int MostRepeats = 10;
    private const long LongestRepeatingNs = 4_000_000_000;

    private int _repeated;

    /// <summary>Measures the window.</summary>
    /// <exception cref="WorkerFault">A part of it had no answer.</exception>
    public async Task<CountedWindow> MeasureAsync(CancellationToken cancel)
    {
        var sinceNs = Clock.NowNs;
        var before = await pair.UsageAsync(cancel);
        var machineBefore = MachineUsage();
        var passing = pair.Network.Watch(pair.Client);
        var parts = await PartsAsync(cancel);
        var machine = MachineUsage() - machineBefore;
        var passed = passing();
        var used = await pair.UsageAsync(cancel) - before;
        var told = pair.OfProcesses(used);
        var accountedNs = Clock.NowNs - sinceNs;
        SideCounts.Check(pair, parts.Sum(part => part.Measured.Answered), used);
        var counted = CountedRun.Sum(parts);
        SideCounts.CheckSnapshots(pair, counted[Counter.SnapshotsReceived], used);
        return counted with
        {
            // Each part is long enough to tell a silent connection from one whose turn did not come.
            SilentConnections = parts.Max(p => p.Measured.SilentConnections),
            RepeatedWindows = _repeated,
            Host = machine.Host,
            // A tick's time is by the server's clock.
            Histograms = pair.IsOnTwoMachines
                ? counted.Histograms.Remove(HistogramKind.SnapshotLateness)
                : counted.Histograms,
            LocalPorts = pair.Scenario.Load.ConnectsForEach ? LocalPorts.Read() : null,
            UdpReceiveDrops = machine.UdpReceiveDrops,
            Generators = pair.Client.Generators,
            ControllerCpuNs = (long)machine.Controller.TotalNanoseconds,
            Network = passed,
            ServerBytesPerConnection = PerConnection(pair.Unconnected?.Server, told.Server),
            ClientBytesPerConnection = PerConnection(pair.Unconnected?.Client, told.Client),
            Server = told.Server,
            Client = told.Client,
            AccountedNs = accountedNs,
        };
    }

    private SitesUsage MachineUsage() => SitesUsage.Read(pair.Parts, isNeeded: pair.Client.Parts.Count == 1);

    private long? PerConnection(Usage? before, Usage? after) =>
        after?.RssBytes - before?.RssBytes is { } more ? Math.Max(0, more) / pair.Scenario.AllConnections : null;

    private async Task<List<CountedRun>> PartsAsync(CancellationToken cancel)
    {
        var parts = new List<CountedRun>();
        var (doneNs, silentNs) = (0L, 0L);
        do
        {
            var part = await PartAsync(
                Math.Min(plan.PartNs ?? long.MaxValue, plan.LengthNs - doneNs ?? long.MaxValue),
                cancel
            );
            silentNs = IsSilent(part.Measured) ? silentNs + part.Measured.DurationNs : 0;
            if (silentNs > LongestSilenceNs)
                throw SilentServer.Fault(pair, "run", part.Measured);
            parts.Add(part);
            plan.EachPart(part.Measured);
            doneNs += part.Measured.DurationNs;
        } while (
            plan is { PartNs: not null, Stop.IsCancellationRequested: false }
            && (plan.LengthNs is not { } all || doneNs < all)
        );
        return !plan.MayBeSilent && parts.All(part => part.Measured.Received == 0)
            ? throw SilentServer.Fault(pair, "run", parts[^1].Measured)
            : parts;
    }

    private bool IsSilent(Measurement part) =>
        part is { Received: 0, Sent: > 0 } || part.Answered == 0 && !plan.MayBeSilent;

    /// <summary>For how long a server may answer nothing: between parts for as long as an answer is awaited, for a
    /// network may stand still, and whoever measures it wants to know that.</summary>
    private long LongestSilenceNs => plan.PartNs is null ? 0 : pair.LostAfterNs;

    private async Task<CountedRun> PartAsync(long lengthNs, CancellationToken cancel)
    {
        var sinceNs = Clock.NowNs;
        while (true)
        {
            var part = await OnceAsync(lengthNs, cancel);
            var isOver = _repeated == MostRepeats || Clock.NowNs - sinceNs > LongestRepeatingNs;
            if (!HadNoCore(part.Measured) || isOver)
                return part;
            _repeated++;
        }
    }

    /// <summary>Whether the client had no core: in a closed loop with a server that answers, because it is ours, a
    /// client sends, unless others have its core for all of the window.</summary>
    private bool HadNoCore(Measurement part) =>
        pair is { Server: not null, Scenario.RatePerS: null } && part is { Sent: 0, Answered: 0 };

    private Task<CountedRun> OnceAsync(long lengthNs, CancellationToken cancel) =>
        CountedRun.MeasureAsync(pair, pair.Requests.Continuous(plan, lengthNs), cancel);
}
