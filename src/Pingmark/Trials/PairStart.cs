using Pingmark.Model;
using Pingmark.Workers;

namespace Pingmark.Trials;

/// <summary>Starts the sides of a cell, of which the server listens.</summary>
/// <exception cref="BadInputException">More cores are asked for than there are.</exception>
internal sealed class PairStart(WorkerStarts workers, Cell cell)
{
    private readonly Pinning _pinning = Pinning.Choose(cell.Scenario.Pin, workers.Cores, workers.ClientCores);

    /// <summary>Starts a pair, which is not connected yet.</summary>
    /// <param name="server">A server that waits; null where a fresh process is started.</param>
    /// <param name="client">A client that waits; null where a fresh process is started.</param>
    /// <exception cref="WorkerFault">A side could not start or listen; both have ended.</exception>
    /// <exception cref="UnsupportedException">The stack can't do what the scenario asks of a server; both have
    /// ended.</exception>
    public async Task<Pair> StartAsync(CancellationToken cancel, ServerSide? server = null, ClientSide? client = null)
    {
        if (cell.Scenario.PairThreads is { } threads)
            return new OneProcessPair(server as OneProcessServer ?? await BothAsync(threads, cancel))
            {
                Observers = workers.Observers,
            };
        var serving = server is null ? ServerAsync(cancel) : Task.FromResult(server);
        var playing = client is null
            ? ClientGroup.StartAsync(workers.Starter, cell, _pinning.Client, cancel)
            : Task.FromResult(client);
        try
        {
            await Task.WhenAll(serving, playing);
            return Paired(await serving, await playing);
        }
        catch
        {
            // Those that were waiting end with their cell, too.
            await EndAsync(playing);
            await EndAsync(serving);
            throw;
        }
    }

    private Pair Paired(ServerSide server, ClientSide client) =>
        server is ServerGroup servers && client is ClientGroup clients
            ? new ServerGroupPair(servers, clients) { Observers = workers.Observers }
            : new Pair(server, client) { Observers = workers.Observers };

    private static async Task EndAsync<T>(Task<T> starting)
        where T : Side
    {
        if (starting.IsCompletedSuccessfully)
            await (await starting).DisposeAsync();
    }

    private Task<ServerSide> ServerAsync(CancellationToken cancel) =>
        ListeningAsync(() => ServerGroup.StartAsync(workers.Starter, cell, _pinning.Server, cancel), cancel);

    private Task<OneProcessServer> BothAsync(int threads, CancellationToken cancel) =>
        ListeningAsync(
            () => OneProcessServer.StartAsync(workers.Starter, cell, threads, _pinning.Both, cancel),
            cancel
        );

    private async Task<T> ListeningAsync<T>(Func<Task<T>> start, CancellationToken cancel)
        where T : ServerSide
    {
        var network = NetworkPath.Open(cell.Scenario.Network, cell.Stack, workers.Impairer);
        T server;
        try
        {
            server = await start();
        }
        catch
        {
            network.Dispose();
            throw;
        }
        try
        {
            server.SetReachAddress(workers.Starter.Reach);
            await server.ListenBehindAsync(network, cell.Asked, TrialRunner.NewToken(), cancel);
            server.Rest();
            return server;
        }
        catch
        {
            await server.DisposeAsync();
            throw;
        }
    }
}
