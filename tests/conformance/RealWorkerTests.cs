using Pingmark.Conformance;
using Pingmark.Workers;

namespace Pingmark.ConformanceTests;

/// <summary>Every worker of the tree whose tools are installed keeps to the protocol, in every case, with every
/// stack.</summary>
public class RealWorkerTests
{
    /// <summary>A library that this machine's package sources lack is nobody's fault; whatever else is not built is a
    /// failure.</summary>
    private static IEnumerable<WorkerManifest> Manifests =>
        WorkerCatalog
            .Load(Tree.Root)
            .Manifests.Where(manifest =>
                manifest.Lacking is null && (manifest.Package is null || WorkerCatalog.Check(manifest).IsAvailable)
            );

    public static TheoryData<string> Workers => new(Manifests.Select(manifest => manifest.Name));

    public static IEnumerable<object[]> WorkersAndCases =>
        Manifests.SelectMany(manifest => ConformanceCases.All.Select(one => new object[] { manifest.Name, one.Id }));

    [Theory]
    [MemberData(nameof(WorkersAndCases))]
    public async Task Conforms(string worker, string caseId) =>
        SuiteRuns.AssertPassed((await ResultsAsync(worker)).Where(result => result.Case == caseId));

    [Theory]
    [MemberData(nameof(Workers))]
    public async Task EveryStackIsLookedAt(string worker)
    {
        var results = await ResultsAsync(worker);
        SuiteRuns.AssertPassed(results.Where(result => result.Case == "handshake.discovery"));
        Assert.Equal(
            Manifest(worker).Stacks.Order(),
            results.Select(result => result.Stack).OfType<string>().Distinct().Order()
        );
    }

    private static Task<IReadOnlyList<CaseResult>> ResultsAsync(string worker) =>
        SuiteRuns.OfAsync(
            worker,
            async () =>
            {
                var built = await new WorkerBuilder(
                    new ProgressLog(TextWriter.Null, isTerminal: false)
                ).EnsureBuiltAsync(Manifest(worker), force: false, CancellationToken.None);
                Assert.Equal(Availability.Yes, built);
                return ConformanceTarget.Of(Manifest(worker));
            }
        );

    private static WorkerManifest Manifest(string worker) => Manifests.Single(manifest => manifest.Name == worker);
}
