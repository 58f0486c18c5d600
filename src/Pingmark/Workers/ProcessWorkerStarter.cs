namespace Pingmark.Workers;

/// <summary>Starts workers as child processes of this machine.</summary>
public sealed class ProcessWorkerStarter(WorkerCatalog catalog) : IWorkerStarter
{
    public async Task<Worker> StartAsync(
        string stack,
        string role,
        IReadOnlyDictionary<string, IReadOnlyList<string>> runtimeOptions,
        string? cpus,
        CancellationToken cancel
    )
    {
        var manifest = catalog.Of(stack);
        var (command, environment) = RuntimeOptions.Apply(manifest, runtimeOptions);
        var name = $"{manifest.Name} ({role} of {stack})";
        cancel.ThrowIfCancellationRequested();
        return new Worker(await WorkerProcess.StartAsync(name, command, manifest.Folder, environment, cpus));
    }
}
