using Pingmark.Model;

namespace Pingmark.Tails;

/// <summary>Makes what a trial keeps of the events of its continuous window.</summary>
public static class TailOfTrial
{
    /// <summary>The most events that are kept: more could explain hardly more messages than a client keeps.</summary>
    private const int MostKept = 1024;

    /// <param name="events">All events that were seen.</param>
    /// <param name="spans">The times in which the window's messages were counted.</param>
    public static TrialEvents Keep(
        CountedWindow window,
        IReadOnlyCollection<WatchedEvent> events,
        IReadOnlyList<WatchedSpan> spans
    )
    {
        var within = events.Where(one => spans.Any(span => one.ToNs > span.FromNs && one.FromNs < span.ToNs)).ToList();
        var messages = SlowMessage.Beyond(window);
        var causes = new TailCauses(within);
        var byChance = causes.ByChance(messages, spans);
        var sums = within
            .GroupBy(one => one.Cause)
            .Select(same => (same.Key, Sum: SumOf(same.Key, [.. same], byChance.GetValueOrDefault(same.Key))))
            .ToList();
        var places = sums.Index().ToDictionary(one => one.Item.Key, one => one.Index);
        var kept = messages
            .SelectMany(message => sums.SelectMany(sum => causes.EventsOf(sum.Key, message)))
            .Distinct()
            .OrderByDescending(one => one.LastedNs)
            .Take(MostKept)
            .OrderBy(one => one.FromNs)
            .ToList();
        return new()
        {
            Slowest = messages.Count,
            ByChance = Round(byChance.Values.Sum()),
            Causes = [.. sums.Select(sum => sum.Sum)],
            Of = [.. kept.Select(one => places[one.Cause])],
            FromNs = [.. kept.Select(one => one.FromNs)],
            ToNs = [.. kept.Select(one => one.ToNs)],
            LastedNs = [.. kept.Select(one => one.LastedNs)],
            Words = [.. kept.Select(one => one.Words)],
        };
    }

    private static EventSum SumOf(EventCause cause, List<WatchedEvent> events, double byChance) =>
        new(cause.Kind.Key, cause.Side, events.Count, events.Sum(one => one.LastedNs), Round(byChance));

    private static double Round(double number) => Math.Round(number, 3);
}
