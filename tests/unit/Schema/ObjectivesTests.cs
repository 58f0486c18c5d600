using Pingmark.Model;
using Pingmark.Schema;
using Xunit;

namespace Pingmark.Tests.Schema;

public class ObjectivesTests
{
    [Theory]
    [InlineData("p99<1ms", ObjectiveQuantity.Percentile, 1e6, 0.99)]
    [InlineData(" p99.9 <= 5 ms", ObjectiveQuantity.Percentile, 5e6, 0.999)]
    [InlineData("p50<250us", ObjectiveQuantity.Percentile, 250e3, 0.5)]
    [InlineData("lost<0.1%", ObjectiveQuantity.Lost, 0.001, null)]
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

    [Theory]
    [InlineData("p99<1", "slo: the limit of p99 needs a unit: '1' could be 1ns, 1us, 1ms, 1s, 1m or 1h")]
    [InlineData("p99<1msec", "slo: the limit of p99 has the unknown unit 'msec' in '1msec'; did you mean '1ms'?")]
    [InlineData("lost<1", "slo: the limit of lost needs a unit: '1' could be 1% or 100%")]
    [InlineData("lots<1%", "slo has the unknown quantity 'lots' in 'lots<1%'; did you mean 'lost'?")]
    [InlineData("p999<1ms", "slo: there is no percentile p999: 'p999<1ms'; did you mean 'p99.9'?")]
    [InlineData("p0<1ms", "slo: there is no percentile p0: 'p0<1ms'; they are above p0 and up to p99.999")]
    [InlineData(
        "p99>1ms",
        "slo must be an upper limit such as p99<1ms, p99.9<=5ms, lost<0.1% or late(50ms)<1%, not 'p99>1ms'"
    )]
    [InlineData("fast", "slo must be an objective such as p99<1ms, p99.9<=5ms, lost<0.1% or late(50ms)<1%, not 'fast'")]
    [InlineData("late<1%", "slo: late needs a time, such as late(50ms)<1%, not 'late<1%'")]
    [InlineData("lost(1ms)<1%", "slo: lost has nothing in brackets: 'lost(1ms)<1%'")]
    [InlineData("p99(1ms)<1ms", "slo: p99 has nothing in brackets: 'p99(1ms)<1ms'")]
    [InlineData("lost<0%", "slo: nothing meets 'lost<0%'; lost<=0% allows no loss")]
    [InlineData("p99<=0ms", "slo: nothing meets 'p99<=0ms'")]
    [InlineData("lost<100%", "slo: every server meets 'lost<100%'")]
    public void What_can_not_be_read_says_why(string text, string message) =>
        Assert.Equal(message, Assert.Throws<BadInputException>(() => Objectives.Read(text, "slo")).Message);

    [Theory]
    [InlineData("p50<1ms,p99<5ms", null)]
    [InlineData("late(20ms)<1%,late(50ms)<0.1%,lost<1%", null)]
    [InlineData("p99<1ms,p99<=2ms", "p99<1ms and p99<=2ms limit the same: give one of them")]
    [InlineData(
        "p99<1ms,p50<5ms",
        "p50<5ms and p99<1ms contradict each other: p99<1ms implies a shorter p50; leave p50<5ms away"
    )]
    public void Several_must_agree(string texts, string? contradiction) =>
        Assert.Equal(
            contradiction,
            Objectives.Contradiction([.. texts.Split(',').Select(text => Objectives.Read(text, "slo"))])
        );
}
