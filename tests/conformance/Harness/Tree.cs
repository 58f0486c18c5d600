using System.Runtime.CompilerServices;
using Pingmark.Conformance;

namespace Pingmark.ConformanceTests;

/// <summary>The source tree, and runs of the kit in it.</summary>
internal static class Tree
{
    public static string Root { get; } = Path.GetFullPath(Path.Combine(ThisFolder(), "..", "..", ".."));

    public static async Task<IReadOnlyList<CaseResult>> RunAsync(
        IEnumerable<ConformanceTarget> targets,
        params IReadOnlyCollection<string> globs
    )
    {
        var results = new List<CaseResult>();
        await foreach (var result in new ConformanceRunner(Root).RunAsync(targets, globs.Count == 0 ? null : globs))
            results.Add(result);
        return results;
    }

    private static string ThisFolder([CallerFilePath] string path = "") => Path.GetDirectoryName(path)!;
}
