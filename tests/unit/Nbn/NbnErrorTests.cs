using Pingmark.Nbn;
using Xunit;

namespace Pingmark.Tests.Nbn;

public class NbnErrorTests
{
    /// <summary>Of two rounds it would be 450 standard deviations.</summary>
    [Fact]
    public void An_interval_needs_five_values_and_a_deviation_two()
    {
        Assert.Equal(["-", "-"], NbnError.Cells([100.0]));
        Assert.Equal(["-", "7.07 ns"], NbnError.Cells([100.0, 110.0]));
        Assert.Equal(["-", "8.54 ns"], NbnError.Cells([100.0, 110.0, 90.0, 105.0]));
        Assert.Equal(["30.4 ns", "7.91 ns"], NbnError.Cells([100.0, 110.0, 90.0, 105.0, 95.0]));
    }

    [Fact]
    public void Who_has_fewer_is_told_how_many_it_takes()
    {
        Assert.Null(Missing());
        Assert.Null(Missing(5, 10));
        Assert.Equal("Error needs 5 rounds at least, and here are 2: more of them", Missing(2, 2));
        Assert.Equal("Error needs 5 rounds at least, and here is 1: more of them", Missing(1, 1));
        Assert.Equal("Error needs 5 rounds at least, and b has 3: more of them", Missing(5, 3));
    }

    private static string? Missing(params int[] rounds) =>
        NbnError.Missing(
            "round",
            [.. rounds.Index().Select(row => ($"{(char)('a' + row.Index)}", row.Item))],
            "more of them"
        );
}
