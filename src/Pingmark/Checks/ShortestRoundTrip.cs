using Pingmark.Model;
using Pingmark.Wording;

namespace Pingmark.Checks;

/// <summary>Between the two clock readings of a round trip there is at least the way out of the first one and into the
/// second: a mean or a median below that was not measured, whatever the load.</summary>
internal sealed class ShortestRoundTrip : ITrialAudit
{
    /// <summary>One reading of the clock costs 15 to 25 ns (<c>pingmark timers</c>), and a message between two cores
    /// more.</summary>
    private const double LeastNs = 10;

    public Note? Judge(TrialRecord trial, Cell cell) =>
        new[] { trial.Unbroken, trial.Slices }
            .OfType<Stretch>()
            .Where(stretch => stretch.RttMeanNs is not null)
            .Select(stretch =>
                Math.Min(stretch.RttMeanNs!.Value, Histogram.FromSparse(stretch.Histogram).PercentileNs(0.5))
            )
            .Where(typical => typical < LeastNs)
            .Select(typical => new Note(
                "shortest-round-trip",
                AuditVerdict.Invalid,
                $"the typical round trip is told as {NumberText.Duration(typical)}, less than reading a clock takes"
            ))
            .FirstOrDefault();
}
