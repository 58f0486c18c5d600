using Pingmark.Conformance;
using Pingmark.Workers;

namespace Pingmark.ConformanceTests;

/// <summary>Every worker of the tree keeps to the protocol. PINGMARK_TESTED names some, with spaces between
/// them.</summary>
public sealed class RealWorkerTests
{
    private static readonly IReadOnlyList<WorkerManifest> Tested = FindTested();

    /// <summary>All workers run in one go, because some cases are tried with one worker of a language alone.</summary>
    private static readonly Lazy<Task<Run>> Gate = new(() => RunAsync(isGate: true)),
        AllCases = new(() => RunAsync(isGate: false));

    /// <param name="NotRun">Why a worker was not run.</param>
    private sealed record Run(
        IReadOnlyDictionary<string, Availability> NotRun,
        ILookup<string, CaseResult> ResultsByWorker
    );

    public static TheoryData<string> Workers => new(Tested.Select(one => one.Name));

    [SkippableTheory]
    [MemberData(nameof(Workers))]
    public async Task Conforms(string worker) => Assert.NotEmpty(Judge(await Gate.Value, worker));

    [SkippableTheory]
    [MemberData(nameof(Workers))]
    [Trait("Gate", "no")]
    public async Task ConformsInAllCases(string worker)
    {
        var tested = Judge(await AllCases.Value, worker).Select(result => result.Stack);
        // A stack without results was not tested.
        Assert.Empty(Tested.Single(one => one.Name == worker).Stacks.Except(tested));
    }

    private static IReadOnlyList<WorkerManifest> FindTested()
    {
        var all = WorkerCatalog.Load(Tree.OfWorkers).Manifests;
        var named = Environment.GetEnvironmentVariable("PINGMARK_TESTED")?.Split(' ');
        return named is null ? all : [.. all.Where(one => named.Contains(one.Name))];
    }

    /// <returns>The worker's results, all of which have passed.</returns>
    private static IReadOnlyList<CaseResult> Judge(Run run, string worker)
    {
        if (run.NotRun.TryGetValue(worker, out var why))
        {
            Assert.False(why.IsBroken, why.Reason);
            Skip.If(true, $"{worker} is unavailable: {why}");
        }
        var results = run.ResultsByWorker[worker].ToList();
        Tree.AssertAllPass(results);
        return results;
    }

    private static async Task<Run> RunAsync(bool isGate)
    {
        var builder = new WorkerBuilder(new ProgressLog(TextWriter.Null, isTerminal: false));
        var built = await builder.EnsureAllBuiltAsync(Tested, force: false, CancellationToken.None);
        // In the gate, workers of sockets show what stacks of their kit share; so no other worker stands for them.
        // Cases of smoke need a server, which clients alone have not.
        var targets = Tested
            .Where(one => built[one.Name].IsAvailable)
            .ToLookup(
                one => !isGate || one.ClientsOnly || one.Name.EndsWith("/sockets", StringComparison.Ordinal),
                ConformanceTarget.FromManifest
            );
        var results = await Tree.RunAsync(targets[true], includes: isGate ? IncludeOncePerWorker() : null);
        if (targets[false].Any())
            results = [.. results, .. await Tree.RunAsync(targets[false], includes: (_, one) => one.Smoke)];
        return new(
            built.Where(one => !one.Value.IsAvailable).ToDictionary(),
            results.ToLookup(result => result.Worker)
        );
    }

    /// <summary>Chooses those of smoke with each stack, and each other but those of the clock with one stack.</summary>
    private static Func<ConformanceTarget, ConformanceCase, bool> IncludeOncePerWorker()
    {
        var chosen = new HashSet<(string, string)>();
        return (target, one) => one.Smoke || (!one.Clock && chosen.Add((target.Name, one.Id)));
    }
}
