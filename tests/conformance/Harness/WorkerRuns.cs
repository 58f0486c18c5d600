using Pingmark.Conformance;
using Pingmark.Workers;

namespace Pingmark.ConformanceTests;

/// <summary>What came of one worker.</summary>
/// <param name="WhyNot">Why it can't run here; null when it did.</param>
internal sealed record WorkerRun(string? WhyNot, IReadOnlyList<CaseResult> Results);

/// <summary>The workers that were chosen, built and run through all cases in one go.</summary>
internal static class WorkerRuns
{
    private static readonly Dictionary<Part, Lazy<Task<IReadOnlyDictionary<string, WorkerRun>>>> Runs =
        Enum.GetValues<Part>()
            .ToDictionary(
                part => part,
                part => new Lazy<Task<IReadOnlyDictionary<string, WorkerRun>>>(() => RunAllAsync(part))
            );
    private static IReadOnlyList<string> _chosen = [];

    public static void Choose(IEnumerable<string> workers) => _chosen = workers.ToList();

    public static async Task<WorkerRun> OfAsync(string worker, Part part) => (await Runs[part].Value)[worker];

    private static async Task<IReadOnlyDictionary<string, WorkerRun>> RunAllAsync(Part part)
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
        var results = part == Part.All ? await Tree.RunAsync(targets) : await GateAsync(targets);
        foreach (var target in targets)
        {
            var own = results.Where(result => result.Worker == target.Name).ToList();
            runs[target.Name] = new(null, part == Part.All ? Stacks(target, own) : own);
        }
        return runs;
    }

    /// <summary>Workers of sockets show what stacks of their kit share; so no other worker stands for them.</summary>
    private static async Task<IReadOnlyList<CaseResult>> GateAsync(List<ConformanceTarget> targets)
    {
        var results = new List<CaseResult>();
        foreach (var part in targets.GroupBy(IsOfSockets))
            results.AddRange(await Tree.RunAsync(part, Gate()));
        return results;
    }

    /// <summary>Chooses cases in the order in which they are asked for.</summary>
    private static Func<ConformanceTarget, string?, ConformanceCase, bool> Gate()
    {
        var chosen = new HashSet<(string, string)>();
        return (target, stack, one) =>
            one.Smoke || (IsOfSockets(target) && !one.Clock && chosen.Add((target.Name, one.Id)));
    }

    private static bool IsOfSockets(ConformanceTarget target) =>
        target.Name.EndsWith("/sockets", StringComparison.Ordinal);

    private static CaseResult Broken(WorkerManifest manifest, Availability built) =>
        new(manifest.Name, null, "build", TimeSpan.Zero, new("a worker that can be built", built.Reason));

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
