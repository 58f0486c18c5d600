using System.Runtime.CompilerServices;
using Pingmark.Conformance;

namespace Pingmark.ConformanceTests;

/// <summary>The source tree, and runs of the kit in it.</summary>
internal static class Tree
{
    public static string Root { get; } = Path.GetFullPath(Path.Combine(ThisFolder(), "..", "..", ".."));

    /// <summary>The tree whose workers are tried: this one, or what PINGMARK_ROOT names.</summary>
    public static string OfWorkers { get; } =
        Environment.GetEnvironmentVariable("PINGMARK_ROOT") is { Length: > 0 } other ? other : Root;

    public static async Task<IReadOnlyList<CaseResult>> RunAsync(
        IEnumerable<ConformanceTarget> targets,
        params IReadOnlyCollection<string> globs
    )
    {
        var results = new List<CaseResult>();
        await foreach (
            var result in new ConformanceRunner(OfWorkers).RunAsync(targets, globs.Count == 0 ? null : globs)
        )
            results.Add(result);
        return results;
    }

    private static string ThisFolder([CallerFilePath] string path = "") => Path.GetDirectoryName(path)!;
}
