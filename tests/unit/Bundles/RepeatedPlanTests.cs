using Pingmark.Bundles;
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
            ["The same binary as there: a.", "Another binary than there, built from the sources here: b."],
            said.Skip(1)
        );
        Assert.Contains("is not known", RepeatedPlan.Compare(Trial.Run(), bundled).Last());
    }
}
