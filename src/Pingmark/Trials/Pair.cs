using System.Globalization;
using System.Net;
using Pingmark.Host;
using Pingmark.Impairment;
using Pingmark.Model;
using Pingmark.Workers;

namespace Pingmark.Trials;

/// <summary>
/// A client with the server that it measures: the one way to measure, for <c>run</c>, <c>probe</c> and <c>nbn</c>.
/// Connected, warmed up, then quiet between measurements; each is accounted for on both sides. The server may be
/// somebody else's: then only its answers are known.
/// </summary>
/// <param name="server">Null: not ours.</param>
/// <param name="client">Connected to it.</param>
public sealed class Pair(ServerSide? server, ClientSide client) : IAsyncDisposable
{
    private static readonly long ConnectTimeoutNs = (long)(5e9 * CpuQuota.OfThisProcess.Slowness);

    /// <summary>Where the first packets may be lost several times, and each takes its time.</summary>
    private static readonly long ImpairedConnectTimeoutNs = 6 * ConnectTimeoutNs;

    /// <summary>More for each connection: most clients open one after the other.</summary>
    private static readonly long ConnectNs = (long)(1e6 * CpuQuota.OfThisProcess.Slowness);
    private static readonly long GraceNs = (long)(2e9 * CpuQuota.OfThisProcess.Slowness);
    private const long LongestStretchNs = 24 * 3_600_000_000_000;

    private string _token = "";

    /// <summary>The impaired network between them; null: there is none.</summary>
    internal ILink? Link { get; init; }

    /// <summary>Both sides have one process: what that used is told once, as the client's.</summary>
    public bool IsOneProcess { get; private init; }

    /// <summary>Where the client finds the server.</summary>
    private ServerAddress? _reached;

    /// <summary>When there was no connection yet; null where these are too few to tell what one takes.</summary>
    private PairUsage? _unconnected;

    /// <summary>Of the server, when its client had connected.</summary>
    private Usage? _atStart;

    /// <summary>Told with each run; null: it was asked for when connecting, nothing can be lost, or nothing is known
    /// yet.</summary>
    private long? _learntLostAfterNs;

    public ServerSide? Server => server;
    public ClientSide Client => client;

    /// <summary>What to look at when the server answers nothing.</summary>
    public string SilenceHint { get; init; } = "";

    /// <summary>Messages per second when the warm-up ended.</summary>
    public double RatePerS { get; private set; }

    /// <summary>Why the kernel would not tell the options of the sockets; null when it did.</summary>
    public string? UnseenSockets { get; private set; }

    /// <summary>Messages that its compilers have seen, over all scenarios.</summary>
    internal long MessagesSeen { get; private set; }

    /// <summary>It has been warmed up before, for another scenario: most of its code is compiled.</summary>
    internal bool HasBeenWarm { get; private set; }

    /// <summary>When an unanswered message is lost: as asked for, or derived from the warm-up.</summary>
    public long LostAfterNs => Scenario.LostAfterNs ?? _learntLostAfterNs ?? Lost.LongestNs;

    /// <summary>CPU time of both processes so far, each by the kernel's clock of its process; null for one that isn't
    /// ours or not on this machine.</summary>
    internal (long? Server, long? Client) CpuNs() => (IsOneProcess ? null : server?.CpuNs(), client.CpuNs());

    /// <summary>Null: it isn't ours, or has the client's process.</summary>
    internal int? ServerPid => IsOneProcess ? null : server?.Pid;

    /// <summary>The same of the sides that are not on this machine, which are asked themselves; null for the
    /// others.</summary>
    internal async Task<(long? Server, long? Client)> CpuNsElsewhereAsync(CancellationToken cancel)
    {
        var ofServer = server is { Where.IsHere: false } && !IsOneProcess ? server.UsageAsync(cancel) : null;
        var ofClient = client.IsHere ? null : client.UsageAsync(cancel);
        await Task.WhenAll(ofServer ?? Task.CompletedTask, ofClient ?? Task.CompletedTask);
        return (ofServer?.Result.CpuNs, ofClient?.Result.CpuNs);
    }

    /// <summary>The sides have no core in common, and no network within one kernel.</summary>
    private bool IsOnTwoMachines =>
        server is not null && client.Parts.All(part => part.Where.Machine != server.Where.Machine);

