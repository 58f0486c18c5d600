using Pingmark.Model;
using Pingmark.Schema;
using Pingmark.Statistics;
using Xunit;

namespace Pingmark.Tests.Schema;

public sealed class ExpectationTests
{
    [Theory]
    [InlineData("> 50", 51, 60, ClaimVerdict.Reproduced)]
    [InlineData("> 50", 49, 60, ClaimVerdict.Open)]
    [InlineData("> 50", 40, 49, ClaimVerdict.Contradicted)]
    [InlineData("< 1", 0.5, 0.9, ClaimVerdict.Reproduced)]
    [InlineData("< 1", 1.1, 1.2, ClaimVerdict.Contradicted)]
    [InlineData("about 1", 0.96, 1.04, ClaimVerdict.Reproduced)]
    [InlineData("about 1", 0.9, 1.04, ClaimVerdict.Open)]
    [InlineData("about 1", 1.06, 1.2, ClaimVerdict.Contradicted)]
    [InlineData("2 to 10", 2, 10, ClaimVerdict.Reproduced)]
    [InlineData("2 to 10", 9, 11, ClaimVerdict.Open)]
    [InlineData("2 to 10", 11, 12, ClaimVerdict.Contradicted)]
    public void The_whole_interval_decides(string expect, double low, double high, ClaimVerdict verdict) =>
        Assert.Equal(verdict, Expectation.Read(expect, "").Judge(new((low + high) / 2, low, high)));

    [Fact]
    public void Without_an_interval_nothing_is_decided()
    {
        Assert.Equal(ClaimVerdict.Open, Expectation.Read("> 1", "").Judge(new(1000, null, null)));
        Assert.Equal(ClaimVerdict.Open, Expectation.Read("> 1", "").Judge(null));
    }

    [Theory]
    [InlineData("1", "e must be like '> 1', '< 1', 'about 1' or '2 to 10', not '1'")]
    [InlineData("> much", "e must be a number, not 'much'")]
    [InlineData("< -1", "e must have positive numbers, not '-1'")]
    [InlineData("10 to 2", "e must begin with the smaller number, not '10 to 2'")]
    public void What_can_not_be_read_is_said(string text, string problem) =>
        Assert.Equal(problem, Assert.Throws<BadInputException>(() => Expectation.Read(text, "e")).Message);

    /// <summary>What is the same in comparisons is the same in claims.</summary>
    [Fact]
    public void About_is_what_makes_no_difference() => Assert.Equal(RatioTest.SameWithin, Expectation.Margin);
}
