using Pingmark.Model;
using Pingmark.Reports;
using Xunit;

namespace Pingmark.Tests.Reports;

public class ReportWordsTests
{
    private static Comparison Compared(double value, double? low, double? high, ComparisonVerdict verdict) =>
        new("a", "b", "throughput_per_s", new(value, low, high), verdict);

    [Theory]
    [InlineData(0.94, 0.92, 0.961, ComparisonVerdict.Slower, "0.94x ± 2.2 % slower")]
    [InlineData(1.01, 0.98, 1.0403, ComparisonVerdict.Same, "1.01x ± 3 % same")]
    [InlineData(0.94, null, null, ComparisonVerdict.Undecided, "0.94x")]
    public void A_ratio_shows_what_is_known_of_it(
        double value,
        double? low,
        double? high,
        ComparisonVerdict verdict,
        string expected
    ) => Assert.Equal(expected, ReportSentences.Ratio(Compared(value, low, high, verdict)));

    [Fact]
    public void What_is_undecided_says_how_long_it_takes() =>
        Assert.All<(double? Seconds, string Said)>(
            [
                (null, "undecided"),
                (41, "undecided: 50 s"),
                (170, "undecided: 3 min"),
                (1_500, "undecided: 25 min"),
                (9_000, "undecided: 2.5 h"),
                (1e9, "undecided: over a day"),
            ],
            row =>
                Assert.Equal(
                    row.Said,
                    ReportSentences.Needs(
                        Compared(1, 0.9, 1.1, ComparisonVerdict.Undecided) with
                        {
                            NeedsS = row.Seconds,
                        }
                    )
                )
        );

    [Theory]
    [InlineData(1.5, "")]
    [InlineData(1.4, " *")]
    public void A_ratio_that_is_not_the_quotient_of_its_figures_is_marked(double ratio, string expected)
    {
        CellSummary Cell(double perS) => MockSummary.Build().Cells[0].With(("throughput_per_s", new(perS, null, null)));
        Assert.Equal(
            expected,
            ReportSentences.NotTheQuotient(
                Compared(ratio, null, null, ComparisonVerdict.Undecided),
                Cell(150_100),
                Cell(100_000)
            )
        );
    }
}
