using System.Collections.Concurrent;
using Pingmark.Conformance;

namespace Pingmark.ConformanceTests;

/// <summary>Each worker is run once through all cases, side by side as the command does it; a test looks its case's results up.</summary>
internal static class SuiteRuns
{
    private static readonly ConcurrentDictionary<string, Lazy<Task<IReadOnlyList<CaseResult>>>> Runs = new();

    public static Task<IReadOnlyList<CaseResult>> OfAsync(string worker, Func<Task<ConformanceTarget>> target) =>
        Runs.GetOrAdd(worker, _ => new(async () => await Tree.RunAsync(await target()))).Value;

    public static void AssertPassed(IEnumerable<CaseResult> results)
    {
        var failures = results.Where(result => !result.Passed).ToList();
        Assert.True(failures.Count == 0, string.Join('\n', failures));
    }
}
