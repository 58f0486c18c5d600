using Pingmark.Model;
using Pingmark.Schema;
using Xunit;

namespace Pingmark.Tests.Schema;

public sealed class ExpectationTests
{
    [Fact]
    public void The_whole_interval_decides()
    {
        Assert.All<(string Expect, double Low, double High, ClaimVerdict Verdict)>(
            [
                ("> 50", 51, 60, ClaimVerdict.Reproduced),
                ("> 50", 49, 60, ClaimVerdict.Open),
                ("> 50", 40, 49, ClaimVerdict.Contradicted),
                ("< 1", 0.5, 0.9, ClaimVerdict.Reproduced),
                ("< 1", 1.1, 1.2, ClaimVerdict.Contradicted),
                ("about 1", 0.96, 1.04, ClaimVerdict.Reproduced),
                ("about 1", 0.9, 1.04, ClaimVerdict.Open),
                ("about 1", 1.06, 1.2, ClaimVerdict.Contradicted),
                ("2 to 10", 2, 10, ClaimVerdict.Reproduced),
                ("2 to 10", 9, 11, ClaimVerdict.Open),
            ],
            row =>
                Assert.Equal(
                    row.Verdict,
                    Expectation.Read(row.Expect, "").Judge(new((row.Low + row.High) / 2, row.Low, row.High))
                )
        );
        // Without an interval nothing is decided.
        Assert.Equal(ClaimVerdict.Open, Expectation.Read("> 1", "").Judge(new(1000, null, null)));
        Assert.Equal(ClaimVerdict.Open, Expectation.Read("> 1", "").Judge(null));
    }

    [Fact]
    public void What_can_not_be_read_is_said() =>
        Assert.All<(string Text, string Problem)>(
            [
                ("1", "e must be like '> 1', '< 1', 'about 1' or '2 to 10', not '1'"),
                ("> much", "e must be a number, not 'much'"),
                ("< -1", "e must have positive numbers, not '-1'"),
                ("10 to 2", "e must begin with the smaller number, not '10 to 2'"),
            ],
            row =>
                Assert.Equal(
                    row.Problem,
                    Assert.Throws<BadInputException>(() => Expectation.Read(row.Text, "e")).Message
                )
        );
}
