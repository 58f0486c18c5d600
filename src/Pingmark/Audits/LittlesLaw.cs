using System.Globalization;
using Pingmark.Results;

namespace Pingmark.Audits;

/// <summary>
/// In a closed loop, rate x mean round trip = messages in flight (J. D. C. Little, 1961). The product may be smaller, for a slot is empty between an answer
/// and the next send; if it is larger, or far smaller, rate or round trip is wrong.
/// </summary>
internal sealed class LittlesLaw : IAudit
{
    private const double Smallest = 0.75, Largest = 1.05;

    public Note? Judge(CellEvidence evidence)
    {
        var inFlight = evidence.Cell.Scenario.TotalInFlight;
        var shares = evidence.Ok.Select(r => r.Unbroken!).Where(s => s.Received > 20 * inFlight && s.Lost == 0)
            .Select(s => s.ThroughputPerS * Metrics.RttMeanNs(s)!.Value / 1e9 / inFlight).ToList();
        if (shares.Count == 0 || shares.Average() is >= Smallest and <= Largest)
            return null;
        return new("littles-law", shares.Average() > Largest ? "invalid" : "warning", string.Create(CultureInfo.InvariantCulture,
            $"rate x mean round trip gives {shares.Average() * inFlight:0.##} messages in flight, not {inFlight} (Little's law): {(shares.Average() > Largest ? "a figure is wrong" : "slots were idle part of the time")}"));
    }
}
