using System.Collections.Immutable;
using Pingmark.Model;

namespace Pingmark.Workers;

/// <summary>Reads what a client counted.</summary>
public static class MeasurementReply
{
    /// <summary>Reads a result and checks that it agrees with itself and with what was asked for. A worker whose counts
    /// are wrong is found here or by the comparison with the server's.</summary>
    /// <param name="asked">What was asked for; null where only the reply itself is known.</param>
    public static Measurement Read(
        Reply reply,
        bool withLaps,
        Func<string, Exception> fault,
        RequestedRun? asked = null
    )
    {
        var measurement = new Measurement
        {
            FromNs = reply.Count("from_ns"),
            ToNs = reply.Count("to_ns"),
            Counts = (
                from counter in Counter.All
                let value = Count(reply, counter)
                where value is not null
                select KeyValuePair.Create(counter, value.Value)
            ).ToImmutableDictionary(),
            Histograms = HistogramKind
                .All.Where(kind => !kind.MayBeAbsent || reply.Has(kind.Key))
                .ToImmutableDictionary(kind => kind, kind => reply.Histogram(kind.Key)),
            LapsNs = withLaps ? reply.Counts("laps_ns") : [],
            Slowest = reply.Has("slowest_connections") ? Slowest(reply) : null,
        };
        if (
            (Contradictions.Find(measurement) ?? asked?.Contradiction(measurement, reply.AskedNs, reply.TookNs)) is
            { } found
        )
            throw fault(found);
        return measurement;
    }

    private static SlowMessages Slowest(Reply reply) =>
        new(
            [.. reply.Counts("slowest_connections").Select(number => (int)Math.Min(number, int.MaxValue))],
            reply.Counts("slowest_intended_ns"),
            reply.Counts("slowest_sent_ns"),
            reply.Counts("slowest_received_ns")
        );

    private static long? Count(Reply reply, Counter counter) =>
        counter.Most > BoundedLong.Largest ? reply.SumOrNull(counter.Key)
        : counter.MayBeAbsent ? reply.CountOrNull(counter.Key)
        : reply.Count(counter.Key);
}
