using Pingmark.Model;
using Pingmark.Reports;
using Xunit;

namespace Pingmark.Tests.Reports;

public class ReportWordsTests
{
    [Theory]
    [InlineData(0.94, 0.92, 0.97, ComparisonVerdict.Lower, "0.94x [0.92, 0.97]")]
    [InlineData(1.01, 0.98, 1.03, ComparisonVerdict.Tie, "tie [0.98, 1.03]")]
    [InlineData(0.94, null, null, ComparisonVerdict.Tie, "0.94x (one round)")]
    public void A_ratio_shows_what_is_known_of_it(
        double value,
        double? low,
        double? high,
        ComparisonVerdict verdict,
        string expected
    ) => Assert.Equal(expected, ReportWords.Ratio(new("a", "b", "throughput_per_s", new(value, low, high), verdict)));
}
