using Pingmark.Host;
using Pingmark.Model;
using Pingmark.Observing;
using Pingmark.Workers;

namespace Pingmark.Trials;

/// <summary>A client with the server that it measures, for <c>run</c>, <c>probe</c> and <c>nbn</c>. A pair connects,
/// warms up, and measures; between measurements no messages flow.</summary>
/// <param name="server">The server; null where it is not ours, so that only its answers are known.</param>
public class Pair(ServerSide? server, ClientSide client) : IAsyncDisposable
{
    /// <summary>Most clients open one connection after the other.</summary>
    private static readonly long ConnectTimeoutNs = (long)(5e9 * CpuQuota.OfThisProcess.DeadlineFactor),
        TimeoutPerConnectionNs = (long)(1e6 * CpuQuota.OfThisProcess.DeadlineFactor);

    private Usage? _serverUsageWhenConnected;

    public ServerSide? Server => server;
    public ClientSide Client => client;

    internal NetworkPath Network { get; init; } = server?.Network ?? NetworkPath.Plain;
    internal Observers Observers { get; init; } = Observers.None;

    internal FirstContact FirstContact { get; init; } = FirstContact.Usual;

    /// <summary>Whether each message waits for the answer to the one before, as in a plain closed loop.</summary>
    internal bool AwaitsEachAnswer => Scenario is { RatePerS: null, Load.SupportsLaps: true };

    internal bool CanLoseMessages => client.Transmission == Model.Transmission.Unreliable;

    /// <summary>What the user may look at when the server answers nothing.</summary>
    public string SilenceHint { get; init; } = "";

    /// <summary>The sides with a process of their own, where both are ours.</summary>
    internal virtual IReadOnlyList<Side> Processes => [server!, client];

    /// <summary>The process that is accounted for as the server's; null where it isn't ours, or is also the
    /// client's.</summary>
    internal virtual ServerSide? ServerProcess => server;

    /// <summary>Whether the client's process idles while no messages flow, except for compilers and
    /// collectors.</summary>
    internal virtual bool IsClientIdleWithoutMessages => true;

    /// <summary>What each process used, counted once.</summary>
    internal virtual PairUsage ByProcess(PairUsage used) => used;

    /// <summary>Marks whose cost the client's process had.</summary>
    internal virtual SideCost? AttributeClientCost(SideCost? cost) => cost;

    /// <summary>What the sides used before they connected; null where connections are too few to show what one
    /// takes.</summary>
    internal PairUsage? UsageBeforeConnecting { get; private set; }

    /// <summary>The loss timeout that follows from the warm-up's round trips; null where it was asked for, the usual
    /// one is right, or the warm-up has not begun.</summary>
    internal long? LearnedLossTimeoutNs { get; private set; }

    /// <summary>After how long an unanswered message is lost.</summary>
    public long LostAfterNs => Scenario.LostAfterNs ?? LearnedLossTimeoutNs ?? LossTimeout.MaxNs;

    /// <summary>The rate at the end of the warm-up.</summary>
    public double RatePerS { get; private set; }

    /// <summary>The median round trip at the end of the warm-up; 0 where no answer came.</summary>
    internal double RoundTripNs { get; private set; }

    /// <summary>The least number of messages that one of the sides has carried, over all its cells.</summary>
    internal long MessagesSeen => NamedSides().Min(side => side.Side.MessagesSeen);

    /// <summary>Whether both sides have been warm before, in any pair: most of their code is compiled then.</summary>
    internal bool HasBeenWarm => NamedSides().All(side => side.Side.HasBeenWarm);

    /// <summary>Whether the sides have no core, and no kernel's network, in common.</summary>
    internal bool IsOnTwoMachines =>
        server is not null && client.Workers.All(worker => worker.Where.Machine != server.Where.Machine);

    /// <summary>Whether the sides may run on the same cores.</summary>
    internal bool ShareCores =>
        ServerProcess is { } process && !IsOnTwoMachines && CoreList.HaveCommonCore(process.Cpus, client.Cpus);

    /// <summary>Whether a side is known to have a compiler that works in the background.</summary>
    internal bool HasCompiler => client.CompilesAsItRuns || server is { CompilesAsItRuns: true };

