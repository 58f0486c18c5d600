using Pingmark.Statistics;
using Xunit;

namespace Pingmark.Tests.Statistics;

public class HolmTests
{
    private static string Real(params double[] pValues) =>
        string.Concat(Holm.StepDown(pValues, 0.05).Select(tested => tested.IsReal ? '1' : '0'));

    [Theory]
    [InlineData("1", 0.05)]
    [InlineData("0", 0.051)]
    [InlineData("11", 0.05, 0.025)]
    [InlineData("00", 0.05, 0.026)]
    // The textbook's: 0.01 <= 0.05/4, 0.005 <= 0.05/3 after it, then 0.03 > 0.05/2 ends it for 0.04, too.
    [InlineData("1001", 0.01, 0.04, 0.03, 0.005)]
    [InlineData("010", 0.9, 0.0, 0.04)]
    public void Each_is_held_against_what_is_left(string real, params double[] pValues) =>
        Assert.Equal(real, Real(pValues));

    [Fact]
    public void Nothing_has_no_verdicts() => Assert.Empty(Holm.StepDown([], 0.05));
}
