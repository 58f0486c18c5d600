namespace Pingmark.Placement.Engines;

/// <summary>The engines that the machines of a run are reached by, open until it is over.</summary>
public sealed class OpenEngines : IDisposable
{
    private readonly Dictionary<MachineEngine, OpenEngine> _open = [];

    private OpenEngines(SiteChoice choice) => Choice = choice;

    /// <summary>What was asked for, with a machine for each entry that any would do for.</summary>
    public SiteChoice Choice { get; private set; }

    /// <param name="configs">The files that the engines' options name.</param>
    /// <exception cref="SiteException">One is missing here, or does not have these machines.</exception>
    public static async Task<OpenEngines> OpenAsync(
        SiteChoice choice,
        IReadOnlyDictionary<MachineEngine, string> configs,
        CancellationToken cancel
    )
    {
        var engines = new OpenEngines(choice);
        try
        {
            foreach (var engine in MachineEngines.All)
                if (choice.All.Where(entry => entry.Engine == engine).ToList() is { Count: > 0 } asked)
                    engines._open[engine] = await engine
                        .OpenAsync(asked, configs.GetValueOrDefault(engine), cancel)
                        .ConfigureAwait(false);
            engines.Choice = new(engines.Take(choice.Server), choice.Clients.Select(engines.Take).ToList());
            return engines;
        }
        catch
        {
            engines.Dispose();
            throw;
        }
    }

    private SiteEntry Take(SiteEntry entry) => entry.Engine is { } engine ? _open[engine].Take(entry) : entry;

    /// <param name="entry">One of <see cref="Choice"/>.</param>
    /// <exception cref="SiteException">It can't be reached, or not used; the message tells what mends it.</exception>
    public async Task<ISite> SiteAsync(SiteEntry entry, CancellationToken cancel) =>
        entry.Engine is { } engine
            ? await RemoteSite
                .OpenAsync(entry, await _open[engine].ShellAsync(entry, cancel).ConfigureAwait(false), cancel)
                .ConfigureAwait(false)
            : LocalSite.Instance;

    public void Dispose()
    {
        foreach (var engine in _open.Values)
            engine.Dispose();
    }
}
