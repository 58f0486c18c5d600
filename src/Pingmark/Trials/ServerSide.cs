using System.Diagnostics;
using Pingmark.Host;
using Pingmark.Model;
using Pingmark.Workers;

namespace Pingmark.Trials;

/// <summary>A server of ours: one worker, which takes client after client.</summary>
public sealed class ServerSide : Side
{
    /// <summary>Of a transport within this machine, what it listens in.</summary>
    private LocalFolder? _folder;

    private ServerSide(Worker worker, HelloReply hello, StackDescription stack, string? cpus)
        : base(worker, hello, stack, cpus) { }

    private string? _reach;

    /// <summary>Where clients find it.</summary>
    public ServerAddress EndPoint { get; private set; } = new("", 0);

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

    /// <summary>One process that is its own client, too.</summary>
    /// <exception cref="UnsupportedException">The stack can't be both with so many threads.</exception>
    internal static Task<(ServerSide Server, ClientSide Client)> StartBothAsync(
        IWorkerStarter starter,
        Cell cell,
        string cpus,
        CancellationToken cancel
    ) =>
        StartAsync(
            starter,
            cell.Stack,
            "both sides",
            cell.RuntimeOptions,
            cpus,
            (worker, hello, stack) =>
            {
                RequirePair(worker.Name, stack, cell.Scenario.PairThreads!.Value);
                var (server, client) = worker.BothRoles();
                return (
                    new ServerSide(server, hello, stack, cpus),
                    ClientSide.WithinServer(client, hello, stack, cpus)
                );
            },
            cancel
        );

    private static void RequirePair(string name, StackDescription stack, int threads)
    {
        if (!stack.PairThreads.Contains(threads))
            throw new UnsupportedException(
                name,
                $"{stack.Stack} can't have both sides in one process with {threads} "
                    + $"{(threads == 1 ? "thread" : "threads")}; it can with: "
                    + (stack.PairThreads.Count == 0 ? "none" : string.Join(", ", stack.PairThreads))
            );
    }

    /// <param name="address">By which its clients reach it; null: the one that it listens on.</param>
    internal void ReachedBy(string? address) => _reach = address;

    /// <exception cref="UnsupportedException">It can't do what the test asks of a
    /// server.</exception>
    public void RequireTaker(Scenario scenario)
    {
        if (scenario.IsOneWay && !Stack.Loads.Contains(scenario.Load))
            throw new UnsupportedException(
                Name,
                $"{Stack.Stack} can't take test: stream, it can only send messages back; {ClientSide.StreamTakers}"
            );
        if (scenario.IsTick && !Stack.SendsUnasked)
            throw new UnsupportedException(
                Name,
                $"{Stack.Stack} can't send unasked, as test: tick needs; {ClientSide.TickStacks}"
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
        EndPoint = new(_reach ?? listening.Address, listening.Port) { Certificate = listening.Certificate };
        EffectiveOptions = listening.EffectiveOptions;
    }

    public override async ValueTask DisposeAsync()
    {
        await base.DisposeAsync();
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
        using var process = Process.GetProcessById(Pid);
        var ended = process.WaitForExitAsync(either.Token);
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
