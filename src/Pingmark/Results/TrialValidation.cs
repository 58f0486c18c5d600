using Pingmark.Model;
using Pingmark.Model.Loads;

namespace Pingmark.Results;

/// <summary>Decides which values a trial can have at all; checks judge how well it was measured.</summary>
internal static class TrialValidation
{
    private const int MostRounds = 100_000;
    private const long ShortestSliceNs = 1_000_000;
    private const double MostPerS = 1e12,
        MostShare = 2;

    public static bool IsPossible(Scenario scenario) =>
        scenario
            is {
                Generators: null or > 1,
                Servers: null or > 1,
                PairThreads: null or 1 or 2,
                Connections: > 0,
                InFlight: > 0,
                MessageBytes: >= 0,
                RatePerS: null or > 0,
                Burst: null or > 0,
                Messages: null or > 0,
                LapMessages: null or > 0,
                LostAfterNs: null or >= 0
            }
        && LoadList.Numbers.All(number => scenario[number] is not { } n || n >= number.Least && n <= number.Most)
        && scenario.Replay?.Problem is null
        && (scenario.Network is null || IsPossible(scenario.Network));

    private static bool IsPossible(Network network) =>
        network
            is {
                DelayNs: null or >= 0,
                JitterNs: null or >= 0,
                Loss: null or (>= 0 and <= 1),
                LossBurst: null or > 0,
                LossInBursts: null or (> 0 and <= 1),
                LossBetween: null or (>= 0 and <= 1),
                Duplicate: null or (>= 0 and <= 1),
                Reorder: null or (>= 0 and <= 1),
                RateBitsPerS: null or > 0
            };

    public static bool IsPossible(SuiteSettings settings) =>
        settings
            is {
                DurationNs: > 0,
                WarmUpNs: null or >= 0,
                Rounds: > 0 and <= MostRounds,
                BudgetNs: null or > 0,
                Precision: null or > 0 and < 1,
                SliceNs: >= ShortestSliceNs
            };

    /// <summary>What is wrong with a trial, in words; null where nothing is.</summary>
    public static string? Problem(TrialRecord trial) =>
        !CoreList.IsValid(trial.ServerCpus) || !CoreList.IsValid(trial.ClientCpus) ? "cores are lists such as 0-2,5"
        : trial.Round is < 0 or > MostRounds || trial.Block < 0 ? $"round {trial.Round}, block {trial.Block}"
        : Math.Min(trial.RepeatedSlices, trial.DisturbedSlices) < 0
        || Math.Max(trial.RepeatedSlices, trial.DisturbedSlices) > MostRounds
        || trial.CrowdedSlices < 0
        || trial.CrowdedSlices > trial.SliceRatesPerS.Count
            ? "slices that were repeated or disturbed are a small number"
        : trial.WarmUp is { } warmUp && Math.Min(warmUp.DurationNs, warmUp.Messages) < 0
            ? "warm_up has a negative count"
        : trial.SlicePasses.Count > 0 && !ArePasses(trial.SlicePasses, trial.SliceRatesPerS.Count)
            ? "slice_passes are numbers of passes in their order, one a slice"
        : trial.SliceRatesPerS.Any(rate => rate is < 0 or > MostPerS) ? "slice_rates_per_s are messages a second"
        : trial.Timeline is { } timeline && !IsPossible(timeline, trial.SliceRatesPerS.Count)
            ? "timeline has times below 0, counts below 1, or not one entry a slice"
        : !trial.Samples.All(side => AreCalls(side.Summary.Calls))
            ? "samples have calls without a caller, or more CPU time than there was"
        : trial.Events is { IsConsistent: false } ? "events have not one entry an event, or times below 0"
        : Problem("slices", trial.Slices) ?? Problem("unbroken", trial.Unbroken) ?? ProblemOfParts(trial);

    private static string? ProblemOfParts(TrialRecord trial) =>
        trial.Parts is not { } parts || trial.Slices is { } all && parts.Matches(trial.SliceRatesPerS.Count, all)
            ? null
            : "parts have negative counts, not one entry a slice, or not the sums of slices";

    private static bool ArePasses(IReadOnlyList<int> passes, int slices) =>
        passes.Count == slices && passes[0] >= 0 && passes.Zip(passes.Skip(1)).All(next => next.First <= next.Second);

    /// <summary>Whether each call stands behind its caller.</summary>
    private static bool AreCalls(IReadOnlyList<CallShare> calls)
    {
        var deepest = 0;
        foreach (var call in calls)
        {
            if (call.Depth < 0 || call.Depth > deepest || call.Share is < 0 or > MostShare)
                return false;
            deepest = call.Depth + 1;
        }
        return true;
    }

    private static bool IsPossible(Timeline timeline, int slices) =>
        timeline.SliceEndedAtNs.Count == slices
        && timeline.SliceRttP50Ns.Count == slices
        && timeline.SliceRttP99Ns.Count == slices
        && timeline.SliceTries.Count == slices
        && timeline
            .SliceEndedAtNs.Concat([timeline.UnbrokenEndedAtNs ?? 0, timeline.ConnectedAtNs ?? 0])
            .All(at => at >= 0)
        && timeline.SliceRttP50Ns.Concat(timeline.SliceRttP99Ns).All(ns => ns is null or >= 0)
        && timeline.SliceTries.All(tries => tries is > 0 and <= MostRounds)
        && (timeline.Windows ?? []).All(span =>
            span.FromNs >= 0
            && span.ToNs >= span.FromNs
            && span.RatePerS is >= 0 and <= MostPerS
            && span is { RttP50Ns: null or >= 0, RttP99Ns: null or >= 0 }
        )
        && timeline.Collections.All(span => span.FromNs >= 0 && span.ToNs >= span.FromNs && span.Count > 0);

    private static string? Problem(string name, CountedWindow? window) =>
        window is null ? null
        : window.DurationNs <= 0 ? $"{name}.duration_ns is {window.DurationNs}"
        : Counts(window).Any(count => count < 0) ? $"{name} has a negative count"
        : !window.Histograms.Values.All(Histogram.IsSparse) ? $"{name} has a histogram that is malformed"
        : window.LapsNs.Any(lap => lap < 0) ? $"{name}.laps_ns are durations"
        : Contradictions.Find(window.AsMeasurement()) is { } contradiction ? $"{name}: {contradiction}"
        : null;

    private static long[] Counts(CountedWindow window) =>
        [
            .. window.Counts.Values,
            window.AccountedNs,
            window.Host?.Throttling?.Periods ?? 0,
            window.Host?.Throttling?.ThrottledPeriods ?? 0,
            .. window.Generators is { } generators
                ? new[]
                {
                    generators.Asked,
                    generators.StartSkewNs,
                    generators.ClockErrorNs,
                    generators.LeastReceived,
                    generators.MostReceived,
                }
                : [],
            .. window.Network is { } network ? Counts(network) : [],
        ];

    private static long[] Counts(NetworkUse network) =>
        [
            network.Packets,
            network.Bytes,
            network.Lost,
            network.Duplicated,
            network.Reordered,
            network.Overflowed,
            network.Delivered,
            network.LatePackets,
            network.MostLateNs,
            network.CpuNs,
        ];
}