    /// <summary>The sides may run on the same cores.</summary>
    internal bool ShareCores =>
        server is not null && !IsOneProcess && !IsOnTwoMachines && CoreList.Overlap(server.Cpus, client.Cpus);

    /// <summary>Its messages may be lost, and are under way for long.</summary>
    internal bool IsImpaired => Link is not null;

    /// <summary>A side has a compiler that is known to work in the background.</summary>
    internal bool Compiles => client.CompilesAsItRuns || server is { CompilesAsItRuns: true };

    /// <summary>So may a server that nothing is known of.</summary>
    internal bool MayCompile => Compiles || server is null;

    private Scenario Scenario => client.Scenario;

    private IReadOnlyList<Side> Parts => server is null ? client.Parts : [.. client.Parts, server];

    /// <summary>Starts both sides of a cell; the server listens.</summary>
    /// <exception cref="WorkerFault">A side could not start or listen; both have ended.</exception>
    /// <exception cref="UnsupportedException">The stack can't do what the scenario asks of a server.</exception>
    public static async Task<Pair> StartAsync(
        Cell cell,
        IWorkerStarter starter,
        Pinning pinning,
        string token,
        CancellationToken cancel
    ) => await StartAsync(cell, starter, pinning, token, null, cancel);

    /// <param name="impairer">Of a cell that asks for a network.</param>
    /// <inheritdoc cref="StartAsync(Cell, IWorkerStarter, Pinning, string, CancellationToken)"/>
    internal static async Task<Pair> StartAsync(
        Cell cell,
        IWorkerStarter starter,
        Pinning pinning,
        string token,
        Impairer? impairer,
        CancellationToken cancel
    )
    {
        if (cell.Scenario.PairThreads is not null)
            return await StartOneProcessAsync(cell, starter, pinning, token, cancel);
        var link = LinkOf(cell, impairer);
        var server = ServerSide.StartAsync(starter, cell.Stack, cell.RuntimeOptions, pinning.Server, cancel);
        var client = ClientCrew.StartAsync(starter, cell, pinning.Client, cancel);
        try
        {
            await Task.WhenAll(server, client);
            (await server).ReachedBy(starter.Reach);
            var pair = new Pair(await server, await client) { _token = token, Link = link };
            await pair.ListenAsync(cell.Scenario, cancel);
            return pair;
        }
        catch
        {
            await Task.WhenAll(EndAsync(server), EndAsync(client));
            link?.Dispose();
            throw;
        }
    }

    private static async Task<Pair> StartOneProcessAsync(
        Cell cell,
        IWorkerStarter starter,
        Pinning pinning,
        string token,
        CancellationToken cancel
    )
    {
        var (server, client) = await ServerSide.StartBothAsync(starter, cell, pinning.Both, cancel);
        var pair = new Pair(server, client) { _token = token, IsOneProcess = true };
        try
        {
            await pair.ListenAsync(cell.Scenario, cancel);
            return pair;
        }
        catch
        {
            await pair.DisposeAsync();
            throw;
        }
    }

    private static ILink? LinkOf(Cell cell, Impairer? impairer)
    {
        if (cell.Scenario.Network is not { } network)
            return null;
        if (impairer is null)
            throw new UnsupportedException(cell.Stack, "only `run` and `probe` impair a network");
        return impairer.Refusal(network, cell.Stack) is { } refusal
            ? throw new UnsupportedException(cell.Stack, refusal)
            : Asked(() => impairer.Open(network, cell.Stack), problem => new(cell.Stack, "network", problem, []));
    }

    /// <summary>What a network can't do any more fails the cell, and not the run.</summary>
    private static T Asked<T>(Func<T> ask, Func<string, WorkerFault> fault)
    {
        try
        {
            return ask();
        }
        catch (PingmarkException e)
        {
            throw fault(e.Message);
        }
    }

    private T? OfLink<T>(Func<ILink, T> ask)
        where T : class => Link is null ? null : Asked(() => ask(Link), problem => client.Fault("network", problem));

    private static async Task EndAsync<T>(Task<T> starting)
        where T : Side
    {
        if (starting.IsCompletedSuccessfully)
            await (await starting).DisposeAsync();
    }

