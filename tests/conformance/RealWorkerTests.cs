using Pingmark.Conformance;
using Pingmark.Workers;
using Xunit;

namespace Pingmark.ConformanceTests;

/// <summary>Every worker keeps to the protocol, in every case, with every stack.</summary>
public class RealWorkerTests
{
    public static TheoryData<string> Workers => new(WorkerCatalog.Load(Tree.Root).Manifests.Select(m => m.Name));

    [Theory]
    [MemberData(nameof(Workers))]
    public async Task Conforms(string worker)
    {
        var manifest = WorkerCatalog.Load(Tree.Root).Manifests.Single(m => m.Name == worker);
        Assert.Equal("available", WorkerCatalog.Check(manifest).ToString());
        var results = await Tree.RunAsync(ConformanceTarget.Of(manifest));
        Assert.Equal(manifest.Stacks.Order(), results.Select(r => r.Stack).OfType<string>().Distinct().Order());
        Assert.All(results, result => Assert.True(result.Passed, result.ToString()));
    }
}
