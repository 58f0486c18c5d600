using Pingmark.Checks.Trials;
using Pingmark.Model;

namespace Pingmark.Checks;

/// <summary>How much of the machine processes outside of the run had while continuous windows were measured; checks of
/// every scope take it from here.</summary>
internal static class OutsidersShare
{
    /// <summary>The limits for others' share of the cores' time where a machine is judged.</summary>
    public static readonly Limits OfCores = new(0.02, MachineNoise.MostForeignShare);

    /// <summary>The uncertainty of the time in /proc/stat, which counts in ticks of 10 ms a core.</summary>
    private const double ResolutionNs = 40_000_000;

    /// <summary>The share of the cores' time in the continuous window that neither side nor the controller used;
    /// because of ticks it may be a little below 0. Null where it is not known.</summary>
    public static double? OfCoreTime(TrialRecord trial) =>
        trial.Unbroken is { DurationNs: > 0 } unbroken
        && CpuNs(unbroken) is { } othersNs
        && CoreTimeNs(trial) is { } timeNs
            ? othersNs / timeNs
            : null;

    /// <summary>The share that they had at least: on a machine with more cores than the trial's they may have had the
    /// others first. Null where it is not known, or too little for the clock.</summary>
    public static double? LeastOfCoreTime(TrialRecord trial) =>
        OfCoreTime(trial) is { } share
        && share * CoreTimeNs(trial) > ResolutionNs
        && SideFigures.CoresOfBoth(trial) is { } cores
            ? share - (double)((trial.Unbroken!.Host!.Cores ?? cores) - cores) / cores
            : null;

    /// <summary>The share over all continuous windows of some trials; null where it is known of none.</summary>
    public static double? OfCoreTime(IEnumerable<TrialRecord> trials)
    {
        var known = trials.Where(trial => OfCoreTime(trial) is not null).ToList();
        return known.Count == 0
            ? null
            : known.Sum(trial => OfCoreTime(trial) * CoreTimeNs(trial)) / known.Sum(CoreTimeNs);
    }

    /// <summary>CPU time of processes that are not measured, in ns; because of ticks it may be a little below 0. Null
    /// where it is not known.</summary>
    public static long? CpuNs(CountedWindow window) =>
        window is { Host: { } host, Server: { } server, Client: { } client }
            ? host.OfThreadsNs - server.CpuNs - client.CpuNs - window.ControllerCpuNs
            : null;

    private static double? CoreTimeNs(TrialRecord trial) =>
        SideFigures.CoresOfBoth(trial) is { } cores ? (double)cores * trial.Unbroken!.UsedInNs : null;
}