    /// <summary>Whether a side may have such a compiler; an unknown server may.</summary>
    internal bool MightHaveCompiler => HasCompiler || server is null;

    internal Scenario Scenario => client.Scenario;

    internal PairRequests Requests => new(this);

    /// <summary>The sides with one worker each.</summary>
    internal IReadOnlyList<Side> Workers => server is null ? client.Workers : [.. client.Workers, server];

    /// <summary>The CPU time of both processes by the kernel's clocks; null for one that is not ours or not on this
    /// machine.</summary>
    internal (long? Server, long? Client) CpuNs() => (ServerProcess?.CpuNs(), client.CpuNs());

    /// <summary>The CPU time of the sides on other machines, which are asked for it; null for the others.</summary>
    internal async Task<(long? Server, long? Client)> AskRemoteCpuNsAsync(CancellationToken cancel)
    {
        var ofServer = ServerProcess is { Where.IsHere: false } process ? process.UsageAsync(cancel) : null;
        var ofClient = client.IsHere ? null : client.UsageAsync(cancel);
        await Task.WhenAll(ofServer ?? Task.CompletedTask, ofClient ?? Task.CompletedTask);
        return (ofServer?.Result.CpuNs, ofClient?.Result.CpuNs);
    }

    /// <summary>Connects the client for a scenario; <see cref="DisconnectAsync"/> comes before the next one.</summary>
    /// <param name="arrivalsSeed">The seed of a cell with a rate; null where there is none.</param>
    /// <param name="networkSeed">The seed of a cell with an impaired network.</param>
    /// <exception cref="UnsupportedException">A side can't do what the scenario asks, or the sides don't fit
    /// together.</exception>
    public async Task ConnectAsync(Scenario scenario, int? arrivalsSeed, CancellationToken cancel, int networkSeed = 1)
    {
        RequireMatchingSides();
        RequireOptions(scenario.Options);
        client.RequireLoad(scenario);
        server!.RequireServerAbility(scenario);
        LearnedLossTimeoutNs = null;
        Wake();
        Network.Shape(scenario, networkSeed, client);
        UsageBeforeConnecting = scenario.CanMeasureMemory ? await UsageAsync(cancel) : null;
        var timeoutNs =
            Network.ConnectTimeoutFactor * ConnectTimeoutNs + scenario.AllConnections * TimeoutPerConnectionNs;
        await client.ConnectAsync(
            new(scenario, server.Reached, server.Token, timeoutNs) { ArrivalsSeed = arrivalsSeed ?? 1 },
            cancel
        );
        _serverUsageWhenConnected = await server.UsageAsync(cancel);
        Rest();
    }

    private void RequireMatchingSides()
    {
        var (servers, clients) = (server!.Stack, client.Stack);
        if (servers.Transport != clients.Transport)
            throw new UnsupportedException(
                client.Name,
                $"a {clients.Transport} client can't drive the {servers.Transport} server {servers.Stack}"
            );
        if (servers.IsLocal && !(server.Where.IsHere && client.IsHere))
            throw new UnsupportedException(
                server.Name,
                $"{servers.Stack} connects processes of one machine, and here a side is on another"
            );
    }

    /// <summary>One of the sides must have each option.</summary>
    private void RequireOptions(StackOptions asked)
    {
        foreach (var name in asked.Names)
            if (!server!.Stack.Has(name) && !client.Stack.Has(name))
                throw new UnsupportedException(server.Name, server.Stack.UnknownOptionMessage(name));
    }

    /// <summary>Asks who else has talked to the server since the client connected; null where nobody has. The pair must
    /// be awake.</summary>
    public async Task<UnknownPeers?> UnknownPeersAsync(CancellationToken cancel) =>
        server is not null && _serverUsageWhenConnected is { } before
            ? UnknownPeers.FromUsage(await server.UsageAsync(cancel) - before)
            : null;

    /// <summary>Disconnects the client first, so that the client ends the connections.</summary>
    public async Task DisconnectAsync(CancellationToken cancel)
    {
        Wake();
        await client.DisconnectAsync(cancel);
        await server!.DisconnectAsync(cancel);
        Rest();
    }

