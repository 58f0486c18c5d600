using System.Security.Cryptography;
using System.Text;
using Pingmark.Model;
using Pingmark.Placement;

namespace Pingmark.Workers;

/// <summary>Starts workers as processes of this machine, or of the sites that the two sides were given.</summary>
public sealed class ProcessWorkerStarter(WorkerCatalog catalog) : IWorkerStarter
{
    /// <summary>Where runtimes put crash reports here; null: the temporary folder.</summary>
    public string? Crashes { get; set; }

    public WorkerPlace Servers { get; set; } = WorkerPlace.Here;

    /// <summary>The places of clients. Generators are spread over them; a single client is on the first.</summary>
    public IReadOnlyList<WorkerPlace> Clients { get; set; } = [WorkerPlace.Here];

    public string? Reach { get; set; }

    public long WorkerBytes(string stack) => catalog.Find(stack).MemoryBytes;

    public IReadOnlyList<StackSource> SourcesOf(string stack) => WorkerSources.ReadSources(catalog.Find(stack), stack);

    /// <summary>Workers on a runtime are the same everywhere; native ones may be built elsewhere.</summary>
    public IReadOnlyList<WorkerBinary> Binaries(IEnumerable<string> stacks) =>
        stacks
            .Select(catalog.Find)
            .DistinctBy(manifest => manifest.Name)
            .Where(manifest => !manifest.IsNative || Clients.Append(Servers).All(place => place.Site.IsHere))
            .Select(Binary)
            .OrderBy(binary => binary.Name, StringComparer.Ordinal)
            .ToList();

    public IWorkerStarter OfGenerator(int number) => new GeneratorStarter(this, number);

    private static WorkerBinary Binary(WorkerManifest manifest)
    {
        var files = FileSet.Collect(manifest.Folder, manifest.Deployed);
        return new(
            manifest.Name,
            files.Files.Count,
            Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(files.Sums())))
        );
    }

    public Task<Worker> StartAsync(
        string stack,
        string role,
        IReadOnlyDictionary<string, IReadOnlyList<string>> runtimeOptions,
        string? cpus,
        CancellationToken cancel
    ) => StartAsync(stack, role, role == "client" ? Clients[0] : Servers, runtimeOptions, cpus, cancel);

    private async Task<Worker> StartAsync(
        string stack,
        string role,
        WorkerPlace place,
        IReadOnlyDictionary<string, IReadOnlyList<string>> runtimeOptions,
        string? cpus,
        CancellationToken cancel
    )
    {
        var manifest = place.Locate(catalog.Find(stack));
        var (command, environment) = RuntimeOptions.Apply(
            manifest,
            runtimeOptions,
            place.Site.IsHere ? Crashes : WorkerPlace.RemoteCrashFolder
        );
        var name = $"{manifest.Name} ({role} of {stack}{(place.Site.IsHere ? "" : $", on {place.Site.Name}")})";
        cancel.ThrowIfCancellationRequested();
        var process = await WorkerProcess.StartAsync(
            name,
            place.Site,
            new(command, manifest.Folder, environment, cpus),
            cancel
        );
        return new Worker(manifest.Version is { } version ? new VersionedChannel(process, version) : process);
    }

    private sealed class GeneratorStarter(ProcessWorkerStarter all, int number) : IWorkerStarter
    {
        private WorkerPlace Place => all.Clients[number % all.Clients.Count];

        public string? Reach => all.Reach;
        public IReadOnlyList<int>? ClientCores => Place.Cores;

        public Task<Worker> StartAsync(
            string stack,
            string role,
            IReadOnlyDictionary<string, IReadOnlyList<string>> runtimeOptions,
            string? cpus,
            CancellationToken cancel
        ) => all.StartAsync(stack, $"{role} {number + 1}", Place, runtimeOptions, cpus, cancel);
    }
}

/// <summary>The site of a side, and where the files of workers are there.</summary>
/// <param name="Folders">The workers' folders there, by the worker's name; a worker that is not among them was not
/// sent.</param>
public sealed record WorkerPlace(ISite Site, IReadOnlyDictionary<string, string> Folders)
{
    public const string RemoteCrashFolder = "/tmp";

    /// <summary>The cores that generators may use there; null for those that the pair's pinning says.</summary>
    public IReadOnlyList<int>? Cores { get; init; }

    public static readonly WorkerPlace Here = new(LocalSite.Instance, new Dictionary<string, string>());

    public WorkerManifest Locate(WorkerManifest manifest) =>
        Folders.TryGetValue(manifest.Name, out var folder) ? manifest with { Folder = folder } : manifest;
}
