using Pingmark.Formatting;
using Pingmark.Model;

namespace Pingmark.Checks;

/// <summary>Checks that CPU time is conserved: a side's cost of a message times the rate can't exceed its cores, and
/// who had the cores has to add up to the time that there was. Counts that only grow can't become less.</summary>
internal sealed class Conservation()
    : TrialCheck(
        "conservation",
        "A side's CPU time per message times the rate exceeds its cores, or a total became less. It is a warning "
            + "where the cores' users add up to 5 % too much.",
        "Report a fault of the worker or of Pingmark."
    )
{
    private const double Tolerance = 1.05;

    /// <summary>How far apart the CPU clocks and the time are read at most, added for both ends of a window.</summary>
    private const long BothReadingsNs = 100_000;

    /// <summary>How late the CPU clock of another process may be: a running thread's is renewed at each tick, 250 a
    /// second in most kernels.</summary>
    private const long TickNs = 4_000_000;

    /// <summary>How many standard deviations of the difference of two clocks are allowed, each late by anything up to a
    /// tick.</summary>
    private const double ClockDeviations = 3;

    /// <summary>How far the account of the cores may exceed the time that there was, and the uncertainty of /proc/stat,
    /// which counts in ticks of 10 ms a core.</summary>
    private const double AllowedExcess = 0.05,
        ResolutionNs = 20_000_000;

    protected override Finding? FindOne(MeasuredTrial it) =>
        SideFigures.FromTrial(it.Trial).Select(side => Judge(side, it)).OfType<Finding>().FirstOrDefault()
        ?? OfAccount(it.Trial);

    private Finding? OfAccount(TrialRecord trial) =>
        trial is { OnTwoMachines: false, Unbroken: { AccountedNs: > 0 } window }
        && CpuAccount.FromWindows([window]) is { } account
        && account.Excess() > AllowedExcess + ResolutionNs / window.AccountedNs
            ? Warning(
                "who had the cores adds up to {sum} of the time that there was: costs are too high by as much",
                Share("sum", 1 + account.Excess())
            )
            : null;

    private Finding? Judge(SideFigures side, MeasuredTrial it)
    {
        if (Negative(side) is { } what)
            return Withheld(
                "the {side}'s {what} became less while it was measured",
                Named("side", side.Name),
                Named("what", what)
            );
        // Waiting for what is lost costs a spinning side time in which no message flows.
        if (side is not { Cost.CpuNsPerMessage: { } cost, Cores: { } cores } || side.Window.Lost > 0)
            return null;
        var used = cost * side.Window.ThroughputPerS / 1e9;
        return used > (Tolerance + UncertainShare(it.Trial, side.Window, it.Scenario)) * cores
            ? Withheld(
                "the {side}'s CPU time a message ({cost}) times the rate ({rate}) is {used} cores, and it has {cores}: "
                    + "time was charged to messages that did not need it",
                Named("side", side.Name),
                Duration("cost", cost),
                new Quantity("rate", side.Window.ThroughputPerS, NumberText.Rate),
                new Quantity("used", used, NumberText.Number),
                Count("cores", cores)
            )
            : null;
    }

    /// <summary>The share of a window that is uncertain at its edges: what is read late, and messages that are served
    /// in part before it and in part after it. How late clocks are at one edge says nothing about the next.</summary>
    private static double UncertainShare(TrialRecord trial, CountedWindow window, Scenario scenario)
    {
        var windows = ReferenceEquals(window, trial.Slices) ? Math.Max(1, trial.SliceRatesPerS.Count) : 1;
        var underWay = (double)scenario.TotalInFlight;
        return windows * (BothReadingsNs / (double)window.DurationNs + underWay / window.Received)
            + ClockDeviations * TickNs * Math.Sqrt(windows / 6.0) / window.DurationNs;
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

/// <summary>One side's figures of one window.</summary>
/// <param name="Cores">How many cores the side may use; null where that is not known, as of another machine.</param>
internal sealed record SideFigures(string Name, CountedWindow Window, Usage? Usage, SideCost? Cost, int? Cores)
{
    public static IEnumerable<SideFigures> FromTrial(TrialRecord trial) =>
        new[] { trial.Slices, trial.Unbroken }
            .OfType<CountedWindow>()
            .SelectMany(window =>
                new[]
                {
                    new SideFigures("server", window, window.Server, window.ServerCost, Count(trial.ServerCpus)),
                    new SideFigures("client", window, window.Client, window.ClientCost, Count(trial.ClientCpus)),
                }
            );

    /// <summary>How many cores a trial ran on in all; null where that is not known.</summary>
    public static int? CoresOfBoth(TrialRecord trial) =>
        trial.ServerCpus.Length == 0 || trial.ClientCpus.Length == 0 ? null
        : trial.OnTwoMachines ? Count(trial.ServerCpus) + Count(trial.ClientCpus)
        : CoreList.Parse(trial.ServerCpus).Union(CoreList.Parse(trial.ClientCpus)).Count();

    private static int? Count(string cpus) => cpus.Length == 0 ? null : CoreList.Parse(cpus).Distinct().Count();
}
