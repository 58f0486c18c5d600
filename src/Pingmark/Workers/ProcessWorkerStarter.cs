namespace Pingmark.Workers;

/// <summary>Starts workers as child processes of this machine.</summary>
public sealed class ProcessWorkerStarter(WorkerCatalog catalog) : IWorkerStarter
{
    /// <summary>Where runtimes put their reports of crashes; null: with temporary files.</summary>
    public string? Crashes { get; set; }

    public async Task<Worker> StartAsync(
        string stack,
        string role,
        IReadOnlyDictionary<string, IReadOnlyList<string>> runtimeOptions,
        string? cpus,
        CancellationToken cancel
    )
    {
        var manifest = catalog.Of(stack);
        var (command, environment) = RuntimeOptions.Apply(manifest, runtimeOptions, Crashes);
        var name = $"{manifest.Name} ({role} of {stack})";
        cancel.ThrowIfCancellationRequested();
        return new Worker(await WorkerProcess.StartAsync(name, command, manifest.Folder, environment, cpus));
    }
}
