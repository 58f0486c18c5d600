using System.Globalization;
using Pingmark.Evidence;
using Pingmark.Model;
using Pingmark.Schema;

namespace Pingmark.Checks.Cells;

/// <summary>Notes that both sides are one process: compares throughput x latency with the threads that are busy, as
/// "How fast are Java sockets" computes it, and tells whose the costs are.</summary>
internal sealed class OneProcess()
    : CellCheck(
        "one-process",
        "Both sides are one process, so that CPU time, memory and collections are of both.",
        "Nothing is wrong; where throughput x round trip is less than the threads, they wait."
    )
{
    /// <summary>How far the busy threads may be from the number of threads, for each thread.</summary>
    private const double Tolerance = 0.1;

    protected override Finding? FindOne(CellEvidence evidence)
    {
        if (evidence.Cell.Scenario.PairThreads is not { } threads)
            return null;
        var windows = evidence.Ok.Select(trial => trial.Unbroken).OfType<CountedWindow>().ToList();
        var product = windows.Average(s => s.ThroughputPerS * Metric.Mean.Estimation.ValueOf(s) / 1e9);
        var busy = windows.Average(Metric.Busy.Estimation.ValueOf);
        var isBusy = busy is { } found && Math.Abs(found - threads) <= Tolerance * threads;
        return Note(
            $"both sides are one process with {threads} {(threads == 1 ? "thread" : "threads")}: throughput x mean "
                + "round trip = {product}, busy threads = {busy} by CPU time"
                + (isBusy || busy is null ? "" : $", not {threads}: who waits is not busy")
                + "; CPU time, memory and collections are of both sides, in the client's columns",
            Cores("product", product),
            Cores("busy", busy)
        );
    }

    private static NamedValue Cores(string name, double? cores) =>
        cores is { } known
            ? new Quantity(name, known, number => number.ToString("0.00", CultureInfo.InvariantCulture))
            : Named(name, "unknown");
}
