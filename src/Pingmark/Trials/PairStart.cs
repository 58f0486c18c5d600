using Pingmark.Impairment;
using Pingmark.Model;
using Pingmark.Workers;

namespace Pingmark.Trials;

/// <summary>Starts the sides of a cell; the server listens.</summary>
internal sealed class PairStart(IWorkerStarter starter, Cell cell, Pinning pinning)
{
    /// <summary>Of a cell that asks for a network; null: nobody impairs one.</summary>
    public Impairer? Impairer { get; init; }

    /// <summary>A pair that is not connected yet.</summary>
    /// <param name="server">One that waits; null: a fresh process.</param>
    /// <param name="client">Likewise.</param>
    /// <exception cref="WorkerFault">A side could not start or listen; both have ended.</exception>
    /// <exception cref="UnsupportedException">The stack can't do what the scenario asks of a server; both have
    /// ended.</exception>
    public async Task<Pair> StartAsync(CancellationToken cancel, ServerSide? server = null, ClientSide? client = null)
    {
        if (cell.Scenario.PairThreads is not null)
            return new(server ??= await ServerAsync(cancel), server.Within!);
        var serving = server is null ? ServerAsync(cancel) : Task.FromResult(server);
        var playing = client is null
            ? ClientGroup.StartAsync(starter, cell, pinning.Client, cancel)
            : Task.FromResult(client);
        try
        {
            await Task.WhenAll(serving, playing);
            return new(await serving, await playing);
        }
        catch
        {
            // Those that were waiting end with their cell, too.
            await EndAsync(playing);
            await EndAsync(serving);
            throw;
        }
    }

    private static async Task EndAsync<T>(Task<T> starting)
        where T : Side
    {
        if (starting.IsCompletedSuccessfully)
            await (await starting).DisposeAsync();
    }

    private async Task<ServerSide> ServerAsync(CancellationToken cancel)
    {
        var link = Link();
        ServerSide server;
        try
        {
            server = cell.Scenario.PairThreads is null
                ? await ServerSide.StartAsync(starter, cell.Stack, cell.RuntimeOptions, pinning.Server, cancel)
                : await ServerSide.StartBothAsync(starter, cell, pinning.Both, cancel);
        }
        catch
        {
            link?.Dispose();
            throw;
        }
        try
        {
            server.ReachedBy(starter.Reach);
            await server.ListenBehindAsync(link, cell.Asked, TrialRunner.NewToken(), cancel);
            server.Rest();
            return server;
        }
        catch
        {
            await server.DisposeAsync();
            throw;
        }
    }

    private INetworkLink? Link()
    {
        if (cell.Scenario.Network is not { } network)
            return null;
        if (Impairer is not { } impairer)
            throw new UnsupportedException(cell.Stack, "only `run` and `probe` impair a network");
        if (impairer.Refusal(network, cell.Stack) is { } refusal)
            throw new UnsupportedException(cell.Stack, refusal);
        return Links.Asked(
            () => impairer.Open(network, cell.Stack),
            problem => new(cell.Stack, "network", problem, [])
        );
    }
}
