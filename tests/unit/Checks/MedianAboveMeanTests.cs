using Pingmark.Checks.Cells;
using Pingmark.Evidence;
using Pingmark.Model;
using Pingmark.Tests.Evidence;
using Xunit;

namespace Pingmark.Tests.Checks;

public class MedianAboveMeanTests
{
    private static readonly MedianAboveMean Check = new();

    /// <summary>Windows of 10,000 messages a second, one in flight, whose mean round trip is 100 µs: four of five take
    /// so long, and the fifth what is left.</summary>
    private static CellEvidence Of(long mostNs, Scenario? scenario = null)
    {
        var histogram = new Histogram();
        histogram.Record(mostNs, 8_000);
        histogram.Record(500_000 - 4 * mostNs, 2_000);
        return Trial.OfCell(
            Trial.Cell("x/tcp-a") with
            {
                Scenario = scenario ?? new(),
            },
            Trial
                .Rounds(2, _ => Trial.Of(Trial.Window() with { Histogram = histogram.ToSparse(), RttMaxNs = 500_000 }))
                .ToList()
        );
    }

    [Fact]
    public void A_median_far_above_the_mean_is_told() =>
        Check.Says(
            "median-above-mean note",
            Of(120_000),
            "the median round trip, 120 µs, is 1.20x the mean that the rate implies, 100 µs: round trips have two "
                + "modes"
        );

    [Fact]
    public void One_near_it_or_below_is_as_it_should_be()
    {
        Check.IsSilent(Of(110_000));
        Check.IsSilent(Of(90_000));
    }

    [Fact]
    public void Where_the_rate_implies_no_mean_nothing_is_said()
    {
        Check.IsSilent(Of(120_000, new() { RatePerS = 10_000 }));
        Check.IsSilent(Of(120_000, new() { Test = "stream" }));
    }
}
