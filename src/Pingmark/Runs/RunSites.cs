using Pingmark.Model;
using Pingmark.Placement;
using Pingmark.Placement.Engines;
using Pingmark.Workers;

namespace Pingmark.Runs;

/// <summary>The machines of a run, which stay open until it is over.</summary>
public sealed class RunSites : IAsyncDisposable
{
    private readonly OpenMachineEngines _engines;
    private readonly ISite _server;

    /// <summary>The clients' sites, in the order in which generators are spread over them; a machine is listed once for
    /// each of its connections.</summary>
    private readonly IReadOnlyList<(SiteEntry Entry, ISite Site)> _clients;

    private readonly int _generators;

    private RunSites(
        OpenMachineEngines engines,
        ISite server,
        IReadOnlyList<(SiteEntry Entry, ISite Site)> clients,
        int generators
    ) => (_engines, _server, _clients, _generators) = (engines, server, clients, generators);

    /// <param name="generators">The most generators that a cell of the run has.</param>
    /// <param name="configs">The files that the engines' options name.</param>
    /// <exception cref="SiteException">A site can't be used; the message tells what mends it.</exception>
    public static async Task<RunSites> OpenAsync(
        SiteChoice choice,
        int generators,
        IReadOnlyDictionary<MachineEngine, string> configs,
        CancellationToken cancel
    )
    {
        var engines = await OpenMachineEngines.OpenAsync(choice.For(generators), configs, cancel);
        choice = engines.Choice;
        var server = engines.SiteAsync(choice.Server, cancel);
        var entries = Enumerable
            .Repeat(choice.Clients, RemoteSides.CountConnections(generators, choice))
            .SelectMany(entry => entry)
            .ToList();
        var clients = entries
            .Select(entry => generators == 1 && choice.IsOneSite ? server : engines.SiteAsync(entry, cancel))
            .ToList();
        var all = clients.Prepend(server).Distinct().ToList();
        try
        {
            await Task.WhenAll(all);
            return new(engines, await server, entries.Zip(await Task.WhenAll(clients)).ToList(), generators);
        }
        catch
        {
            foreach (var site in all.Where(site => site.IsCompletedSuccessfully))
                await site.Result.DisposeAsync();
            engines.Dispose();
            throw;
        }
    }

    /// <summary>Sends each site the workers that it lacks, and has workers started there.</summary>
    /// <param name="here">Whether this machine could build a stack.</param>
    /// <returns>Whether a stack can run where servers are, and the sides of the run.</returns>
    /// <exception cref="SiteException">A site takes no files.</exception>
    public async Task<(Func<string, Availability> ForServers, RemoteSides Sides)> PrepareAsync(
        IReadOnlyList<Cell> cells,
        ProcessWorkerStarter starter,
        WorkerDeployment deployment,
        Func<string, Availability> here,
        CancellationToken cancel
    )
    {
        var sides = RemoteSides.Create(_engines.Choice, _server, _clients, _generators);
        (starter.Servers, var forServers) = await deployment.DeployAsync(
            _server,
            _engines.Choice.Server.Build,
            cells.Select(cell => cell.Stack),
            here,
            cancel
        );
        var places = new List<WorkerPlace>();
        var forClients = new List<Func<string, Availability>>();
        foreach (var (entry, site) in _clients)
        {
            var (place, can) = await deployment.DeployAsync(
                site,
                entry.Build,
                cells.Select(cell => cell.Client),
                here,
                cancel
            );
            places.Add(place with { Cores = OwnCores(entry, site) });
            forClients.Add(can);
        }
        starter.Clients = places;
        starter.Reach = sides.Reach;
        return (
            forServers,
            sides with
            {
                ForClients = stack => OfAll(forClients.Select(can => can(stack))),
                Notes = [.. sides.Notes, .. deployment.Notes],
            }
        );
    }

    private static Availability OfAll(IEnumerable<Availability> all) =>
        all.Aggregate((worst, one) => worst.IsAvailable ? one : worst);

    private IReadOnlyList<int>? OwnCores(SiteEntry entry, ISite site) =>
        site.Machine == _server.Machine && entry.Cores is null ? null : RemoteSides.SelectCores(entry, site);

    public async ValueTask DisposeAsync()
    {
        foreach (var site in _clients.Select(client => client.Site).Append(_server).Distinct())
            await site.DisposeAsync();
        _engines.Dispose();
    }
}
