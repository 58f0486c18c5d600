using Pingmark.Model;

namespace Pingmark.Checks.Trials;

/// <summary>
/// CPU time is conserved: a side can't use more than its cores, so its cost a message times the rate can't exceed them.
/// Where it does, time that no message needed was charged to them. What grows can't have become less, either.
/// </summary>
internal sealed class Conservation()
    : TrialCheck(
        "conservation",
        "A side's CPU time a message times the rate is more than its cores have, or a count that can only grow became "
            + "less: time was charged to messages that did not need it.",
        "Report it as a fault of the worker or of Pingmark; the trial's costs are wrong."
    )
{
    private const double Tolerance = 1.05;

    /// <summary>CPU clocks and the time are read at one moment, or so far apart at most; at both ends of a
    /// window.</summary>
    private const long BothReadingsNs = 100_000;

    /// <summary>Another process's clock tells what a thread had used when the kernel looked at it last: of one that
    /// runs all the while that is the last tick, and most kernels have 250 a second.</summary>
    private const long TickNs = 4_000_000;

    /// <summary>Standard deviations of the difference of two clocks that are late by anything up to a tick.</summary>
    private const double Deviations = 3;

    protected override Finding? FindOne(MeasuredTrial it) =>
        SideFigures.Of(it.Trial).Select(side => Judge(side, it)).OfType<Finding>().FirstOrDefault();

    private Finding? Judge(SideFigures side, MeasuredTrial it)
    {
        if (Negative(side) is { } what)
            return Withheld(
                "the {side}'s {what} became less while it was measured",
                Named("side", side.Name),
                Named("what", what)
            );
        // Waiting for what is lost costs a spinning side time in which no message flows.
        if (side is not { Cost.CpuNsPerMessage: { } cost, Cores: { } cores } || side.Stretch.Lost > 0)
            return null;
        var used = cost * side.Stretch.ThroughputPerS / 1e9;
        return used > (Tolerance + Unknown(it.Trial, side.Stretch, it.Scenario)) * cores
            ? Withheld(
                "the {side}'s CPU time a message ({cost}) times the rate ({rate}) is {used} cores, and it has {cores}: "
                    + "time was charged to messages that did not need it",
                Named("side", side.Name),
                Duration("cost", cost),
                Rate("rate", side.Stretch.ThroughputPerS),
                Number("used", used),
                Count("cores", cores)
            )
            : null;
    }

    /// <summary>The share of a window that its edges leave open: what is read late, and the messages that are served
    /// in part before it and in part after it. How late clocks are at one edge says nothing of the next.</summary>
    private static double Unknown(TrialRecord trial, CountedWindow stretch, Scenario scenario)
    {
        var windows = ReferenceEquals(stretch, trial.Slices) ? Math.Max(1, trial.SliceRatesPerS.Count) : 1;
        var underWay = (double)scenario.TotalInFlight;
        return windows * (BothReadingsNs / (double)stretch.DurationNs + underWay / stretch.Received)
            + Deviations * TickNs * Math.Sqrt(windows / 6.0) / stretch.DurationNs;
    }

    private static string? Negative(SideFigures side) =>
        side.Cost is { CpuNs: < 0 } || side.Usage is { CpuNs: < 0 } ? "CPU time"
        : side.Usage is not { } used ? null
        : used.Messages < 0 ? "count of messages"
        : used.ContextSwitches < 0 ? "count of context switches"
        : used.GcCount < 0 || used.GcPauseNs < 0 ? "account of collections"
        : used.AllocatedBytes < 0 ? "count of allocated bytes"
        : null;
}
