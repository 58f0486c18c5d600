using Pingmark.Evidence;
using Pingmark.Model;

namespace Pingmark.Checks;

/// <summary>In how many slices of some trials others had the cores. A trial without slices counts as one part, its
/// continuous window.</summary>
/// <param name="Parts">What the parts are called: slices, or windows.</param>
internal sealed record Disturbance(int Disturbed, int All, string Parts)
{
    /// <summary>The share beyond which figures are marked. Idle machines stay below 0.12; beside a process that
    /// computes it is 0.97.</summary>
    private const double NoisyShare = 0.5;

    /// <summary>The share of the cores' time, and of the wanted CPU time that a hypervisor keeps, beyond which all of a
    /// trial counts as disturbed: threads that others keep awake answer sooner, and wait for nobody.</summary>
    private const double MaxShareOfCores = 1.0 / 3,
        MaxStolenShare = 0.25;

    public double Share => All == 0 ? 0 : (double)Disturbed / All;

    public bool IsNoisy => Share > NoisyShare;

    /// <summary>How often a quota stopped the processes in the continuous windows, which wait for a core then without
    /// others having it; null where there is none.</summary>
    public Throttling? Throttling { get; private init; }

    public static Disturbance In(CellEvidence cell) => In([.. cell.Judged.Select(judged => judged.Trial)]);

    /// <param name="trials">Trials that were measured to their end.</param>
    public static Disturbance In(IReadOnlyList<TrialRecord> trials) =>
        new(
            trials.Sum(DisturbedIn),
            trials.Sum(PartsOf),
            trials.Any(trial => trial.SliceRatesPerS.Count > 0) ? "slices" : "windows"
        )
        {
            Throttling = Throttling.Sum(trials.Select(trial => trial.Unbroken?.Host?.Throttling)),
        };

    private static int PartsOf(TrialRecord trial) => Math.Max(1, trial.SliceRatesPerS.Count);

    private static int DisturbedIn(TrialRecord trial) =>
        HadTheMachine(trial) || trial.SliceRatesPerS.Count == 0 && IsWindowDisturbed(trial, trial.Unbroken!)
            ? PartsOf(trial)
            : trial.CrowdedSlices;

    private static bool HadTheMachine(TrialRecord trial) =>
        OutsidersShare.LeastOfCoreTime(trial) > MaxShareOfCores
        || trial.Unbroken!.Host is { } host && host.StealNs > MaxStolenShare * (host.StealNs + host.BusyNs);

    /// <summary>Whether a side waited for others as long as a crowded slice does, or for so long that the client sent
    /// nothing.</summary>
    private static bool IsWindowDisturbed(TrialRecord trial, CountedWindow window) =>
        window.RepeatedWindows > 0 || RunQueue.ForeignDelayShare(window, trial.SharesCores) > RunQueue.CrowdedShare;
}

/// <summary>How much of the machine processes outside of the run had while continuous windows were measured.</summary>
internal static class OutsidersShare
{
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
            ? host.ThreadTimeNs - server.CpuNs - client.CpuNs - window.ControllerCpuNs
            : null;

    private static double? CoreTimeNs(TrialRecord trial) =>
        SideFigures.CoresOfBoth(trial) is { } cores ? (double)cores * trial.Unbroken!.UsageDurationNs : null;
}
