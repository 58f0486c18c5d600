using Pingmark.Placement;

namespace Pingmark.Workers;

/// <summary>Starts workers as processes: of this machine, or of the sites that the two sides were given.</summary>
public sealed class ProcessWorkerStarter(WorkerCatalog catalog) : IWorkerStarter
{
    /// <summary>Where runtimes put their reports of crashes on this machine; null: with temporary files.</summary>
    public string? Crashes { get; set; }

    public WorkerPlace Servers { get; set; } = WorkerPlace.Here;
    public WorkerPlace Clients { get; set; } = WorkerPlace.Here;

    public string? Reach { get; set; }

    public async Task<Worker> StartAsync(
        string stack,
        string role,
        IReadOnlyDictionary<string, IReadOnlyList<string>> runtimeOptions,
        string? cpus,
        CancellationToken cancel
    )
    {
        var place = role == "server" ? Servers : Clients;
        var manifest = place.OnItsSite(catalog.Of(stack));
        var (command, environment) = RuntimeOptions.Apply(
            manifest,
            runtimeOptions,
            place.Site.IsHere ? Crashes : WorkerPlace.CrashesElsewhere
        );
        var name = $"{manifest.Name} ({role} of {stack}{(place.Site.IsHere ? "" : $", on {place.Site.Name}")})";
        cancel.ThrowIfCancellationRequested();
        return new Worker(
            await WorkerProcess.StartAsync(name, place.Site, new(command, manifest.Folder, environment, cpus), cancel)
        );
    }
}

/// <summary>The site of a side, and where workers' files are there.</summary>
/// <param name="Folders">By the worker's name; of one that is not there nothing was sent.</param>
public sealed record WorkerPlace(ISite Site, IReadOnlyDictionary<string, string> Folders)
{
    public const string CrashesElsewhere = "/tmp";

    public static readonly WorkerPlace Here = new(LocalSite.Instance, new Dictionary<string, string>());

    public WorkerManifest OnItsSite(WorkerManifest manifest) =>
        Folders.TryGetValue(manifest.Name, out var folder) ? manifest with { Folder = folder } : manifest;
}
