using Pingmark.Host;
using Pingmark.Model;
using Pingmark.Workers;

namespace Pingmark.Trials;

/// <summary>A server of ours: one worker, which takes client after client, through the network before it.</summary>
public class ServerSide : Side
{
    /// <summary>Where a server of a transport within this machine listens.</summary>
    private LocalFolder? _folder;
    private string? _reachAddress;

    private protected ServerSide(Worker worker, HelloReply hello, StackDescription stack, string? cpus)
        : base(worker, hello, stack, cpus) { }

    private protected ServerSide(ServerSide like, string version, string cpus)
        : base(like, version, cpus) { }

    internal NetworkPath Network { get; private set; } = NetworkPath.Plain;

    /// <summary>The token of the clients that it serves; null before it listens.</summary>
    internal string? Token { get; private protected set; }

    /// <summary>The address on which it listens.</summary>
    public ServerAddress EndPoint { get; private protected set; } = new("", 0);

    /// <summary>The address at which its clients find it.</summary>
    public ServerAddress Reached { get; private protected set; } = new("", 0);

    /// <summary>Starts the server of a cell.</summary>
    /// <param name="cpus">The cores that it may use, as taskset's list; null for all.</param>
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

    /// <param name="address">The address by which clients reach the server; null where the server listens on
    /// it.</param>
    internal virtual void SetReachAddress(string? address) => _reachAddress = address;

    /// <exception cref="UnsupportedException">The server can't do what the test asks of it.</exception>
    public void RequireServerAbility(Scenario scenario)
    {
        var load = scenario.Load;
        if (load.IsOneWay && !Stack.Loads.Contains(scenario.LoadName))
            throw new UnsupportedException(
                Name,
                $"{Stack.Stack} can't take test: {load.Name}, it can only send messages back; {load.Alternative}"
            );
        if (load.HasSnapshots && !Stack.SendsUnasked)
            throw new UnsupportedException(
                Name,
                $"{Stack.Stack} can't send unasked, as test: {load.Name} needs; {load.Alternative}"
            );
    }

    /// <param name="port">The port; 0 where any will do.</param>
    public virtual async Task ListenAsync(Scenario scenario, int port, string token, CancellationToken cancel)
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
            new(_reachAddress ?? listening.Address, listening.Port) { Certificate = listening.Certificate }
        );
        Reached = EndPoint;
        EffectiveOptions = listening.EffectiveOptions;
    }

    /// <param name="network">The network, which this side disposes of.</param>
    /// <param name="port">The port; 0 where any will do.</param>
    internal async Task ListenBehindNetworkAsync(
        NetworkPath network,
        Scenario scenario,
        string token,
        CancellationToken cancel,
        int port = 0
    )
    {
        Network = network;
        await ListenAsync(network.ForServer(scenario), port, token, cancel);
        Reached = network.ToServer(EndPoint, this);
    }

    public override async ValueTask DisposeAsync()
    {
        await base.DisposeAsync();
        Network.Dispose();
        _folder?.Dispose();
    }

    /// <summary>Freezes a server that spins while another pair is measured, because it would take the core from that
    /// pair.</summary>
    public virtual void Rest()
    {
        if (Stack.Spins)
            Worker.Freeze();
    }

    public virtual void Wake() => Worker.Thaw();

    /// <returns>How the worker ended; null while it runs.</returns>
    public virtual Task<string?> EndAsync() => Worker.DescribeEndAsync();

    /// <summary>Measures until done, or until the server ends, so that no client waits for a dead one.</summary>
    /// <exception cref="WorkerFault">The server ended.</exception>
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
