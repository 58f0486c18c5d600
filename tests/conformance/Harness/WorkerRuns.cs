using Pingmark.Conformance;
using Pingmark.Workers;

namespace Pingmark.ConformanceTests;

/// <summary>What came of one worker.</summary>
/// <param name="WhyNot">Why it can't run here; null when it did.</param>
/// <param name="FailedFirst">Results that failed, and were tried again.</param>
internal sealed record WorkerRun(
    string? WhyNot,
    IReadOnlyList<CaseResult> Results,
    IReadOnlyList<CaseResult> FailedFirst
)
{
    public CaseResult? FirstTry(CaseResult last) =>
        FailedFirst.FirstOrDefault(first => (first.Case, first.Stack) == (last.Case, last.Stack));
}

/// <summary>The workers that were chosen, built and run through all cases in one go.</summary>
internal static class WorkerRuns
{
    /// <summary>Marks the output of a case that did not pass at once; ./test looks for it.</summary>
    public const string TriedAgain = "passed only when it was tried again";

    /// <summary>After the first one.</summary>
    private const int MostTries = 3;

    private static readonly Lazy<Task<IReadOnlyDictionary<string, WorkerRun>>> Runs = new(RunAllAsync);
    private static IReadOnlyList<string> _chosen = [];

    public static void Choose(IEnumerable<string> workers) => _chosen = workers.ToList();

    public static async Task<WorkerRun> OfAsync(string worker) => (await Runs.Value)[worker];

    private static async Task<IReadOnlyDictionary<string, WorkerRun>> RunAllAsync()
    {
        var runs = new Dictionary<string, WorkerRun>();
        var targets = new List<ConformanceTarget>();
        var builder = new WorkerBuilder(new ProgressLog(TextWriter.Null, isTerminal: false));
        var chosen = WorkerCatalog.Load(Tree.Root).Manifests.Where(one => _chosen.Contains(one.Name)).ToList();
        var all = await builder.EnsureAllBuiltAsync(chosen, force: false, CancellationToken.None);
        foreach (var manifest in chosen)
        {
            var built = all[manifest.Name];
            if (built.IsAvailable)
                targets.Add(ConformanceTarget.Of(manifest));
            else if (built.IsBroken)
                runs[manifest.Name] = new(null, [Broken(manifest, built)], []);
            else
                runs[manifest.Name] = new(built.ToString(), [], []);
        }
        foreach (var (worker, run) in await PatientlyAsync(targets))
            runs[worker] = run;
        return runs;
    }

    private static CaseResult Broken(WorkerManifest manifest, Availability built) =>
        new(manifest.Name, null, "build", Passed: false, TimeSpan.Zero, "a worker that can be built", built.Reason);

    /// <summary>What fails is tried again, alone: on a shared machine a deadline can be missed without anybody's fault,
    /// but not each time.</summary>
    public static async Task<IReadOnlyDictionary<string, WorkerRun>> PatientlyAsync(
        IReadOnlyList<ConformanceTarget> targets
    )
    {
        var results = await Tree.RunAsync(targets);
        var failed = results.Where(result => !result.Passed).ToList();
        var last = results.Where(result => !failed.Any(first => IsRepeated(first, result))).ToList();
        foreach (var one in failed.DistinctBy(result => (result.Worker, result.Case)))
        {
            var target = targets.Single(target => target.Name == one.Worker);
            var again = await Tree.RunAsync([target], one.Case);
            for (var tries = 1; tries < MostTries && again.Any(result => !result.Passed); tries++)
                again = await Tree.RunAsync([target], one.Case);
            last.AddRange(again);
        }
        return targets.ToDictionary(
            target => target.Name,
            target => new WorkerRun(
                null,
                Stacks(target, last.Where(result => result.Worker == target.Name).ToList()),
                failed
            )
        );
    }

    private static bool IsRepeated(CaseResult failed, CaseResult result) =>
        (failed.Worker, failed.Case) == (result.Worker, result.Case);

    /// <summary>Adds what failed if a stack that the manifest names was not looked at.</summary>
    private static List<CaseResult> Stacks(ConformanceTarget target, List<CaseResult> results)
    {
        var missing = target.Stacks.Except(results.Select(result => result.Stack).OfType<string>());
        results.AddRange(
            missing.Select(stack => new CaseResult(
                target.Name,
                stack,
                "handshake.discovery",
                Passed: false,
                TimeSpan.Zero,
                "cases of each stack that its manifest names",
                "none"
            ))
        );
        return results;
    }
}