    /// <summary>Lets the server idle; clients park by themselves.</summary>
    public void Rest() => server?.Rest();

    public void Wake() => server?.Wake();

    /// <summary>Warms this pair up alone.</summary>
    public async Task<WarmUpRecord> WarmUpAsync(WarmUpLimits limits, CancellationToken cancel)
    {
        var warmUp = new PairWarmUp(this, limits);
        while (!await warmUp.StepAsync(cancel)) { }
        return warmUp.Record;
    }

    internal void ApplyWarmUp(double ratePerS, Histogram roundTrips)
    {
        (RatePerS, RoundTripNs) = (ratePerS, roundTrips.Count > 0 ? roundTrips.PercentileNs(0.5) : 0);
        foreach (var (_, side) in NamedSides())
            side.HasBeenWarm = true;
        LearnLossTimeout(roundTrips);
    }

    /// <summary>Derives the loss timeout from round trips, so that a loss during the warm-up doesn't block its place
    /// for long either.</summary>
    internal void LearnLossTimeout(Histogram roundTrips)
    {
        if (Scenario.LostAfterNs is not null)
            return;
        LearnedLossTimeoutNs =
            CanLoseMessages ? LossTimeout.ComputeNs(roundTrips)
            : LossTimeout.ComputeForStreamNs(roundTrips) is > LossTimeout.MaxNs and var slowNs ? slowNs
            : null;
    }

    /// <summary>Lets the next answers take so long, unless the user has said when a message is lost.</summary>
    internal void WaitForSlowAnswers(long maxNs)
    {
        if (Scenario.LostAfterNs is null)
            LearnedLossTimeoutNs = maxNs;
    }

    /// <summary>Measures load without accounting for it.</summary>
    /// <param name="ratePerS">The rate of the pair, as far as it is known.</param>
    internal Task<Measurement> WindowAsync(
        long settleNs,
        long lengthNs,
        CancellationToken cancel,
        double ratePerS = 0
    ) => RunWarmUpAsync(Requests.WarmUpWindow(settleNs, lengthNs, ratePerS), cancel);

    /// <summary>Measures answers that may take longer than the window.</summary>
    internal Task<Measurement> SlowWindowAsync(long lengthNs, CancellationToken cancel) =>
        RunWarmUpAsync(Requests.SlowWarmUpWindow(lengthNs), cancel);

    private async Task<Measurement> RunWarmUpAsync(RunRequest request, CancellationToken cancel)
    {
        var window = await client.RunAsync(request, cancel);
        foreach (var (_, side) in NamedSides())
            side.MessagesSeen += window.Received;
        return window;
    }

    /// <summary>Measures one slice of <paramref name="lengthNs"/> after <paramref name="settleNs"/> of load. The pair
    /// must be awake. Times count from when the worker gets the request, so that no worker can be late for
    /// it.</summary>
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
            throw FailureReason.CreateSilenceFault(this, phase, measurement);
    }

    /// <summary>Begins to observe the processes on this machine. The pair must be awake.</summary>
    internal Task<TrialWatch> BeginWatchAsync(CancellationToken cancel)
    {
        var (here, elsewhere) = (new List<WatchedSide>(), new HashSet<string>());
        foreach (var side in Processes)
        {
            var name =
                Processes.Count == 1 ? "pair"
                : side is ServerSide ? "server"
                : "client";
            foreach (var worker in side.Workers)
                if (worker is { Where.IsHere: true, Pid: > 0 })
                    here.Add(new(name, worker.Stack.Stack, worker.Pid, worker.Cpus, worker.CompilerThreads));
                else
                    elsewhere.Add($"the {name}: it is on another machine");
        }
        return Observers.BeginAsync(here, [.. elsewhere], cancel);
    }

    /// <summary>Adds what is known of both sides to a trial's record.</summary>
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
            EffectiveOptions = NamedSides()
                .SelectMany(side =>
                    side.Side.EffectiveOptions.Select(o => KeyValuePair.Create($"{side.Name}.{o.Key}", o.Value))
                )
                .ToDictionary(),
            Versions = NamedSides().ToDictionary(side => side.Name, side => side.Side.Version),
        };

    private IEnumerable<(string Name, Side Side)> NamedSides() =>
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
