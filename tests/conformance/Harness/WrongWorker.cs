using Pingmark.Conformance;

namespace Pingmark.ConformanceTests;

/// <summary>The worker that can be wrong in one thing.</summary>
internal static class WrongWorker
{
    private static readonly Lazy<Task<WorkerRun>> Right = new(async () =>
    {
        var right = With("none");
        return (await WorkerRuns.OfAsync([right]))[right.Name];
    });

    public static ConformanceTarget With(string fault) =>
        new(
            $"wrong/worker {fault}",
            ["dotnet", Path.Combine(AppContext.BaseDirectory, "pingmark-wrong-workers.dll"), fault],
            AppContext.BaseDirectory,
            []
        );

    /// <summary>Without a fault, in all cases.</summary>
    public static async Task<IReadOnlyList<CaseResult>> RightAsync() => (await Right.Value).Results;

    public static async Task IsCaughtAsync(string fault, string caseId)
    {
        Assert.All(await Faults.ResultsAsync(fault, caseId), result => Assert.False(result.Passed, result.ToString()));
        AllPass((await RightAsync()).Where(result => result.Case == caseId));
    }

    public static void AllPass(IEnumerable<CaseResult> results)
    {
        var failures = results.Where(result => !result.Passed).ToList();
        Assert.True(failures.Count == 0, string.Join('\n', failures));
    }
}
