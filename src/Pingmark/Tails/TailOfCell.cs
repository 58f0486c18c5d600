using Pingmark.Model;

namespace Pingmark.Tails;

/// <summary>Sums up why the slowest messages of a cell were slow.</summary>
public static class TailOfCell
{
    private const int MostWords = 3;

    /// <param name="trials">The trials that count.</param>
    /// <returns>The tail over the trials that were watched and whose client tells its slowest messages; null where
    /// there is none.</returns>
    public static TailSummary? Sum(IEnumerable<TrialRecord> trials)
    {
        var watched = trials
            .Where(trial => trial is { Events: not null, Unbroken.Slowest: not null })
            .Select(trial => (Events: trial.Events!, Window: trial.Unbroken!, Found: Explain(trial)))
            .ToList();
        if (watched.Count == 0)
            return null;
        var found = watched.SelectMany(trial => trial.Found).ToList();
        var watchedNs = watched.Sum(trial => trial.Events.WatchedNs);
        return new(
            watched.Sum(trial => SlowMessage.CountBeyond(trial.Window)),
            found.Count,
            found.Count(one => one.Cause is null),
            Math.Round(watched.Sum(trial => trial.Events.ByChance), 3),
            [
                .. found
                    .Where(one => one.Cause is not null)
                    .GroupBy(one => one.Cause!.Value)
                    .Select(same => CauseOf(same.Key, [.. same], [.. watched.Select(trial => trial.Events)]))
                    .OrderByDescending(cause => cause.Messages),
            ],
            [.. watched.SelectMany(trial => trial.Events.NotObserved).Distinct()],
            watchedNs > 0 ? (double)watched.Sum(trial => trial.Events.ObserverCpuNs) / watchedNs : null
        );
    }

    /// <summary>The messages of a trial beyond p99.9, each with what explains it and the events of that.</summary>
    public static IReadOnlyList<ExplainedMessage> Explain(TrialRecord trial)
    {
        if (trial is not { Events: { } events, Unbroken: { } window })
            return [];
        var causes = new TailCauses(events.Events);
        return
        [
            .. SlowMessage
                .Beyond(window)
                .Select(message => (message, Cause: causes.Explain(message)))
                .Select(one => new ExplainedMessage(
                    one.message,
                    one.Cause,
                    one.Cause is { } cause ? [.. causes.EventsOf(cause, one.message)] : []
                )),
        ];
    }

    private static TailCause CauseOf(EventCause cause, List<ExplainedMessage> messages, List<TrialEvents> trials)
    {
        var events = messages.SelectMany(message => message.Events).Distinct().ToList();
        return new(
            cause.Kind.Key,
            cause.Side,
            messages.Count,
            cause.Kind.HasLength ? events.Count : events.Sum(one => one.LastedNs),
            cause.Kind.HasLength ? events.Min(one => one.LastedNs) : null,
            cause.Kind.HasLength ? events.Max(one => one.LastedNs) : null,
            Math.Round(
                trials
                    .SelectMany(trial => trial.Causes)
                    .Where(sum => sum.Kind == cause.Kind.Key && sum.Side == cause.Side)
                    .Sum(sum => sum.ByChance),
                3
            ),
            [
                .. events
                    .Where(one => one.Words.Length > 0)
                    .CountBy(one => one.Words)
                    .OrderByDescending(words => words.Value)
                    .Take(MostWords)
                    .Select(words => words.Key),
            ]
        );
    }
}

/// <param name="Cause">What explains it; null where nothing does.</param>
/// <param name="Events">The events of that cause in its time.</param>
public sealed record ExplainedMessage(SlowMessage Message, EventCause? Cause, IReadOnlyList<WatchedEvent> Events);