    private async Task ListenAsync(Scenario scenario, CancellationToken cancel)
    {
        var (ours, theirs) = (server!.Stack, client.Stack);
        if (ours.Transport != theirs.Transport)
            throw new UnsupportedException(
                client.Name,
                $"a {theirs.Transport} client can't drive the {ours.Transport} server {ours.Stack}"
            );
        if (ours.IsLocal && !(server.Where.IsHere && client.IsHere))
            throw new UnsupportedException(
                server.Name,
                $"{ours.Stack} connects processes of one machine, and here a side is on another"
            );
        if (Link?.ListenAddress is { } address)
            scenario = scenario with { Address = address };
        await server.ListenAsync(scenario, port: 0, _token, cancel);
        _reached = OfLink(it => it.Behind(server.EndPoint)) ?? server.EndPoint;
        Rest();
    }

    /// <summary>For a scenario; <see cref="DisconnectAsync"/> comes before the next one.</summary>
    /// <param name="arrivalsSeed">Of a cell with a rate.</param>
    /// <param name="networkSeed">Of a cell with an impaired network.</param>
    /// <exception cref="UnsupportedException">The client can't do what the scenario asks.</exception>
    public async Task ConnectAsync(Scenario scenario, int? arrivalsSeed, CancellationToken cancel, int networkSeed = 1)
    {
        client.RequireLoad(scenario);
        server!.RequireTaker(scenario);
        _learntLostAfterNs = null;
        Wake();
        OfLink(it => it.Shaped(scenario.Network ?? new(), networkSeed));
        _unconnected = scenario.TellsMemory ? await UsageAsync(cancel) : null;
        await client.ConnectAsync(
            scenario,
            _reached!,
            _token,
            (Link is null ? ConnectTimeoutNs : ImpairedConnectTimeoutNs) + scenario.AllConnections * ConnectNs,
            cancel,
            seed: arrivalsSeed
        );
        UnseenSockets = IsOneProcess
            ? client.RequireTrueSocketsWith(server)
            : client.RequireTrueSockets() ?? server.RequireTrueSockets();
        _atStart = await server.UsageAsync(cancel);
        Rest();
    }

    /// <summary>Who else talked to the server since the client has connected; null: nobody. The pair must be
    /// awake.</summary>
    public async Task<Strangers?> StrangersAsync(CancellationToken cancel) =>
        server is not null && _atStart is { } before ? Strangers.Of(await server.UsageAsync(cancel) - before) : null;

    /// <summary>Client first, so that it is the one who ends the connections.</summary>
    public async Task DisconnectAsync(CancellationToken cancel)
    {
        Wake();
        await client.DisconnectAsync(cancel);
        await server!.DisconnectAsync(cancel);
        Rest();
    }

    /// <summary>Waiting pairs idle; clients park by themselves.</summary>
    public void Rest() => server?.Rest();

    public void Wake() => server?.Wake();

    /// <summary>This pair alone.</summary>
    public async Task<WarmUpRecord> WarmUpAsync(WarmUpLimits limits, CancellationToken cancel)
    {
        var warmUp = new PairWarmUp(this, limits);
        while (!await warmUp.StepAsync(cancel)) { }
        return warmUp.Record;
    }

    /// <summary>What the warm-up taught.</summary>
    internal void IsWarm(double ratePerS, Histogram roundTrips)
    {
        (RatePerS, HasBeenWarm) = (ratePerS, true);
        LearnLosses(roundTrips);
    }

    /// <summary>From the warm-up up to now, so that a loss in it doesn't hold its place for long either.</summary>
    internal void LearnLosses(Histogram roundTrips)
    {
        if (Scenario.LostAfterNs is null && client.Transmission == Model.Transmission.Unreliable)
            _learntLostAfterNs = Lost.AfterNs(roundTrips);
    }

    /// <summary>Load that is looked at, and not accounted for.</summary>
    internal async Task<Measurement> WindowAsync(long settleNs, long lengthNs, CancellationToken cancel)
    {
        var window = await client.RunAsync(settleNs, lengthNs, null, Patience, cancel, _learntLostAfterNs);
        MessagesSeen += window.Received;
        return window;
    }

