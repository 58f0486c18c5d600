using System.Globalization;

namespace Pingmark.Model;

/// <summary>Finds impossible values in a client's result: figures that disagree, or impossible times.</summary>
internal static class Contradictions
{
    /// <summary>How far the means of two histograms may be apart by rounding: each knows a value to 1/1024.</summary>
    private const double Resolution = 2.0 / 1024;

    /// <returns>The first contradiction in words; null where there is none.</returns>
    public static string? Find(Measurement it) =>
        FindInCounts(it)
        ?? FindInWindow(it)
        ?? FindInTimes(it)
        ?? FindInTimedLoad(it)
        ?? FindInConnections(it)
        ?? FindInSnapshots(it)
        ?? (it.Slowest is { } slowest ? FindInSlowest(slowest, it) : null);

    private static string? FindInCounts(Measurement it)
    {
        if (it.Sent != it.Received + it.Lost)
            return $"counts do not add up: sent {it.Sent}, received {it.Received}, lost {it.Lost}";
        if (it.Rtt.Count > it.Received || it.Rtt.Count < it.Received - it.Corrupt)
            return $"counts do not add up: {it.Received} received, {it.Corrupt} corrupt, {it.Rtt.Count} in the "
                + "histogram";
        if (it.Answered < it.Received)
            return $"counts do not add up: {it.Received} received, and only {it.Answered} answered in all";
        if (it.Reordered > it.Received)
            return $"counts do not add up: {it.Received} received, and {it.Reordered} of them reordered";
        return it.SilentConnections > it.Lost
            ? $"counts do not add up: {it.SilentConnections} silent connections, and {it.Lost} messages lost"
            : null;
    }

    private static string? FindInWindow(Measurement it)
    {
        if (it.ToNs < it.FromNs)
            return $"the counted window ends {it.FromNs - it.ToNs} ns before it begins";
        if (it.DurationNs == 0)
            return "the counted window has no length";
        if (it.Sent > it.DurationNs)
            return $"{it.Sent} messages in a window of {it.DurationNs} ns: more than can be";
        long laps = 0;
        foreach (var lap in it.LapsNs)
            if ((laps += lap) > it.DurationNs)
                return $"the laps take longer than their window of {it.DurationNs} ns";
        return null;
    }

    private static string? FindInTimes(Measurement it)
    {
        var (least, most) = it.Rtt.SumBoundsNs();
        if (it.RttSumNs < least || it.RttSumNs > most)
            return string.Create(
                CultureInfo.InvariantCulture,
                $"its round trips add up to {it.RttSumNs} ns, and those in its histogram to {least} to {most} ns"
            );
        return it.Rtt.HighestIndex is { } highest && (it.RttMaxNs is not { } max || Histogram.IndexOf(max) != highest)
            ? $"its longest round trip is {it.RttMaxNs?.ToString(CultureInfo.InvariantCulture) ?? "not told"}"
                + (it.RttMaxNs is null ? "" : " ns")
                + $", and in its histogram it is about {Histogram.MidpointNs(highest):0} ns"
            : null;
    }

    private static string? FindInSlowest(SlowMessages slowest, Measurement it)
    {
        var (connections, intended, sent, received) = slowest;
        if (intended.Count != connections.Count || sent.Count != connections.Count || received.Count != sent.Count)
            return $"of its slowest messages it tells {connections.Count} connections, {intended.Count} intended "
                + $"times, {sent.Count} sends and {received.Count} answers";
        for (var at = 0; at < sent.Count; at++)
            if (connections[at] < 0 || intended[at] < 0 || sent[at] < intended[at] || received[at] < sent[at])
                return $"one of its slowest messages was to be sent at {intended[at]} ns, sent at {sent[at]} ns and "
                    + $"answered at {received[at]} ns, on connection {connections[at]}";
        if (sent.Count > 0 && slowest.RoundTripsNs().Max() is var longest && longest != it.RttMaxNs)
            return $"its slowest message took {longest} ns, and its longest round trip {it.RttMaxNs} ns";
        var last = new Histogram();
        foreach (var roundTrip in slowest.RoundTripsNs())
            last.Record(roundTrip);
        return it.Rtt.HasLargestValues(last) ? null : "its slowest messages are not the slowest ones of its histogram";
    }

    private static string? FindInConnections(Measurement it) =>
        (it[HistogramKind.Connects], it[HistogramKind.FirstBytes]) switch
        {
            (null, null) => null,
            (null, _) or (_, null) => "times of connecting without those of first bytes",
            var (connects, firstBytes) when connects.Count != it.Received || firstBytes.Count != it.Received =>
                $"{it.Received} messages with a connection each, {connects.Count} times of connecting and "
                    + $"{firstBytes.Count} of a first byte",
            var (connects, firstBytes)
                when connects.Count > 0 && connects.MeanNs > firstBytes.MeanNs * (1 + Resolution) + 1 =>
                $"its first bytes come {firstBytes.MeanNs:0} ns after the beginning, before it is connected",
            _ => null,
        };

    private static string? FindInSnapshots(Measurement it)
    {
        var received = it[Counter.SnapshotsReceived];
        if (it.ValueOrNull(Counter.SnapshotsDue) is { } due && due != received + it[Counter.SnapshotsLost])
            return $"counts do not add up: {due} snapshots due, {received} received, {it[Counter.SnapshotsLost]} lost";
        foreach (var kind in new[] { HistogramKind.SnapshotLateness, HistogramKind.SnapshotSkew })
            if (it[kind] is { } times && times.Count != received)
                return $"{received} snapshots received, and the times of {times.Count} of them";
        return null;
    }

    private static string? FindInTimedLoad(Measurement it)
    {
        if (it[HistogramKind.Uncorrected] is { } uncorrected)
        {
            if (uncorrected.Count != it.Rtt.Count)
                return $"{it.Rtt.Count} round trips, and {uncorrected.Count} of them uncorrected";
            if (uncorrected.Count > 0 && uncorrected.MeanNs > it.Rtt.MeanNs * (1 + Resolution) + 1)
                return $"its round trips take {it.Rtt.MeanNs:0} ns from the intended time, and "
                    + $"{uncorrected.MeanNs:0} ns from the send, which is later";
        }
        return it[HistogramKind.SendLateness] is { } lateness && lateness.Count != it.Rtt.Count
            ? $"{it.Rtt.Count} round trips, and the lateness of {lateness.Count} of them"
            : null;
    }
}
