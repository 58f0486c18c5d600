using Pingmark.Evidence;
using Pingmark.Model;

namespace Pingmark.Checks.Cells;

/// <summary>Finds closed loops whose median round trip is far above the mean that their rate implies by Little's law:
/// messages in flight by rate. Rate, percentiles, mean and costs are of the same windows, so that it is no error of
/// theirs: more than half of the messages took long, and the others far less.</summary>
internal sealed class MedianAboveMean()
    : CellCheck(
        "median-above-mean",
        "The median round trip is more than 15 % above the mean that the rate implies: round trips are of two kinds.",
        "Look at the curve of all percentiles in report.html; p50 alone does not describe this cell."
    )
{
    private const double Most = 1.15;

    protected override Finding? FindOne(CellEvidence evidence)
    {
        var scenario = evidence.Cell.Scenario;
        var windows = evidence.Ok.Select(evidence.Primary).Where(window => window.DurationNs > 0).ToList();
        var perS = 1e9 * windows.Sum(window => window.Received) / windows.Sum(window => window.DurationNs);
        // Where fewer may be under way, the rate implies no mean.
        if (
            scenario.RatePerS is not null
            || scenario.Load.FewestUnderWay(scenario) < scenario.InFlight
            || !(perS > 0)
            || Histogram
                .Merged(windows.Select(window => Histogram.FromSparse(window.Histogram)))
                .SupportedPercentileNs(0.5)
                is not { } medianNs
        )
            return null;
        var meanNs = 1e9 * scenario.TotalInFlight / perS;
        return medianNs > Most * meanNs
            ? Note(
                "the median round trip, {median}, is {factor} the mean that the rate implies, {mean}: round trips "
                    + "have two modes, fast and slow, and p50 alone does not describe them",
                Duration("median", medianNs),
                Factor("factor", medianNs / meanNs),
                Duration("mean", meanNs)
            )
            : null;
    }
}
