using Pingmark.Conformance;

namespace Pingmark.ConformanceTests;

/// <summary>The worker that can be wrong in one thing.</summary>
internal static class WrongWorker
{
    private static readonly Lazy<Task<IReadOnlyList<CaseResult>>> RightInAll = new(() => Tree.RunAsync([With("none")]));
    private static readonly Lazy<Task<IReadOnlyList<CaseResult>>> RightInPrompt = new(() =>
        Tree.RunAsync([With("none")], Faults.Prompt.Select(one => one.Case).Distinct().ToList())
    );

    public static ConformanceTarget With(string fault) =>
        new(
            $"wrong/worker {fault}",
            ["dotnet", Path.Combine(AppContext.BaseDirectory, "pingmark-wrong-workers.dll"), fault],
            AppContext.BaseDirectory,
            []
        );

    /// <summary>Without a fault, in all cases.</summary>
    public static Task<IReadOnlyList<CaseResult>> RightAsync() => RightInAll.Value;

    /// <summary>In a case that the worker passes without its fault.</summary>
    public static async Task IsCaughtAsync(string fault, string caseId)
    {
        Assert.All(await Faults.ResultsAsync(fault, caseId), result => Assert.False(result.Passed, result.ToString()));
        var right = Faults.Prompt.Any(one => one.Case == caseId) ? RightInPrompt : RightInAll;
        AllPass((await right.Value).Where(result => result.Case == caseId));
    }

    public static void AllPass(IEnumerable<CaseResult> results)
    {
        var failures = results.Where(result => !result.Passed).ToList();
        Assert.True(failures.Count == 0, string.Join('\n', failures));
    }
}
