namespace Pingmark.Placement.Engines;

/// <summary>A machine engine that is open while a run has machines of it.</summary>
internal abstract class OpenMachineEngine : IDisposable
{
    /// <summary>Gives the machine for an entry. Where any will do, each call gives another one.</summary>
    public virtual SiteEntry Take(SiteEntry asked) => asked;

    /// <summary>Gives the shell by which a machine is reached.</summary>
    /// <exception cref="SiteException">The machine can't be used; the message tells what mends it.</exception>
    public abstract Task<RemoteShell> ShellAsync(SiteEntry entry, CancellationToken cancel);

    public virtual void Dispose() { }
}

/// <summary>Holds the engines by which the machines of a run are reached, which stay open until it is over.</summary>
public sealed class OpenMachineEngines : IDisposable
{
    private readonly Dictionary<MachineEngine, OpenMachineEngine> _open = [];

    private OpenMachineEngines(SiteChoice choice) => Choice = choice;

    /// <summary>The machines that were asked for, with a machine for each entry for which any would do.</summary>
    public SiteChoice Choice { get; private set; }

    /// <summary>Opens the engines of all machines that were asked for.</summary>
    /// <exception cref="SiteException">An engine is missing here, or does not have these machines.</exception>
    public static async Task<OpenMachineEngines> OpenAsync(
        SiteChoice choice,
        IReadOnlyDictionary<MachineEngine, string> configs,
        CancellationToken cancel
    )
    {
        var engines = new OpenMachineEngines(choice);
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

    /// <summary>Opens a machine.</summary>
    /// <exception cref="SiteException">The machine can't be reached, or can't be used; the message tells what mends
    /// it.</exception>
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
