using System.Security.Cryptography;
using Pingmark.Impairment;
using Pingmark.Model;
using Pingmark.Observing;
using Pingmark.Workers;

namespace Pingmark.Trials;

/// <summary>How the workers of a run are started; each round has a <see cref="ProcessSet"/> of its own.</summary>
/// <param name="Cores">The cores of the server's machine.</param>
public sealed record WorkerSetup(IWorkerStarter Starter, IReadOnlyList<int> Cores)
{
    /// <summary>The cores of the clients' machine; null where the sides share one machine's.</summary>
    public IReadOnlyList<int>? ClientCores { get; init; }

    /// <summary>The most pairs of workers that may be up at once; beyond it, those that have waited longest
    /// end.</summary>
    public int MaxPairs { get; init; } = int.MaxValue;

    /// <summary>What makes impaired networks; null where no cell needs one.</summary>
    public Impairer? Impairer { get; init; }

    public Observers Observers { get; init; } = Observers.None;
}

/// <summary>Starts the sides of a cell and has the server listen.</summary>
/// <exception cref="BadInputException">More cores are asked for than there are.</exception>
internal sealed class PairStarter(WorkerSetup setup, Cell cell)
{
    private readonly Pinning _pinning = Pinning.Choose(cell.Scenario.Pin, setup.Cores, setup.ClientCores);

    /// <summary>Starts a pair, which is not connected yet.</summary>
    /// <param name="server">A server that waits; null where a fresh process is started.</param>
    /// <param name="client">A client that waits; null where a fresh process is started.</param>
    /// <exception cref="WorkerFault">A side could not start or listen; both have ended.</exception>
    /// <exception cref="UnsupportedException">The stack can't do what the scenario asks of a server; both have
    /// ended.</exception>
    public async Task<Pair> StartAsync(CancellationToken cancel, ServerSide? server = null, ClientSide? client = null)
    {
        var (starter, observers) = (setup.Starter, setup.Observers);
        if (cell.Scenario.PairThreads is { } threads)
            return new OneProcessPair(
                server as OneProcessServer
                    ?? await ListenAsync(
                        () => OneProcessServer.StartAsync(starter, cell, threads, _pinning.Both, cancel),
                        cancel
                    )
            )
            {
                Observers = observers,
            };
        var servers = server is not null
            ? Task.FromResult(server)
            : ListenAsync(() => ServerGroup.StartAsync(starter, cell, _pinning.Server, cancel), cancel);
        var clients = client is not null
            ? Task.FromResult(client)
            : ClientGroup.StartAsync(starter, cell, _pinning.Client, cancel);
        try
        {
            await Task.WhenAll(servers, clients);
            (server, client) = (await servers, await clients);
            return server is ServerGroup serverGroup && client is ClientGroup clientGroup
                ? new ServerGroupPair(serverGroup, clientGroup) { Observers = observers }
                : new Pair(server, client) { Observers = observers };
        }
        catch
        {
            // Sides that were waiting end with their cell, too.
            if (clients.IsCompletedSuccessfully)
                await clients.Result.DisposeAsync();
            if (servers.IsCompletedSuccessfully)
                await servers.Result.DisposeAsync();
            throw;
        }
    }

    private async Task<T> ListenAsync<T>(Func<Task<T>> start, CancellationToken cancel)
        where T : ServerSide
    {
        var network = NetworkPath.Open(cell.Scenario.Network, cell.Stack, setup.Impairer);
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
            server.SetReachAddress(setup.Starter.Reach);
            var token = Convert.ToHexStringLower(RandomNumberGenerator.GetBytes(16));
            await server.ListenBehindNetworkAsync(network, cell.Asked, token, cancel);
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
