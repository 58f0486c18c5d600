using System.Globalization;
using Pingmark.Evidence;
using Pingmark.Model;

namespace Pingmark.Audits;

/// <summary>A server of snapshots keeps its tick rate, and what it sends arrives: each one that was due is accounted
/// for.</summary>
internal sealed class SnapshotsDue : IAudit
{
    /// <summary>Of a stretch and connection: a window cuts two ticks, and a first input has to come before.</summary>
    private const int EdgeTicks = 2;
    private const double Enough = 0.99;
    private const string TooSlow = "the server does not keep up";

    public Note? Judge(CellEvidence evidence)
    {
        if (evidence.Cell.Scenario is not { IsTick: true, SnapshotRateHz: { } rateHz } scenario)
            return null;
        var told = evidence.Ok.Select(r => r.Unbroken!).Where(s => s.Snapshots is not null).ToList();
        if (told.Count == 0)
            return null;
        var (due, lost) = (told.Sum(s => s.Snapshots!.Due), told.Sum(s => s.Snapshots!.Lost));
        var expected = told.Sum(s => s.DurationNs / 1e9 * rateHz * scenario.Connections);
        var least = Enough * expected - (double)EdgeTicks * scenario.Connections * told.Count;
        var counts = string.Create(
            CultureInfo.InvariantCulture,
            $"{due} snapshots were due for {scenario.Connections} connections: {due - lost} delivered, {lost} lost"
        );
        if (told.Any(s => s.Snapshots!.Lateness is null))
            counts +=
                "; how late they were is not told, for server and clients are on two machines with clocks of "
                + "their own";
        if (due < least)
            return new(
                "snapshots",
                AuditVerdict.Invalid,
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"{counts}; {100 * due / expected:0.#} % of {rateHz} ticks a second was achieved: {TooSlow}"
                )
            );
        return new("snapshots", lost > 0 ? AuditVerdict.Warning : AuditVerdict.Note, counts);
    }
}
