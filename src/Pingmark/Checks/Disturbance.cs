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
    private const double Half = 0.5;

    /// <summary>The share of the cores' time, and of the wanted CPU time that a hypervisor keeps, beyond which all of a
    /// trial counts as disturbed: threads that others keep awake answer sooner, and wait for nobody.</summary>
    private const double MostOfCores = 1.0 / 3,
        MostStolen = 0.25;

    public double Share => All == 0 ? 0 : (double)Disturbed / All;

    public bool IsNoisy => Share > Half;

    public static Disturbance In(CellEvidence cell) => In([.. cell.Judged.Select(judged => judged.Trial)]);

    /// <param name="trials">Trials that were measured to their end.</param>
    public static Disturbance In(IReadOnlyList<TrialRecord> trials) =>
        new(
            trials.Sum(DisturbedIn),
            trials.Sum(PartsOf),
            trials.Any(trial => trial.SliceRatesPerS.Count > 0) ? "slices" : "windows"
        );

    private static int PartsOf(TrialRecord trial) => Math.Max(1, trial.SliceRatesPerS.Count);

    private static int DisturbedIn(TrialRecord trial) =>
        HadTheMachine(trial) || trial.SliceRatesPerS.Count == 0 && IsWindowDisturbed(trial, trial.Unbroken!)
            ? PartsOf(trial)
            : trial.CrowdedSlices;

    private static bool HadTheMachine(TrialRecord trial) =>
        OutsidersShare.LeastOfCoreTime(trial) > MostOfCores
        || trial.Unbroken!.Host is { } host && StolenShare.Compute([host]) > MostStolen;

    /// <summary>Whether a side waited for others as long as a crowded slice does, or for so long that the client sent
    /// nothing.</summary>
    private static bool IsWindowDisturbed(TrialRecord trial, CountedWindow window) =>
        window.RepeatedWindows > 0 || RunQueue.OutsidersShare(window, trial.SharesCores) > RunQueue.Felt;
}
