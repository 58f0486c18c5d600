using Pingmark.Model;

namespace Pingmark.Checks.Trials;

/// <summary>Finds round trips shorter than two clock readings allow: a mean or a median below that was not measured,
/// whatever the load.</summary>
internal sealed class ShortestRoundTrip()
    : TrialCheck(
        "shortest-round-trip",
        "The typical round trip is told as less than what reading a clock takes.",
        "Report it as a fault of the worker: such round trips were not measured."
    )
{
    /// <summary>The least time of a round trip in ns. One reading of the clock costs 15 to 25 ns (<c>pingmark
    /// timers</c>), and a message between two cores more.</summary>
    private const double LeastNs = 10;

    protected override Finding? FindOne(MeasuredTrial it) =>
        new[] { it.Trial.Unbroken, it.Trial.Slices }
            .OfType<CountedWindow>()
            .Where(window => window.RttMeanNs is not null)
            .Select(window =>
                Math.Min(window.RttMeanNs!.Value, Histogram.FromSparse(window.Histogram).PercentileNs(0.5))
            )
            .Where(typical => typical < LeastNs)
            .Select(typical =>
                Withheld(
                    "the typical round trip is told as {typical}, less than reading a clock takes: no message was that "
                        + "fast; report it as a fault of the worker",
                    Duration("typical", typical)
                )
            )
            .FirstOrDefault();
}
