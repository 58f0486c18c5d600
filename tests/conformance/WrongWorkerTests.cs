using Pingmark.Conformance;
using Xunit;

namespace Pingmark.ConformanceTests;

/// <summary>Workers that are wrong in one thing each are caught, by the case that is about it.</summary>
public class WrongWorkerTests
{
    [Theory]
    [InlineData("drops-1-in-1000", "counts.every-echo")]
    [InlineData("answers-from-a-cache", "counts.every-echo")]
    [InlineData("corrupts", "counts.every-echo")]
    [InlineData("lies-in-its-counts", "counts.server")]
    [InlineData("hangs", "handshake.*")]
    [InlineData("floods-stdout", "handshake.*")]
    [InlineData("prints-garbage", "handshake.*")]
    public async Task IsCaughtByName(string fault, string glob)
    {
        var results = await Tree.RunAsync(Worker(fault), glob);
        Assert.Contains(results, r => !r.Passed);
    }

    [Fact]
    public async Task TheSameWorkerWithoutAFaultPasses()
    {
        var results = await Tree.RunAsync(Worker("none"), "counts.*");
        results.AddRange(await Tree.RunAsync(Worker("none"), "handshake.*"));
        Assert.NotEmpty(results);
        Assert.All(results, result => Assert.True(result.Passed, result.ToString()));
    }

    private static ConformanceTarget Worker(string fault) =>
        new($"wrong: {fault}", ["dotnet", Path.Combine(AppContext.BaseDirectory, "pingmark-wrong-workers.dll"), fault], AppContext.BaseDirectory, []);
}
