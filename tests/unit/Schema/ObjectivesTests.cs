using Pingmark.Model;
using Pingmark.Schema;
using Xunit;

namespace Pingmark.Tests.Schema;

public class ObjectivesTests
{
    [Theory]
    [InlineData("p99<1ms", ObjectiveQuantity.Percentile, 1e6, 0.99)]
    [InlineData(" p99.9 <= 5 ms", ObjectiveQuantity.Percentile, 5e6, 0.999)]
    [InlineData("lost<=0%", ObjectiveQuantity.Lost, 0, null)]
    [InlineData("late(50ms)<1%", ObjectiveQuantity.Late, 0.01, null)]
    public void It_is_read(string text, ObjectiveQuantity quantity, double limit, double? percentile)
    {
        var read = Objectives.Read(text, "slo");
        Assert.Equal((quantity, limit), (read.Quantity, read.Limit));
        Assert.Equal(percentile ?? 0, read.Percentile ?? 0, precision: 9);
        Assert.Equal(text.Replace(" ", ""), read.Text);
        Assert.Equal(text.Contains("<="), read.AllowsLimit);
        Assert.Equal(quantity == ObjectiveQuantity.Late ? 50_000_000 : null, read.LateAfterNs);
    }

    [Fact]
    public void What_can_not_be_read_says_why() =>
        Assert.All<(string Text, string Problem)>(
            [
                ("p99<1msec", "slo: the limit of p99 has the unknown unit 'msec' in '1msec'; did you mean '1ms'?"),
                ("lost<1", "slo: the limit of lost needs a unit: '1' could be 1% or 100%"),
                ("lots<1%", "slo has the unknown quantity 'lots' in 'lots<1%'; did you mean 'lost'?"),
                ("p999<1ms", "slo: there is no percentile p999: 'p999<1ms'; did you mean 'p99.9'?"),
                ("p0<1ms", "slo: there is no percentile p0: 'p0<1ms'; they are above p0 and up to p99.999"),
                (
                    "p99>1ms",
                    "slo must be an upper limit such as p99<1ms, p99.9<=5ms, lost<0.1% or late(50ms)<1%, not 'p99>1ms'"
                ),
                (
                    "fast",
                    "slo must be an objective such as p99<1ms, p99.9<=5ms, lost<0.1% or late(50ms)<1%, not 'fast'"
                ),
                ("late<1%", "slo: late needs a time, such as late(50ms)<1%, not 'late<1%'"),
                ("lost(1ms)<1%", "slo: lost has nothing in brackets: 'lost(1ms)<1%'"),
                ("p99(1ms)<1ms", "slo: p99 has nothing in brackets: 'p99(1ms)<1ms'"),
                ("lost<0%", "slo: nothing meets 'lost<0%'; lost<=0% allows no loss"),
                ("p99<=0ms", "slo: nothing meets 'p99<=0ms'"),
                ("lost<100%", "slo: every server meets 'lost<100%'"),
            ],
            row =>
                Assert.Equal(
                    row.Problem,
                    Assert.Throws<BadInputException>(() => Objectives.Read(row.Text, "slo")).Message
                )
        );

    /// <summary>Percentiles that contradict each other are told of a suite.</summary>
    [Fact]
    public void Several_must_agree()
    {
        Assert.Null(Contradiction("p50<1ms,p99<5ms"));
        Assert.Null(Contradiction("late(20ms)<1%,late(50ms)<0.1%,lost<1%"));
        Assert.Equal("p99<1ms and p99<=2ms limit the same: give one of them", Contradiction("p99<1ms,p99<=2ms"));
    }

    private static string? Contradiction(string texts) =>
        Objectives.Contradiction([.. texts.Split(',').Select(text => Objectives.Read(text, "slo"))]);
}
