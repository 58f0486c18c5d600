using System.Collections.Concurrent;
using Pingmark.Formatting;
using Pingmark.Model;

namespace Pingmark.Workers;

/// <summary>Whether a worker can be started; if not, the reason and what mends it.</summary>
public sealed record Availability(bool IsAvailable, string Reason = "", string Mend = "")
{
    /// <summary>Whether its sources are at fault, and not what this machine has or lacks.</summary>
    public bool IsBroken { get; init; }

    public static readonly Availability Yes = new(true);

    public override string ToString() => IsAvailable ? "available" : $"{Reason}; mend: {Mend}";
}

/// <summary>All workers of a source tree, as their manifests tell: <c>workers/*/*/worker.json</c>.</summary>
public sealed class WorkerCatalog
{
    private readonly Dictionary<string, WorkerManifest> _byStack = new(StringComparer.Ordinal);

    public WorkerCatalog(IEnumerable<WorkerManifest> manifests)
    {
        Manifests = manifests.OrderBy(m => m.Name, StringComparer.Ordinal).ToList();
        foreach (var manifest in Manifests)
        foreach (var stack in manifest.Stacks)
            if (!_byStack.TryAdd(stack, manifest))
                throw new BadInputException(
                    $"stack '{stack}' is in both {_byStack[stack].Name} and {manifest.Name}; ids are unique"
                );
    }

    public IReadOnlyList<WorkerManifest> Manifests { get; }

    /// <summary>The stacks that suites may have.</summary>
    public IReadOnlyList<string> Stacks => Manifests.Where(m => !m.ClientsOnly).SelectMany(m => m.Stacks).ToList();

    /// <summary>The stacks that have no client.</summary>
    public IReadOnlyList<string> ServersOnly => Manifests.Where(m => m.ServersOnly).SelectMany(m => m.Stacks).ToList();

    /// <param name="more">Folders outside of the tree, whose subfolders with a manifest are workers, too.</param>
    public static WorkerCatalog Load(string root, params IEnumerable<string> more)
    {
        var folder = Path.Combine(root, "workers");
        var files = (Directory.Exists(folder) ? Directory.EnumerateDirectories(folder) : [])
            .Concat(more)
            .SelectMany(Directory.EnumerateDirectories)
            .Select(d => Path.Combine(d, "worker.json"))
            .Where(File.Exists);
        return new WorkerCatalog(files.Select(WorkerManifest.Load));
    }

    /// <summary>The worker of a stack, in the version of its runtime that the stack's id has.</summary>
    /// <exception cref="BadInputException">No worker has that stack, or not in that version.</exception>
    public WorkerManifest Find(string stack) =>
        StackVersion.FindIn(stack) is { } version ? InVersion(Find(StackVersion.RemoveFrom(stack)), version)
        : _byStack.TryGetValue(stack, out var manifest) ? manifest
        : throw new BadInputException(
            $"unknown stack '{stack}'{NearestName.Suggestion(stack, Stacks)}; `pingmark list stacks` lists them"
        );

    /// <summary>The worker of a name, which may have a version; null where there is none.</summary>
    /// <exception cref="BadInputException">There is one, and not in that version.</exception>
    public WorkerManifest? Worker(string name) =>
        Manifests.FirstOrDefault(manifest => manifest.Name == StackVersion.RemoveFrom(name)) is { } found
        && StackVersion.FindIn(name) is { } version
            ? InVersion(found, version)
            : Manifests.FirstOrDefault(manifest => manifest.Name == name);

    private readonly ConcurrentDictionary<(string Worker, string Version), WorkerManifest> _versions = new();

    private WorkerManifest InVersion(WorkerManifest manifest, string version) =>
        _versions.GetOrAdd(
            (manifest.Name, version),
            _ =>
                manifest.Versions?.Apply(manifest, version)
                ?? throw new BadInputException($"{manifest.Name} has no versions, so not '{version}'")
        );

    /// <summary>Whether a worker can be started, as its requirements and its output tell; nothing is started or
    /// built.</summary>
    public static Availability Check(WorkerManifest manifest)
    {
        if (manifest.MissingRequirement is { } missing)
            return new(false, $"{missing.What} is not installed", missing.Mend);
        var package = new MissingPackage(manifest);
        if (package.Error is { } error)
            return package.Unavailable(error);
        if (new FailedBuild(manifest).Reason is { } failure)
            return new(false, $"its last build failed: {failure}", $"./pingmark build {manifest.Name}");
        if (!File.Exists(manifest.OutputPath))
            return new(false, $"{manifest.Name} is not built", $"./pingmark build {manifest.Name}");
        return Availability.Yes;
    }
}
