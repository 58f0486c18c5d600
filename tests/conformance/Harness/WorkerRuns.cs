using Pingmark.Conformance;
using Pingmark.Workers;

namespace Pingmark.ConformanceTests;

/// <summary>What came of one worker.</summary>
/// <param name="WhyNot">Why it can't run here; null when it did.</param>
internal sealed record WorkerRun(string? WhyNot, IReadOnlyList<CaseResult> Results);

/// <summary>The workers that were chosen, built and run through all cases in one go.</summary>
internal static class WorkerRuns
{
    private static readonly Lazy<Task<IReadOnlyDictionary<string, WorkerRun>>> Runs = new(RunAllAsync);
    private static IReadOnlyList<string> _chosen = [];

    public static void Choose(IEnumerable<string> workers) => _chosen = workers.ToList();

    public static async Task<WorkerRun> OfAsync(string worker) => (await Runs.Value)[worker];

    private static async Task<IReadOnlyDictionary<string, WorkerRun>> RunAllAsync()
    {
        var runs = new Dictionary<string, WorkerRun>();
        var targets = new List<ConformanceTarget>();
        var builder = new WorkerBuilder(new ProgressLog(TextWriter.Null, isTerminal: false));
        var chosen = WorkerCatalog.Load(Tree.OfWorkers).Manifests.Where(one => _chosen.Contains(one.Name)).ToList();
        var all = await builder.EnsureAllBuiltAsync(chosen, force: false, CancellationToken.None);
        foreach (var manifest in chosen)
        {
            var built = all[manifest.Name];
            if (built.IsAvailable)
                targets.Add(ConformanceTarget.FromManifest(manifest));
            else if (built.IsBroken)
                runs[manifest.Name] = new(null, [Broken(manifest, built)]);
            else
                runs[manifest.Name] = new(built.ToString(), []);
        }
        foreach (var (worker, run) in await OfAsync(targets))
            runs[worker] = run;
        return runs;
    }

    private static CaseResult Broken(WorkerManifest manifest, Availability built) =>
        new(manifest.Name, null, "build", TimeSpan.Zero, new("a worker that can be built", built.Reason));

    public static async Task<IReadOnlyDictionary<string, WorkerRun>> OfAsync(IReadOnlyList<ConformanceTarget> targets)
    {
        var results = await Tree.RunAsync(targets);
        return targets.ToDictionary(
            target => target.Name,
            target => new WorkerRun(
                null,
                Stacks(target, results.Where(result => result.Worker == target.Name).ToList())
            )
        );
    }

    /// <summary>Adds what failed if a stack that the manifest names was not looked at.</summary>
    private static List<CaseResult> Stacks(ConformanceTarget target, List<CaseResult> results)
    {
        var missing = target.Stacks.Except(results.Select(result => result.Stack).OfType<string>());
        results.AddRange(
            missing.Select(stack => new CaseResult(
                target.Name,
                stack,
                "handshake.discovery",
                TimeSpan.Zero,
                new("cases of each stack that its manifest names", "none")
            ))
        );
        return results;
    }
}