    /// <summary>
    /// One slice: starts counting after <paramref name="settleNs"/> of load, for <paramref name="lengthNs"/>. The pair
    /// must be awake. The window is relative: a worker that
    /// reads the clock when the request reaches it can't be late for it, however busy the machine.
    /// </summary>
    public Task<Counted> SliceAsync(long settleNs, long lengthNs, CancellationToken cancel) =>
        Counted.OfAsync(
            this,
            settleNs,
            Scenario.LapMessages is null ? lengthNs : null,
            () => client.RunAsync(settleNs, lengthNs, Scenario.LapMessages, Grace, cancel, _learntLostAfterNs),
            cancel
        );

    /// <summary>One stretch with the usage of both sides and of the machine.</summary>
    /// <exception cref="WorkerFault">A part of it had no answer.</exception>
    public async Task<Stretch> StretchAsync(StretchPlan plan, CancellationToken cancel)
    {
        var sinceNs = Clock.NowNs;
        var before = await UsageAsync(cancel);
        var machineBefore = SitesUsage.Of(Parts, isNeeded: client.Parts.Count == 1);
        var passedBefore = OfLink(it => it.Use());
        var parts = await PartsAsync(plan, cancel);
        var machine = SitesUsage.Of(Parts, isNeeded: client.Parts.Count == 1) - machineBefore;
        var passed = OfLink(it => it.Use()) is { } after ? after - passedBefore! : null;
        var used = await UsageAsync(cancel) - before;
        var accountedNs = Clock.NowNs - sinceNs;
        CheckCounts(parts.Sum(part => part.Measured.Answered), used);
        var snapshots = SnapshotCounts.Sum(parts.Select(part => part.Measured.Snapshots));
        CheckSnapshots(snapshots?.Received ?? 0, used);
        return Counted.Together(parts) with
        {
            // Each part is long enough to tell a silent connection from one whose turn did not come.
            SilentConnections = parts.Max(p => p.Measured.SilentConnections),
            Host = machine.Host,
            // A tick's time is by the server's clock.
            Snapshots = IsOnTwoMachines && snapshots is not null ? snapshots with { Lateness = null } : snapshots,
            LocalPorts = Scenario.IsChurn ? LocalPorts.Read() : null,
            UdpReceiveDrops = machine.UdpReceiveDrops,
            Generators = (client as ClientCrew)?.Record,
            ControllerCpuNs = (long)machine.Controller.TotalNanoseconds,
            Network = passed,
            ServerBytesPerConnection = IsOneProcess ? null : PerConnection(_unconnected?.Server, used.Server),
            ClientBytesPerConnection = PerConnection(_unconnected?.Client, used.Client),
            Server = IsOneProcess ? null : used.Server,
            Client = used.Client,
            AccountedNs = accountedNs,
        };
    }

    private long? PerConnection(Usage? before, Usage? after) =>
        after?.RssBytes - before?.RssBytes is { } more ? Math.Max(0, more) / Scenario.AllConnections : null;

    private async Task<List<Counted>> PartsAsync(StretchPlan plan, CancellationToken cancel)
    {
        var parts = new List<Counted>();
        var doneNs = 0L;
        do
        {
            var partNs = Math.Min(plan.PartNs ?? long.MaxValue, plan.LengthNs - doneNs ?? long.MaxValue);
            var isTimed = plan.Messages is null && Scenario.LapMessages is null;
            var part = await Counted.OfAsync(
                this,
                plan.SettleNs,
                isTimed ? partNs : null,
                () => PartAsync(plan, partNs, cancel),
                cancel
            );
            if (part.Measured.Received == 0)
                throw Silence("run", part.Measured);
            parts.Add(part);
            plan.EachPart(part.Measured);
            doneNs += part.Measured.DurationNs;
        } while (
            plan is { PartNs: not null, Stop.IsCancellationRequested: false }
            && (plan.LengthNs is not { } all || doneNs < all)
        );
        return parts;
    }

    private Task<Measurement> PartAsync(StretchPlan plan, long lengthNs, CancellationToken cancel) =>
        plan.Messages is { } count
            ? client.RunMessagesAsync(
                plan.SettleNs,
                count,
                Scenario.LapMessages,
                TimeFor(count) + Patience,
                cancel,
                _learntLostAfterNs
            )
            : client.RunAsync(plan.SettleNs, lengthNs, Scenario.LapMessages, Grace, cancel, _learntLostAfterNs);

