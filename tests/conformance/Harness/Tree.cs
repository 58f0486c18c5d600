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

    /// <summary>The kit's deadlines are judged where PINGMARK_JUDGE_TIMES is 1, which `./test everything` sets;
    /// elsewhere they are limits against hanging alone.</summary>
    private static readonly double Patience =
        Environment.GetEnvironmentVariable("PINGMARK_JUDGE_TIMES") == "1" ? 1 : 30;

    /// <summary>Runs a wrong worker, which is caught where a case waits for something in vain.</summary>
    public static Task<IReadOnlyList<CaseResult>> RunWrongAsync(
        ConformanceTarget target,
        params IReadOnlyCollection<string> globs
    ) => RunAsync([target], globs, null, patience: 1);

    public static Task<IReadOnlyList<CaseResult>> RunAsync(
        IEnumerable<ConformanceTarget> targets,
        params IReadOnlyCollection<string> globs
    ) => RunAsync(targets, globs.Count == 0 ? null : globs, null, Patience);

    public static Task<IReadOnlyList<CaseResult>> RunAsync(
        IEnumerable<ConformanceTarget> targets,
        Func<ConformanceTarget, string?, ConformanceCase, bool> includes
    ) => RunAsync(targets, null, includes, Patience);

    private static async Task<IReadOnlyList<CaseResult>> RunAsync(
        IEnumerable<ConformanceTarget> targets,
        IReadOnlyCollection<string>? globs,
        Func<ConformanceTarget, string?, ConformanceCase, bool>? includes,
        double patience
    )
    {
        var results = new List<CaseResult>();
        await foreach (
            var result in new ConformanceRunner(OfWorkers, patience: patience).RunAsync(targets, globs, includes)
        )
            results.Add(result);
        return results;
    }

    private static string ThisFolder([CallerFilePath] string path = "") => Path.GetDirectoryName(path)!;
}
