using Pingmark.Model;
using Pingmark.Placement;
using Pingmark.Workers;

namespace Pingmark.Runs;

/// <summary>The machines of a run, open until it is over.</summary>
public sealed class RunSites : IAsyncDisposable
{
    private readonly SiteChoice _choice;
    private readonly ISite _server,
        _clients;

    private RunSites(SiteChoice choice, ISite server, ISite clients) =>
        (_choice, _server, _clients) = (choice, server, clients);

    /// <param name="sshConfig">In place of the user's; null: that.</param>
    /// <exception cref="SiteException">One can't be used; the message tells what mends it.</exception>
    public static async Task<RunSites> OpenAsync(SiteChoice choice, string? sshConfig, CancellationToken cancel)
    {
        var server = OpenAsync(choice.Server, sshConfig, cancel);
        var clients = choice.IsOneSite ? server : OpenAsync(choice.Clients, sshConfig, cancel);
        try
        {
            await Task.WhenAll(server, clients);
            return new(choice, await server, await clients);
        }
        catch
        {
            foreach (var site in new[] { server, clients }.Distinct().Where(site => site.IsCompletedSuccessfully))
                await site.Result.DisposeAsync();
            throw;
        }
    }

    private static async Task<ISite> OpenAsync(SiteEntry entry, string? sshConfig, CancellationToken cancel) =>
        entry.Ssh is null ? LocalSite.Instance : await SshSite.OpenAsync(entry, sshConfig, cancel);

    /// <summary>Sends what is missing, and has workers started there.</summary>
    /// <param name="here">What this machine could build.</param>
    /// <returns>For servers, whether a stack can run where they are; and what the run needs to know.</returns>
    /// <exception cref="SiteException">A site takes nothing.</exception>
    public async Task<(Func<string, Availability> ForServers, PlacedSides Sides)> PrepareAsync(
        IReadOnlyList<Cell> cells,
        ProcessWorkerStarter starter,
        WorkerDeployment deployment,
        Func<string, Availability> here,
        CancellationToken cancel
    )
    {
        var sides = PlacedSides.Of(_choice, _server, _clients);
        (starter.Servers, var forServers) = await deployment.ToAsync(
            _server,
            cells.Select(cell => cell.Stack),
            here,
            cancel
        );
        (starter.Clients, var forClients) = await deployment.ToAsync(
            _clients,
            cells.Select(cell => cell.Client),
            here,
            cancel
        );
        starter.Reach = sides.Reach;
        return (forServers, sides with { ForClients = forClients });
    }

    public async ValueTask DisposeAsync()
    {
        await _server.DisposeAsync();
        if (_clients != _server)
            await _clients.DisposeAsync();
    }
}
