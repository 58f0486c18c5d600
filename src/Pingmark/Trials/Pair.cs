using Pingmark.Host;
using Pingmark.Model;
using Pingmark.Observing;
using Pingmark.Workers;

namespace Pingmark.Trials;

/// <summary>A client with the server that it measures: the one way to measure, for <c>run</c>, <c>probe</c> and
/// <c>nbn</c>. A pair is connected and warmed up, and is quiet between measurements; each is accounted for on both
/// sides. The server may be somebody else's: then only its answers are known.</summary>
/// <param name="server">The server; null where it is not ours.</param>
/// <param name="client">The client that is connected to it.</param>
public class Pair(ServerSide? server, ClientSide client) : IAsyncDisposable
{
    private static readonly long ConnectTimeoutNs = (long)(5e9 * CpuQuota.OfThisProcess.Slowness);

    /// <summary>How long each connection may take beyond the first, in ns: most clients open one after the
    /// other.</summary>
    private static readonly long ConnectNs = (long)(1e6 * CpuQuota.OfThisProcess.Slowness);

    /// <summary>The network between its sides.</summary>
    internal NetworkPath Network { get; init; } = server?.Network ?? NetworkPath.Plain;

    /// <summary>The sides that have a process of their own, where both are ours.</summary>
    internal virtual IReadOnlyList<Side> Processes => [server!, client];

    /// <summary>The process that is accounted for as the server's; null where it isn't ours, or is accounted for as the
    /// client's.</summary>
    internal virtual ServerSide? ServerProcess => server;

    /// <summary>Whether the client's process does nothing while no messages flow, but for compilers and
    /// collectors.</summary>
    internal virtual bool RestsUnasked => true;

    /// <summary>Tells what each process has used once, where both sides have told it.</summary>
    internal virtual PairUsage OfProcesses(PairUsage used) => used;

    /// <summary>Says whose cost the client's process had: its own.</summary>
    internal virtual SideCost? OfClient(SideCost? cost) => cost;

    /// <summary>What the sides had used when there was no connection yet; null where connections are too few to tell
    /// what one takes.</summary>
    internal PairUsage? Unconnected { get; private set; }

    /// <summary>What the server had used when its client had connected.</summary>
    private Usage? _atStart;

    /// <summary>After how many ns an unanswered message is lost, which each run is told; null where that was asked for
    /// when connecting, where nothing can be lost, or where nothing is known yet.</summary>
    internal long? LearntLostAfterNs { get; private set; }

    /// <summary>What watches the pair.</summary>
    internal Observers Observers { get; init; } = Observers.None;

    public ServerSide? Server => server;
    public ClientSide Client => client;

    /// <summary>Says what the user may look at when the server answers nothing.</summary>
    public string SilenceHint { get; init; } = "";

    /// <summary>The messages per second that were measured when the warm-up ended.</summary>
    public double RatePerS { get; private set; }

    /// <summary>The messages that the pair's compilers have seen, each over all its cells; the least of them.</summary>
    internal long MessagesSeen => Sides().Min(side => side.Side.MessagesSeen);

    /// <summary>Whether both sides have been warmed up before, with whomever: most of their code is compiled
    /// then.</summary>
    internal bool HasBeenWarm => Sides().All(side => side.Side.HasBeenWarm);

    /// <summary>After how many ns an unanswered message is lost: as it was asked for, or as it follows from the
    /// warm-up.</summary>
    public long LostAfterNs => Scenario.LostAfterNs ?? LearntLostAfterNs ?? LossTimeout.LongestNs;

    /// <summary>Reads the CPU time that both processes have used, each by the kernel's clock of its process; null for
    /// one that isn't ours or is not on this machine.</summary>
    internal (long? Server, long? Client) CpuNs() => (ServerProcess?.CpuNs(), client.CpuNs());

    /// <summary>Asks the sides that are not on this machine for their CPU time; null for the others.</summary>
    internal async Task<(long? Server, long? Client)> CpuNsElsewhereAsync(CancellationToken cancel)
    {
        var ofServer = ServerProcess is { Where.IsHere: false } process ? process.UsageAsync(cancel) : null;
        var ofClient = client.IsHere ? null : client.UsageAsync(cancel);
        await Task.WhenAll(ofServer ?? Task.CompletedTask, ofClient ?? Task.CompletedTask);
        return (ofServer?.Result.CpuNs, ofClient?.Result.CpuNs);
    }

    /// <summary>Whether the sides have no core in common, and no network within one kernel.</summary>
    internal bool IsOnTwoMachines =>
        server is not null && client.Parts.All(part => part.Where.Machine != server.Where.Machine);

    /// <summary>Whether the sides may run on the same cores.</summary>
    internal bool ShareCores =>
        ServerProcess is { } process && !IsOnTwoMachines && CoreList.HaveCommonCore(process.Cpus, client.Cpus);

    /// <summary>Whether a side has a compiler that is known to work in the background.</summary>
    internal bool Compiles => client.CompilesAsItRuns || server is { CompilesAsItRuns: true };

    /// <summary>Whether a side may have such a compiler; a server may of which nothing is known.</summary>
    internal bool MayCompile => Compiles || server is null;

    internal Scenario Scenario => client.Scenario;

    internal PairRequests Requests => new(this);

    internal IReadOnlyList<Side> Parts => server is null ? client.Parts : [.. client.Parts, server];

