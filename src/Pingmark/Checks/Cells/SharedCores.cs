using System.Globalization;
using Pingmark.Evidence;
using Pingmark.Model;
using Pingmark.Schema;

namespace Pingmark.Checks.Cells;

/// <summary>Finds cells whose server and client share cores and so take time from each other. Hyper-threads of one core
/// are found by <c>Machines.SiblingThreads</c>, while the machine can be asked. Of sides that are one process by design
/// it compares throughput x latency with the threads that are busy, as "How fast are Java sockets" does.</summary>
internal sealed class SharedCores()
    : CellCheck(
        "shared-cores",
        "Server and client share cores, so that each one's cost is in the other's figures. Where they are one process "
            + "by design, it is a note: CPU time, memory and collections are of both.",
        "Pin them to cores of their own (pin.server, pin.client). In one process, throughput x round trip below the "
            + "number of threads means that they wait.",
        inAnswer: "server and client share cores: with cores of their own ratios may differ"
    )
{
    /// <summary>How far the busy threads may be from the number of threads, for each thread.</summary>
    private const double Tolerance = 0.1;

    protected override Finding? FindOne(CellEvidence evidence)
    {
        if (evidence.Cell.Scenario.PairThreads is { } threads)
            return OfOneProcess(evidence, threads);
        var trial = evidence.Ok[0];
        return trial.SharesCores
            ? Warning(
                "server ({server}) and client ({client}) share cores: each one's cost is in the other's figures; pin "
                    + "them to cores of their own (pin.server, pin.client)",
                Named("server", trial.ServerCpus),
                Named("client", trial.ClientCpus)
            )
            : null;
    }

    private Finding OfOneProcess(CellEvidence evidence, int threads)
    {
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