    /// <summary>A measurement ends with the answers of its last messages, and with laps not before its last
    /// lap.</summary>
    private long Grace => Patience + (Scenario.LapMessages is { } lap ? TimeFor(lap) : 0);

    /// <summary>At a rate messages that are due may wait as long for a slot as for their answer.</summary>
    private long Patience => (Scenario.RatePerS is null ? 1 : 2) * LostAfterNs + GraceNs;

    /// <summary>More than so many messages can need, also where the rate breaks down.</summary>
    private long TimeFor(long messages) => (long)Math.Min(20 * messages / RatePerS * 1e9, LongestStretchNs);

    public async Task<PairUsage> UsageAsync(CancellationToken cancel)
    {
        var ofServer = server?.UsageAsync(cancel);
        var ofClient = client.UsageAsync(cancel);
        await Task.WhenAll(ofServer ?? Task.CompletedTask, ofClient);
        return new(ofServer is null ? null : await ofServer, await ofClient);
    }

    /// <summary>Compares the two sides' own counts: a server that answered fewer messages than the client got answers
    /// for, or a client that counted more than it received, is lying.</summary>
    /// <param name="answered">By the results of all runs meanwhile.</param>
    /// <param name="used">In the same time, by each side's own counters.</param>
    internal void CheckCounts(long answered, PairUsage used)
    {
        if (used.Client.Messages < answered)
            throw client.Fault(
                "counts",
                $"reports {answered} answers in its results and {used.Client.Messages} received in all"
            );
        if (used.Server is { } theirs && theirs.Messages < answered)
            throw server!.Fault(
                "counts",
                $"answered {theirs.Messages} messages by its own count, the client received {answered}"
            );
    }

    /// <summary>A client that got more than was sent is lying.</summary>
    internal void CheckSnapshots(long received, PairUsage used)
    {
        if (used.Server is { } theirs && (theirs.Snapshots ?? 0) < received)
            throw client.Fault(
                "counts",
                $"reports {received} snapshots received, the server sent {theirs.Snapshots ?? 0} by its own count"
            );
    }

    internal void RequireAnswers(string phase, Measurement measurement)
    {
        if (measurement is { Sent: > 0, Received: 0 })
            throw Silence(phase, measurement);
    }

    private WorkerFault Silence(string phase, Measurement measurement) =>
        (server ?? (Side)client).Fault(
            phase,
            measurement.Sent == 0 && server is not null
                ? "the client sent nothing"
                : string.Create(
                    CultureInfo.InvariantCulture,
                    $"the server does not answer (any more): none of {measurement.Sent} messages was "
                        + $"answered within {LostAfterNs / 1e9:0.###} s{SilenceHint}"
                )
        );

    /// <summary>A trial's record with what is known of both sides.</summary>
    public TrialRecord Describe(TrialRecord record) =>
        record with
        {
            LostAfterNs = LostAfterNs,
            UnseenSockets = UnseenSockets,
            NoiseAccepted = Noise.IsAccepted,
            Transmission = client.Transmission,
            OnTwoMachines = IsOnTwoMachines,
            ServerCpus = server?.Cpus ?? "",
            ClientCpus = client.Cpus,
            ServerSpins = server is { Stack.Spins: true },
            ClientSpins = client.Stack.Spins,
            EffectiveOptions = Sides()
                .SelectMany(side =>
                    side.Side.EffectiveOptions.Select(o => KeyValuePair.Create($"{side.Name}.{o.Key}", o.Value))
                )
                .ToDictionary(),
            Versions = Sides().ToDictionary(side => side.Name, side => side.Side.Version),
        };

    private IEnumerable<(string Name, Side Side)> Sides() =>
        server is null ? [("client", client)] : [("server", server), ("client", client)];

    public Task StopAsync(CancellationToken cancel) =>
        Task.WhenAll(client.StopAsync(cancel), server?.StopAsync(cancel) ?? Task.CompletedTask);

    public async ValueTask DisposeAsync()
    {
        await client.DisposeAsync();
        if (server is not null)
            await server.DisposeAsync();
        Link?.Dispose();
    }
}
