using Pingmark.Model;
using Pingmark.Statistics;

namespace Pingmark.Capacity;

/// <summary>Holds windows against the objectives.</summary>
internal sealed class WindowJudge(CapacitySettings settings)
{
    /// <summary>A margin that is on the right side of the limit for sure: what met the objective must not look as if it
    /// missed it, however few messages there were.</summary>
    private const double MinMargin = 0.02;

    public IReadOnlyList<ObjectiveValue> Values(CountedWindow window) =>
        [
            .. settings.Objectives.Select(objective =>
            {
                var value = Value(objective, window);
                return new ObjectiveValue(
                    objective.Text,
                    double.IsPositiveInfinity(value) ? null : value,
                    objective.IsMetBy(value)
                );
            }),
        ];

    /// <summary>What a step says of its load; null where it has no window.</summary>
    public LoadAnswer? Answer(CapacityStep step) =>
        step.Window is { } window
            ? new(step.Offered, settings.Objectives.Max(one => Margin(one, window)), step.ClientBound is not null)
            {
                Excess = settings.Objectives.Max(one => Excess(one, window)),
                Unseen = LimitNs / Math.Max(1, window.DurationNs),
            }
            : null;

    /// <summary>The longest time that an objective limits, in ns; 0 where none does.</summary>
    private double LimitNs => settings.Objectives.Max(one => one.Percentile is null ? one.LateAfterNs ?? 0 : one.Limit);

    /// <summary>The share of values beyond an objective's limit, as a multiple of the share that may be.</summary>
    private double Excess(Objective objective, CountedWindow window)
    {
        var (share, allowed) = objective.Percentile is { } percentile
            ? (Sources(window).Max(source => ShareAbove(objective.Limit, source)), 1 - percentile)
            : (Value(objective, window), objective.Limit);
        return allowed > 0 ? share / allowed
            : share > 0 ? LoadAnswer.MostExcess
            : 0;
    }

    /// <summary>The objective that a window is farthest beyond; null where it meets all.</summary>
    public Objective? Worst(CountedWindow window) =>
        settings.Objectives.Where(one => !one.IsMetBy(Value(one, window))).MaxBy(one => Margin(one, window));

    private double Margin(Objective objective, CountedWindow window)
    {
        var value = Value(objective, window);
        var margin =
            objective.Quantity == ObjectiveQuantity.Percentile
                ? Math.Log(Math.Max(1, value) / objective.Limit)
                : ShareMargin(objective, value, window);
        return objective.IsMetBy(value) ? Math.Min(margin, -MinMargin) : Math.Max(margin, MinMargin);
    }

    /// <summary>Shares as logits, with half a message more than there were: none of few is not nothing.</summary>
    private static double ShareMargin(Objective objective, double share, CountedWindow window)
    {
        var due = Math.Max(1, Due(window));
        var most = 1 - 0.5 / (due + 1.0);
        return Logit(Math.Min(most, (share * due + 0.5) / (due + 1)))
            - Logit(Math.Max(0.5 / (due + 1), objective.Limit));
    }

    private static double Logit(double share) => Math.Log(share / (1 - share));

    private double Value(Objective objective, CountedWindow window) =>
        objective.Quantity switch
        {
            ObjectiveQuantity.Percentile => Sources(window)
                .Max(source => Percentile(objective.Percentile!.Value, source)),
            ObjectiveQuantity.Lost => Math.Max(Share(Missing(window), Due(window)), LostSnapshots(window)),
            _ => ShareLate(objective.LateAfterNs!.Value, Sources(window)[^1]),
        };

    /// <summary>Round trips, and players' snapshot lateness, each with the number that never came.</summary>
    private List<(Histogram Times, long Missing)> Sources(CountedWindow window)
    {
        var sources = new List<(Histogram, long)> { (Histogram.FromSparse(window.Histogram), Missing(window)) };
        if (settings.Kind == CapacityKind.Players && window[HistogramKind.SnapshotLateness] is { } lateness)
            sources.Add((Histogram.FromSparse(lateness), window[Counter.SnapshotsLost]));
        return sources;
    }

    /// <summary>What did not come is later than all that did.</summary>
    private static double Percentile(double share, (Histogram Times, long Missing) source)
    {
        var (times, missing) = source;
        var rank = Math.Ceiling(share * (times.Count + missing));
        return times.Count + missing == 0 || rank > times.Count
            ? Objective.Beyond
            : times.PercentileNs(Math.Min(1, rank / times.Count));
    }

    /// <summary>The share beyond a time; all where nothing was due or answered.</summary>
    private static double ShareAbove(double ns, (Histogram Times, long Missing) source)
    {
        var (times, missing) = source;
        var all = times.Count + missing;
        return all > 0 ? (double)(times.CountAbove(ns) + missing) / all : 1;
    }

    private static double ShareLate(long afterNs, (Histogram Times, long Missing) source) =>
        Share(source.Times.CountAbove(afterNs) + source.Missing, source.Times.Count + source.Missing);

    private static long Due(CountedWindow window) => window.Sent + window.Unsent;

    /// <summary>Messages that were due and were not answered, sent or not.</summary>
    public static long Missing(CountedWindow window) => Math.Max(0, Due(window) - window.Received);

    private static double LostSnapshots(CountedWindow window) =>
        Share(window[Counter.SnapshotsLost], window[Counter.SnapshotsDue]);

    private static double Share(double some, double all) => all > 0 ? some / all : 0;
}
