using Pingmark.Nbn;
using Xunit;

namespace Pingmark.Tests.Nbn;

public class NbnErrorTests
{
    /// <summary>Of two rounds it would be 450 standard deviations.</summary>
    [Theory]
    [InlineData("- -", 100.0)]
    [InlineData("- 7.07 ns", 100.0, 110.0)]
    [InlineData("- 8.54 ns", 100.0, 110.0, 90.0, 105.0)]
    [InlineData("30.4 ns 7.91 ns", 100.0, 110.0, 90.0, 105.0, 95.0)]
    public void An_interval_needs_five_values_and_a_deviation_two(string texts, params double[] timesNs) =>
        Assert.Equal(texts, string.Join(' ', NbnError.Cells(timesNs)));

    [Theory]
    [InlineData(null, 5, 10)]
    [InlineData("Error needs 5 rounds at least, and here are 2: more of them", 2, 2)]
    [InlineData("Error needs 5 rounds at least, and here is 1: more of them", 1, 1)]
    [InlineData("Error needs 5 rounds at least, and b has 3: more of them", 5, 3)]
    public void Who_has_fewer_is_told_how_many_it_takes(string? said, params int[] rounds) =>
        Assert.Equal(
            said,
            NbnError.Missing(
                "round",
                [.. rounds.Index().Select(row => ($"{(char)('a' + row.Index)}", row.Item))],
                "more of them"
            )
        );

    [Fact]
    public void Nothing_that_was_measured_lacks_nothing() => Assert.Null(NbnError.Missing("round", [], "more"));
}
