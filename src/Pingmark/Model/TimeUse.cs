namespace Pingmark.Model;

/// <summary>Where the time of a run goes, in ns.</summary>
/// <param name="StartsNs">Starting processes, and connecting.</param>
/// <param name="WarmUpsNs">Load that warms cells up.</param>
/// <param name="SlicesNs">Slices that count.</param>
/// <param name="RepeatsNs">Slices that were measured again.</param>
/// <param name="WindowsNs">Continuous windows.</param>
/// <param name="RestsNs">All else: requests, pauses, load that settles, and the ends of processes.</param>
public sealed record TimeUse(long StartsNs, long WarmUpsNs, long SlicesNs, long RepeatsNs, long WindowsNs, long RestsNs)
{
    /// <summary>Divides the time of a run.</summary>
    /// <param name="allNs">How long the run, or what is planned of it, takes.</param>
    public static TimeUse Create(
        long allNs,
        long startsNs,
        long warmUpsNs,
        long slicesNs,
        long windowsNs,
        long repeatsNs = 0
    ) =>
        new(
            startsNs,
            warmUpsNs,
            slicesNs,
            repeatsNs,
            windowsNs,
            Math.Max(0, allNs - startsNs - warmUpsNs - slicesNs - windowsNs - repeatsNs)
        );

    /// <summary>Adds up trials: cells of a block start together, and run one after the other.</summary>
    /// <param name="allNs">How long the run took.</param>
    public static TimeUse FromTrials(IReadOnlyList<TrialRecord> trials, long allNs) =>
        Create(
            allNs,
            trials
                .GroupBy(trial => (trial.Round, trial.Block))
                .Sum(block => block.Max(trial => trial.Timeline?.ConnectedAtNs ?? 0)),
            trials.Sum(trial => trial.WarmUp?.DurationNs ?? 0),
            trials.Sum(trial => trial.Slices?.DurationNs ?? 0),
            trials.Sum(trial => trial.Unbroken?.DurationNs ?? 0),
            trials.Sum(GetRepeatsNs)
        );

    private static long GetRepeatsNs(TrialRecord trial) =>
        trial is { Slices: { } slices, SliceRatesPerS.Count: > 0 and var count }
            ? slices.DurationNs / count * trial.RepeatedSlices
            : 0;
}
