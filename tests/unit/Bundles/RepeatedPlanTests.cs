using Pingmark.Bundles;
using Pingmark.Model;
using Pingmark.Tests.Evidence;
using Xunit;

namespace Pingmark.Tests.Bundles;

public sealed class RepeatedPlanTests
{
    [Fact]
    public void Binaries_are_told_apart_by_their_hashes()
    {
        var bundled = Trial.Run(Trial.Cell()) with { Workers = [new("a", 1, "1"), new("b", 1, "2")] };
        var said = RepeatedPlan.Compare(bundled, bundled with { Workers = [new("a", 1, "1"), new("b", 1, "3")] });
        Assert.Equal(
            ["The same binary as in the bundle's run: a.", "Another binary, built from the sources here: b."],
            said.Skip(1)
        );
    }

    [Fact]
    public void Without_hashes_nothing_is_said_of_binaries() =>
        Assert.Contains(
            "is not known",
            RepeatedPlan.Compare(Trial.Run(), Trial.Run() with { Workers = [new WorkerBinary("a", 1, "1")] }).Last()
        );
}
