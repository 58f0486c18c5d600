using Pingmark.Checks.Trials;
using Pingmark.Evidence;
using Pingmark.Model;

namespace Pingmark.Checks;

/// <summary>How much of the machine processes outside of the run had; checks of every scope take it, and its limits,
/// from here.</summary>
internal static class OutsidersShare
{
    /// <summary>The limits for others' share of the cores' time. Slices that alternate share it, so it widens intervals
    /// and leaves ratios as they are; where others had most of the machine nothing was measured.</summary>
    public static readonly Limits OfCores = new(0.02, 0.05, 0.75);

    /// <summary>The limits for others' share of the time in which a side's busiest thread was ready to run, and for the
    /// share of slices in which it waited for more than <see cref="RunQueue.Felt"/> of that time. One core of many can
    /// be all that a thread has, so this tells more about a figure than the share of all cores, and has other
    /// limits.</summary>
    public static readonly Limits OfWaiting = new(Limits.Never, RunQueue.Felt, 1.0 / 3);

    /// <summary>The share of crowded trials beyond which the run as a whole is crowded.</summary>
    private const double OfTrials = 1.0 / 3;

    public static bool IsTheRule(int trials, int all) => trials > OfTrials * all;

    /// <summary>Whether a cell's figures rest on trials in which its threads waited for others.</summary>
    public static bool IsCrowded(CellEvidence cell) =>
        IsTheRule(cell.Ok.Count(trial => WaitingIn(trial) > FindingSeverity.Ok), cell.Ok.Count);

    /// <summary>The share of the cores' time in the continuous window that neither side nor the controller used;
    /// because of ticks it may be a little below 0. Null where it is not known.</summary>
    public static double? OfCoreTime(TrialRecord trial) =>
        trial.Unbroken is { DurationNs: > 0 } unbroken
        && CpuNs(unbroken) is { } othersNs
        && CoreTimeNs(trial) is { } timeNs
            ? othersNs / timeNs
            : null;

    /// <summary>CPU time of processes that are not measured, in ns; because of ticks it may be a little below 0. Null
    /// where it is not known.</summary>
    public static long? CpuNs(CountedWindow window) =>
        window is { Host: { } host, Server: { } server, Client: { } client }
            ? host.OfThreadsNs - server.CpuNs - client.CpuNs - window.ControllerCpuNs
            : null;

    public static double? CoreTimeNs(TrialRecord trial) =>
        SideFigures.CoresOfBoth(trial) is { } cores ? (double)cores * trial.Unbroken!.UsedInNs : null;

    /// <summary>The share of time that the busiest thread of each side waited for its core while neither side ran on
    /// it, and, without a side, the share of slices in which one did.</summary>
    public static IEnumerable<(string? Side, double Share)> OfWaitingIn(TrialRecord trial)
    {
        if (trial.Unbroken is not { DurationNs: > 0 } unbroken)
            yield break;
        var shared = trial.SharesCores;
        if (OfTime(unbroken.Server, unbroken.Client) is { } ofServer)
            yield return ("server", ofServer);
        if (OfTime(unbroken.Client, unbroken.Server) is { } ofClient)
            yield return ("client", ofClient);
        yield return (null, (double)trial.CrowdedSlices / Math.Max(1, trial.SliceRatesPerS.Count));

        double? OfTime(Usage? own, Usage? other) =>
            own is { BusiestThreadRunQueueDelayNs: { } delay, BusiestThreadCpuNs: { } busiest }
                ? (double)RunQueue.OutsidersNs(delay, busiest, own.CpuNs, shared ? other?.CpuNs ?? 0 : 0)
                    / unbroken.UsedInNs
                : null;
    }

    /// <summary>The severity of the worst of these shares.</summary>
    public static FindingSeverity WaitingIn(TrialRecord trial) =>
        OfWaitingIn(trial).Select(one => OfWaiting.SeverityOf(one.Share)).DefaultIfEmpty(FindingSeverity.Ok).Max();
}
