using Pingmark.Host;
using Pingmark.Model;
using Pingmark.Workers;

namespace Pingmark.Trials;

/// <summary>A server of ours: one worker, which takes client after client, through the network before it.</summary>
public class ServerSide : Side
{
    /// <summary>Of a transport within this machine, what it listens in.</summary>
    private LocalFolder? _folder;

    private protected ServerSide(Worker worker, HelloReply hello, StackDescription stack, string? cpus)
        : base(worker, hello, stack, cpus) { }

    private string? _reach;

    /// <summary>The network between it and its clients.</summary>
    internal NetworkPath Network { get; private set; } = NetworkPath.Plain;

    /// <summary>Of the clients that it serves; null: it was not told one here.</summary>
    internal string? Token { get; private set; }

    /// <summary>Where it listens.</summary>
    public ServerAddress EndPoint { get; private set; } = new("", 0);

    /// <summary>Where its clients find it.</summary>
    internal ServerAddress Reached { get; private set; } = new("", 0);

    /// <param name="cpus">taskset's list; null = all.</param>
    public static Task<ServerSide> StartAsync(
        IWorkerStarter starter,
        string stack,
        IReadOnlyDictionary<string, IReadOnlyList<string>>? runtimeOptions,
        string? cpus,
        CancellationToken cancel
    ) =>
        StartAsync(
            starter,
            stack,
            "server",
            runtimeOptions,
            cpus,
            (worker, hello, description) => new ServerSide(worker, hello, description, cpus),
            cancel
        );

    /// <param name="address">By which its clients reach it; null: the one that it listens on.</param>
    internal void ReachedBy(string? address) => _reach = address;

    /// <exception cref="UnsupportedException">It can't do what the test asks of a
    /// server.</exception>
    public void RequireTaker(Scenario scenario)
    {
        var load = scenario.Load;
        if (load.IsOneWay && !Stack.Loads.Contains(scenario.LoadName))
            throw new UnsupportedException(
                Name,
                $"{Stack.Stack} can't take test: {load.Name}, it can only send messages back; {load.WhoCan}"
            );
        if (load.HasSnapshots && !Stack.SendsUnasked)
            throw new UnsupportedException(
                Name,
                $"{Stack.Stack} can't send unasked, as test: {load.Name} needs; {load.WhoCan}"
            );
    }

    /// <param name="port">0 = any.</param>
    public async Task ListenAsync(Scenario scenario, int port, string token, CancellationToken cancel)
    {
        var listening = await Worker.ListenAsync(
            Stack.Stack,
            Stack.IsLocal ? (_folder ??= new()).Path : scenario.Address,
            port,
            token,
            allowWildcard: false,
            scenario,
            cancel
        );
        (Token, EndPoint) = (
            token,
            new(_reach ?? listening.Address, listening.Port) { Certificate = listening.Certificate }
        );
        Reached = EndPoint;
        EffectiveOptions = listening.EffectiveOptions;
    }

    /// <param name="network">Is this side's from now on.</param>
    internal async Task ListenBehindAsync(
        NetworkPath network,
        Scenario scenario,
        string token,
        CancellationToken cancel
    )
    {
        Network = network;
        await ListenAsync(network.ForServer(scenario), port: 0, token, cancel);
        Reached = network.ToServer(EndPoint, this);
    }

    public override async ValueTask DisposeAsync()
    {
        await base.DisposeAsync();
        Network.Dispose();
        _folder?.Dispose();
    }

    /// <summary>While another pair is measured: only a server that spins is frozen, since it would take the core from
    /// that one.</summary>
    public void Rest()
    {
        if (Stack.Spins)
            Worker.Freeze();
    }

    public void Wake() => Worker.Thaw();

    /// <returns>How the worker ended; null while it runs.</returns>
    public Task<string?> EndAsync() => Worker.EndAsync();

    /// <summary>What is measured against this server ends with it: a dead server would leave its clients
    /// waiting.</summary>
    /// <exception cref="WorkerFault">The server ended; the message tells how.</exception>
    public async Task<T> WhileServingAsync<T>(Func<CancellationToken, Task<T>> measure, CancellationToken cancel)
    {
        using var either = CancellationTokenSource.CreateLinkedTokenSource(cancel);
        var ended = Worker.WaitForEndAsync(either.Token);
        var measured = measure(either.Token);
        var first = await Task.WhenAny(measured, ended);
        await either.CancelAsync();
        if (first == measured || cancel.IsCancellationRequested)
            return await measured;
        await Task.WhenAny(measured);
        await UsageAsync(cancel);
        throw Fault("serve", "ended");
    }
}
