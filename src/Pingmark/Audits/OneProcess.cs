using System.Globalization;
using Pingmark.Evidence;
using Pingmark.Model;
using Pingmark.Vocabulary;

namespace Pingmark.Audits;

/// <summary>Of both sides in one process: throughput x latency against the threads that are busy, as "How fast are Java
/// sockets" computes it, and whose the cost is.</summary>
internal sealed class OneProcess : IAudit
{
    /// <summary>For each thread.</summary>
    private const double Tolerance = 0.1;

    public Note? Judge(CellEvidence evidence)
    {
        if (evidence.Cell.Scenario.PairThreads is not { } threads)
            return null;
        var stretches = evidence.Ok.Select(trial => trial.Unbroken).OfType<Stretch>().ToList();
        var product = Average(
            stretches.Select(s => s.ThroughputPerS * Metric.Mean.Estimation.OfStretch(s) / 1e9).ToList()
        );
        var busy = Average(stretches.Select(Metric.Busy.Estimation.OfStretch).ToList());
        var isBusy = busy is { } found && Math.Abs(found - threads) <= Tolerance * threads;
        return new(
            "one-process",
            AuditVerdict.Note,
            $"both sides are one process with {threads} {(threads == 1 ? "thread" : "threads")}: throughput x mean "
                + $"round trip = {Shown(product)}, busy threads = {Shown(busy)} by CPU time"
                + (isBusy || busy is null ? "" : $", not {threads}: who waits is not busy")
                + "; CPU time, memory and collections are of both sides, in the client's columns"
        );
    }

    private static double? Average(IReadOnlyList<double?> values) => values.Average();

    private static string Shown(double? value) => value?.ToString("0.00", CultureInfo.InvariantCulture) ?? "unknown";
}