    /// <summary>Checks that the sides fit together.</summary>
    /// <exception cref="UnsupportedException">The sides don't fit together.</exception>
    private void RequireOneLanguage()
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
    }

    /// <summary>Checks options: a side that has an option is asked for it, and one of them must have it.</summary>
    /// <exception cref="UnsupportedException">Neither side has an option.</exception>
    private void RequireOptions(StackOptions asked)
    {
        foreach (var name in asked.Names)
            if (!server!.Stack.Has(name) && !client.Stack.Has(name))
                throw new UnsupportedException(server.Name, server.Stack.UnknownOptionMessage(name));
    }

    /// <summary>Connects the client for a scenario; <see cref="DisconnectAsync"/> comes before the next one.</summary>
    /// <param name="arrivalsSeed">The seed of a cell with a rate; null where there is none.</param>
    /// <param name="networkSeed">The seed of a cell with an impaired network.</param>
    /// <exception cref="UnsupportedException">A side can't do what the scenario asks, or they don't fit
    /// together.</exception>
    public async Task ConnectAsync(Scenario scenario, int? arrivalsSeed, CancellationToken cancel, int networkSeed = 1)
    {
        RequireOneLanguage();
        RequireOptions(scenario.Options);
        client.RequireLoad(scenario);
        server!.RequireTaker(scenario);
        LearntLostAfterNs = null;
        Wake();
        Network.Shape(scenario, networkSeed, client);
        Unconnected = scenario.CanMeasureMemory ? await UsageAsync(cancel) : null;
        var timeoutNs = Network.ConnectTimes * ConnectTimeoutNs + scenario.AllConnections * ConnectNs;
        await client.ConnectAsync(
            new(scenario, server.Reached, server.Token, timeoutNs) { ArrivalsSeed = arrivalsSeed ?? 1 },
            cancel
        );
        _atStart = await server.UsageAsync(cancel);
        Rest();
    }

    /// <summary>Asks who else has talked to the server since the client connected; null where nobody has. The pair must
    /// be awake.</summary>
    public async Task<UnknownPeers?> UnknownPeersAsync(CancellationToken cancel) =>
        server is not null && _atStart is { } before
            ? UnknownPeers.FromUsage(await server.UsageAsync(cancel) - before)
            : null;

    /// <summary>Disconnects the client first, so that it is the one who ends the connections.</summary>
    public async Task DisconnectAsync(CancellationToken cancel)
    {
        Wake();
        await client.DisconnectAsync(cancel);
        await server!.DisconnectAsync(cancel);
        Rest();
    }

    /// <summary>Lets the pair wait, which idles it; clients park by themselves.</summary>
    public void Rest() => server?.Rest();

    public void Wake() => server?.Wake();

    /// <summary>Warms this pair up alone.</summary>
    public async Task<WarmUpRecord> WarmUpAsync(WarmUpLimits limits, CancellationToken cancel)
    {
        var warmUp = new PairWarmUp(this, limits);
        while (!await warmUp.StepAsync(cancel)) { }
        return warmUp.Record;
    }

    /// <summary>Takes over what the warm-up taught.</summary>
    internal void FinishWarmUp(double ratePerS, Histogram roundTrips)
    {
        RatePerS = ratePerS;
        foreach (var (_, side) in Sides())
            side.MarkWarm();
        LearnLosses(roundTrips);
    }

    /// <summary>Learns from the round trips of the warm-up when a message is lost, so that a loss in it doesn't hold
    /// its place for long either.</summary>
    internal void LearnLosses(Histogram roundTrips)
    {
        if (Scenario.LostAfterNs is null && client.Transmission == Model.Transmission.Unreliable)
            LearntLostAfterNs = LossTimeout.AfterNs(roundTrips);
    }

    /// <summary>Measures load that is looked at, and not accounted for.</summary>
    /// <param name="ratePerS">The rate of the pair, as far as it is known.</param>
    internal async Task<Measurement> WindowAsync(
        long settleNs,
        long lengthNs,
        CancellationToken cancel,
        double ratePerS = 0
    )
    {
        var window = await client.RunAsync(Requests.Uncounted(settleNs, lengthNs, ratePerS), cancel);
        foreach (var (_, side) in Sides())
            side.AddMessagesSeen(window.Received);
        return window;
    }

    /// <summary>Measures one slice: it starts counting after <paramref name="settleNs"/> of load, and counts for
    /// <paramref name="lengthNs"/>. The pair must be awake. The window is relative: a worker that reads the clock when
    /// the request reaches it can't be late for it, however busy the machine is.</summary>
    public Task<CountedRun> SliceAsync(long settleNs, long lengthNs, CancellationToken cancel) =>
        CountedRun.MeasureAsync(this, Requests.Window(settleNs, lengthNs), cancel);

    /// <summary>Measures one continuous window, with what both sides and the machine used.</summary>
    /// <exception cref="WorkerFault">A part of it had no answer.</exception>
    public Task<CountedWindow> MeasureContinuousWindowAsync(WindowPlan plan, CancellationToken cancel) =>
        new ContinuousWindow(this, plan).MeasureAsync(cancel);

    public virtual async Task<PairUsage> UsageAsync(CancellationToken cancel)
    {
        var ofServer = server?.UsageAsync(cancel);
        var ofClient = client.UsageAsync(cancel);
        await Task.WhenAll(ofServer ?? Task.CompletedTask, ofClient);
        return new(ofServer is null ? null : await ofServer, await ofClient);
    }

    internal void RequireAnswers(string phase, Measurement measurement)
    {
        if (measurement is { Sent: > 0, Received: 0 })
            throw SilentServer.Fault(this, phase, measurement);
    }

    /// <summary>Completes a trial's record with what is known of both sides.</summary>
    public TrialRecord Describe(TrialRecord record) =>
        record with
        {
            LostAfterNs = LostAfterNs,
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
    }
}
