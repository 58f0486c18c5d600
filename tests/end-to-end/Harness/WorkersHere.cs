using Pingmark.Workers;

namespace Pingmark.EndToEndTests.Harness;

/// <summary>The workers of the tree, and which of them can run here.</summary>
internal static class WorkersHere
{
    private static readonly Lazy<Task<IReadOnlyDictionary<string, string>>> Built = new(BuildAsync);

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

    /// <summary>Builds what changed, once; skips the test when the worker can't be had, and fails it when its build
    /// fails.</summary>
    public static async Task NeedAsync(string name)
    {
        var said = (await Built.Value)[name];
        Assert.DoesNotContain("its build ", said, StringComparison.Ordinal);
        Skip.If(said != "built", $"{name} is unavailable: {said}");
    }

    public static Task NeedStackAsync(string stack) => NeedAsync(Of(stack));

    /// <summary>Those that can run here, of all.</summary>
    public static async Task<IReadOnlyList<string>> AvailableAsync() =>
        [.. (await Built.Value).Where(worker => worker.Value == "built").Select(worker => worker.Key)];

    private static async Task<IReadOnlyDictionary<string, string>> BuildAsync()
    {
        var built = await new WorkerBuilder(new ProgressLog(TextWriter.Null, isTerminal: false)).EnsureAllBuiltAsync(
            WorkerCatalog.Load(Repository.Tree).Manifests,
            force: false,
            CancellationToken.None
        );
        return built.ToDictionary(
            worker => worker.Key,
            worker => worker.Value.IsAvailable ? "built" : worker.Value.ToString()
        );
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
