using Pingmark.Audits;
using Pingmark.Evidence;
using Pingmark.Results;
using Pingmark.Tests.Evidence;
using Xunit;

namespace Pingmark.Tests.Audits;

public class TooFewSamplesAuditTests
{
    private static readonly IAudit Audit = new TooFewSamples();

    private static CellEvidence With(int messages) =>
        Trial.Evidence(Trial.Rounds(2, _ => Trial.Of(Trial.Stretch(messages / 2))));

    [Theory]
    [InlineData(998, "too few messages for p99 and p99.9")]
    [InlineData(1000, "too few messages for p99.9;")]
    [InlineData(9998, "too few messages for p99.9;")]
    public void A_percentile_without_samples_beyond_it_is_told(int messages, string text) =>
        Audit.Says("too-few-samples note", With(messages), text);

    [Fact]
    public void Ten_thousand_are_enough() => Audit.IsSilent(With(10_000));

    [Theory]
    [InlineData(998)]
    [InlineData(1000)]
    [InlineData(9998)]
    public void What_it_says_is_what_the_figures_do(int messages)
    {
        var text = Audit.Judge(With(messages))?.Text ?? "";
        var summary = SummaryBuilder.CellOf(With(messages));
        Assert.Equal(
            (text.Contains("p99 "), text.Contains("p99.9")),
            (summary.RttP99Ns is null, summary.RttP999Ns is null)
        );
    }
}
