using Pingmark.Model;

namespace Pingmark.Results;

/// <summary>What a trial's figures can be at all, whoever wrote them down. Whether they were measured well is for
/// checks and audits.</summary>
internal static class Plausible
{
    private const int MostRounds = 100_000;
    private const double MostPerS = 1e12;

    public static bool Is(Scenario scenario) =>
        scenario
            is {
                Connections: > 0,
                InFlight: > 0,
                Batch: null or > 0,
                Preflood: null or >= 0,
                MessageBytes: >= 0,
                RatePerS: null or > 0,
                Messages: null or > 0,
                LapMessages: null or > 0,
                LostAfterNs: null or >= 0
            };

    /// <summary>What is wrong, in words; null when nothing is.</summary>
    public static string? Problem(TrialRecord trial) =>
        !CoreList.IsValid(trial.ServerCpus) || !CoreList.IsValid(trial.ClientCpus) ? "cores are lists such as 0-2,5"
        : trial.Round is < 0 or > MostRounds || trial.Block < 0 ? $"round {trial.Round}, block {trial.Block}"
        : Math.Min(trial.RepeatedSlices, trial.DisturbedSlices) < 0
        || Math.Max(trial.RepeatedSlices, trial.DisturbedSlices) > MostRounds
            ? "slices that were repeated or disturbed are a small number"
        : trial.WarmUp is { } warmUp && Math.Min(warmUp.DurationNs, warmUp.Messages) < 0
            ? "warm_up has a negative count"
        : trial.SliceRatesPerS.Any(rate => rate is < 0 or > MostPerS) ? "slice_rates_per_s are messages a second"
        : Problem("slices", trial.Slices) ?? Problem("unbroken", trial.Unbroken);

    private static string? Problem(string name, Stretch? stretch) =>
        stretch is null ? null
        : stretch.DurationNs <= 0 ? $"{name}.duration_ns is {stretch.DurationNs}"
        : Counts(stretch).Any(count => count < 0) ? $"{name} has a negative count"
        : !Histogram.IsSparse(stretch.Histogram)
        || stretch.UncorrectedHistogram is { } uncorrected && !Histogram.IsSparse(uncorrected)
        || stretch.SendLatenessHistogram is { } lateness && !Histogram.IsSparse(lateness)
            ? $"{name} has a histogram that is malformed"
        : stretch.LapsNs.Any(lap => lap < 0) ? $"{name}.laps_ns are durations"
        : null;

    private static long[] Counts(Stretch stretch) =>
        [
            stretch.Sent,
            stretch.Received,
            stretch.Lost,
            stretch.Answered,
            stretch.Corrupt,
            stretch.Late,
            stretch.Duplicated,
            stretch.Reordered,
            stretch.SilentConnections,
            stretch.Unsent,
            stretch.RttMaxNs,
            stretch.RttSumNs,
        ];
}
