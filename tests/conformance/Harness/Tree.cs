global using Xunit;
using System.Runtime.CompilerServices;
using Pingmark.Conformance;

// Workers are run side by side by the kit's own runner, which knows the cases that must be alone.
[assembly: CollectionBehavior(MaxParallelThreads = 3)]

namespace Pingmark.ConformanceTests;

/// <summary>The source tree, and runs of the kit in it.</summary>
internal static class Tree
{
    public static string Root { get; } = Path.GetFullPath(Path.Combine(ThisFolder(), "..", "..", ".."));

    /// <summary>The tree whose workers are tried: this one, or what PINGMARK_ROOT names.</summary>
    public static string OfWorkers { get; } =
        Environment.GetEnvironmentVariable("PINGMARK_ROOT") is { Length: > 0 } other ? other : Root;

    /// <summary>The kit's deadlines are judged where PINGMARK_JUDGE_TIMES is 1, which `./test everything` sets;
    /// elsewhere they are limits against hanging alone.</summary>
    private static readonly double UsualPatience =
        Environment.GetEnvironmentVariable("PINGMARK_JUDGE_TIMES") == "1" ? 1 : 30;

    public static async Task<IReadOnlyList<CaseResult>> RunAsync(
        IEnumerable<ConformanceTarget> targets,
        IReadOnlyCollection<string>? globs = null,
        Func<ConformanceTarget, ConformanceCase, bool>? includes = null,
        double? patience = null
    )
    {
        var runner = new ConformanceRunner(OfWorkers, patience ?? UsualPatience);
        var results = new List<CaseResult>();
        await foreach (var result in runner.RunAsync(targets, globs, includes))
            results.Add(result);
        return results;
    }

    public static void AssertAllPass(IEnumerable<CaseResult> results)
    {
        var failures = results.Where(result => !result.Passed).ToList();
        Assert.True(failures.Count == 0, string.Join('\n', failures));
    }

    private static string ThisFolder([CallerFilePath] string path = "") => Path.GetDirectoryName(path)!;
}
