using System.Globalization;
using Pingmark.Evidence;
using Pingmark.Model;
using Pingmark.Vocabulary;

namespace Pingmark.Audits;

/// <summary>
/// In a closed loop rate x mean round trip is the number of messages in flight (J. D. C. Little, 1961). A message is
/// sent with the clock reading of the answer before it, so this is arithmetic and proves no speed: it tells slots that
/// were idle, for the product is smaller then, and counts that don't fit their times. It may be larger by what the
/// window's last messages took beyond its end.
/// </summary>
internal sealed class LittlesLaw : IAudit
{
    private const double Smallest = 0.75,
        Largest = 1.05;

    public Note? Judge(CellEvidence evidence)
    {
        if (evidence.Cell.Scenario.RatePerS is not null)
            return null;
        var inFlight = evidence.Cell.Scenario.TotalInFlight;
        var stretches = evidence
            .Ok.Select(r => r.Unbroken!)
            .Where(s => s.Received > 20 * inFlight && s.Lost == 0 && Metric.Mean.Estimation.OfStretch(s) is not null)
            .ToList();
        if (stretches.Count == 0)
            return null;
        var share = stretches.Average(s =>
            s.ThroughputPerS * Metric.Mean.Estimation.OfStretch(s)!.Value / 1e9 / inFlight
        );
        var beyondTheEnd = stretches.Average(s => (double)s.RttMaxNs / s.DurationNs);
        return share switch
        {
            _ when share > Largest + beyondTheEnd => new(
                "littles-law",
                AuditVerdict.Invalid,
                Text(share * inFlight, inFlight, "counts and times do not fit")
            ),
            // A batch waits for its last answer, and a part of a window for its last message.
            < Smallest when evidence.Cell.Scenario is { Batch: null, IsOneWay: false } => new(
                "littles-law",
                AuditVerdict.Warning,
                Text(share * inFlight, inFlight, "slots were idle part of the time")
            ),
            _ => null,
        };
    }

    private static string Text(double found, long inFlight, string meaning) =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"rate x mean round trip gives {found:0.##} messages in flight, not {inFlight} (Little's law): {meaning}"
        );
}
