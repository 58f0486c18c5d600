using System.Collections.Concurrent;
using Pingmark.Conformance;

namespace Pingmark.ConformanceTests;

/// <summary>Each worker is run once through all cases, side by side as the command does it; a test looks its case's
/// results up.</summary>
internal static class SuiteRuns
{
    private static readonly ConcurrentDictionary<string, Lazy<Task<IReadOnlyList<CaseResult>>>> Runs = new();

    public static Task<IReadOnlyList<CaseResult>> OfAsync(string worker, Func<Task<ConformanceTarget>> target) =>
        Runs.GetOrAdd(worker, _ => new(async () => await TwiceAsync(await target()))).Value;

    /// <summary>What fails is tried once more, alone: on a shared machine a deadline can be missed without anybody's
    /// fault, but not twice.</summary>
    private static async Task<IReadOnlyList<CaseResult>> TwiceAsync(ConformanceTarget target)
    {
        var results = await Tree.RunAsync(target);
        var failed = results.Where(result => !result.Passed).Select(result => result.Case).Distinct().ToList();
        var again = new List<CaseResult>();
        foreach (var one in failed)
            again.AddRange(await Tree.RunAsync(target, one));
        return [.. results.Where(result => !failed.Contains(result.Case)), .. again];
    }

    public static void AssertPassed(IEnumerable<CaseResult> results)
    {
        var failures = results.Where(result => !result.Passed).ToList();
        Assert.True(failures.Count == 0, string.Join('\n', failures));
    }
}
