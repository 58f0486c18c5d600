using Pingmark.Statistics;
using Xunit;

namespace Pingmark.Tests.Statistics;

public class HolmTests
{
    private static string Real(params double[] pValues) =>
        string.Concat(Holm.StepDown(pValues, 0.05).Select(tested => tested.IsReal ? '1' : '0'));

    /// <summary>The textbook's: 0.01 &lt;= 0.05/4, 0.005 &lt;= 0.05/3 after it, then 0.03 &gt; 0.05/2 ends it for 0.04,
    /// too.</summary>
    [Fact]
    public void Each_is_held_against_what_is_left()
    {
        Assert.Equal("1", Real(0.05));
        Assert.Equal("0", Real(0.051));
        Assert.Equal("11", Real(0.05, 0.025));
        Assert.Equal("00", Real(0.05, 0.026));
        Assert.Equal("1001", Real(0.01, 0.04, 0.03, 0.005));
        Assert.Equal("010", Real(0.9, 0.0, 0.04));
        Assert.Empty(Real());
    }
}
