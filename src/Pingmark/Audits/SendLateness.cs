using Pingmark.Evidence;
using Pingmark.Model;
using Pingmark.Wording;

namespace Pingmark.Audits;

/// <summary>At a rate a round trip counts from the intended time: where messages left late, much of it is the client's
/// own, or that of a full set of slots.</summary>
internal sealed class SendLateness : IAudit
{
    private const double Dominates = 0.5;

    public Note? Judge(CellEvidence evidence)
    {
        var stretches = evidence
            .Ok.Select(r => r.Unbroken!)
            .Where(s => s[HistogramKind.SendLateness] is not null)
            .ToList();
        if (
            Tail(stretches, s => s[HistogramKind.SendLateness]!) is not { } lateness
            || Tail(stretches, s => s.Histogram) is not { } rtt
            || lateness <= Dominates * rtt
        )
            return null;
        // What takes snapshots waits.
        var other = evidence.Cell.Scenario.IsTick ? "another client" : "a client that spins";
        return new(
            "client-late",
            AuditVerdict.Warning,
            $"p99 of the send lateness is {NumberText.Duration(lateness)}, more than half of the p99 "
                + $"round trip: the client was late, or all {evidence.Cell.Scenario.InFlight} slots of a "
                + $"connection were taken; {other} (client: reference) or a larger in_flight tells which"
        );
    }

    private static double? Tail(IReadOnlyList<Stretch> stretches, Func<Stretch, long[]> counts) =>
        Histogram.Merged(stretches.Select(counts).Select(Histogram.FromSparse)).SupportedPercentileNs(0.99);
}
