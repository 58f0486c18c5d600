using System.Collections.Concurrent;
using Pingmark.Workers;

namespace Pingmark.EndToEndTests.Harness;

/// <summary>The workers of the tree, and which of them can run here.</summary>
internal static class WorkersHere
{
    private static readonly ConcurrentDictionary<string, Lazy<Task<string>>> Built = new();
    private static readonly Lazy<WorkerCatalog> Catalog = new(() => WorkerCatalog.Load(Repository.Tree));

    /// <summary>Folders below workers/, such as <c>cpp/sockets</c>.</summary>
    public static IReadOnlyList<string> Names =>
        [.. Manifests().Select(file => Path.GetRelativePath(Repository.Workers, Path.GetDirectoryName(file)!))];

    public static string Of(string stack) =>
        Names.Single(name => StacksOf(name).Contains(stack, StringComparer.Ordinal));

    public static string Manifest(string name) => Path.Combine(Repository.Workers, name, "worker.json");

    public static IReadOnlyList<string> StacksOf(string name) =>
        [.. Document(name).GetProperty("stacks").EnumerateArray().Select(stack => stack.GetString()!)];

    /// <summary>Whether a worker's stacks are servers alone.</summary>
    public static bool HasClients(string name) => !Document(name).TryGetProperty("servers_only", out _);

    /// <summary>Whether its stacks are no clients alone.</summary>
    public static bool HasServers(string name) => !Document(name).TryGetProperty("clients_only", out _);

    /// <summary>Skips the test when the worker can't be had, and fails it when its build fails.</summary>
    public static async Task NeedAsync(string name)
    {
        var said = await BuiltAsync(name);
        Assert.DoesNotContain("its build ", said, StringComparison.Ordinal);
        Skip.If(said != "built", $"{name} is unavailable: {said}");
    }

    public static Task NeedStackAsync(string stack) => NeedAsync(Of(stack));

    /// <summary>Those that can run here, of all, which are built for it.</summary>
    public static async Task<IReadOnlyList<string>> AvailableAsync()
    {
        var available = new List<string>();
        foreach (var name in Catalog.Value.Manifests.Select(manifest => manifest.Name))
            if (await BuiltAsync(name) == "built")
                available.Add(name);
        return available;
    }

    /// <summary>Builds this one, once, if it changed.</summary>
    /// <returns><c>built</c>, or why it is not.</returns>
    public static Task<string> BuiltAsync(string name) => Built.GetOrAdd(name, _ => new(() => BuildAsync(name))).Value;

    private static async Task<string> BuildAsync(string name)
    {
        var built = await new WorkerBuilder(new ProgressLog(TextWriter.Null, isTerminal: false)).EnsureBuiltAsync(
            Catalog.Value.Manifests.Single(manifest => manifest.Name == name),
            force: false,
            CancellationToken.None
        );
        return built.IsAvailable ? "built" : built.ToString();
    }

    private static IEnumerable<string> Manifests() =>
        Directory
            .EnumerateDirectories(Repository.Workers)
            .SelectMany(Directory.EnumerateDirectories)
            .Select(folder => Path.Combine(folder, "worker.json"))
            .Where(File.Exists)
            .Order(StringComparer.Ordinal);

    private static System.Text.Json.JsonElement Document(string name) =>
        System.Text.Json.JsonDocument.Parse(File.ReadAllText(Manifest(name))).RootElement;
}
