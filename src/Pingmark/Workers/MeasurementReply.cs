using Pingmark.Model;

namespace Pingmark.Workers;

/// <summary>Reads what a client counted.</summary>
public static class MeasurementReply
{
    /// <summary>Reads a result and holds it against itself and against what was asked for; a worker that lies in its
    /// counts is caught here or against the server's.</summary>
    /// <param name="asked">Null: only the reply itself is known.</param>
    public static Measurement Read(Reply reply, bool withLaps, Func<string, Exception> fault, AskedRun? asked = null)
    {
        var measurement = new Measurement
        {
            FromNs = reply.Count("from_ns"),
            ToNs = reply.Count("to_ns"),
            Sent = reply.Count("sent"),
            Received = reply.Count("received"),
            Answered = reply.Count("answered"),
            Lost = reply.Count("lost"),
            Corrupt = reply.Count("corrupt"),
            Late = reply.Count("late"),
            Duplicated = reply.Count("duplicated"),
            Reordered = reply.Count("reordered"),
            SilentConnections = reply.Count("silent_connections"),
            Unsent = reply.CountOrNull("unsent") ?? 0,
            RttMaxNs = reply.CountOrNull("rtt_max_ns"),
            RttSumNs = reply.SumOrNull("rtt_sum_ns") ?? 0,
            Rtt = reply.Histogram("histogram"),
            UncorrectedRtt = reply.Has("uncorrected_histogram") ? reply.Histogram("uncorrected_histogram") : null,
            SendLateness = reply.Has("send_lateness_histogram") ? reply.Histogram("send_lateness_histogram") : null,
            Connects = reply.Has("connect_histogram") ? reply.Histogram("connect_histogram") : null,
            FirstBytes = reply.Has("first_byte_histogram") ? reply.Histogram("first_byte_histogram") : null,
            Snapshots = reply.Has("snapshots")
                ? new(
                    reply.Count("snapshots_received"),
                    reply.Count("snapshots_lost"),
                    reply.Histogram("snapshot_lateness_histogram").ToSparse(),
                    reply.Histogram("snapshot_skew_histogram").ToSparse()
                )
                : null,
            LapsNs = withLaps ? reply.Counts("laps_ns") : [],
        };
        if (measurement.Snapshots is { } snapshots && snapshots.Due != reply.Count("snapshots"))
            throw fault(
                $"counts do not add up: {reply.Count("snapshots")} snapshots due, {snapshots.Received} received, "
                    + $"{snapshots.Lost} lost"
            );
        if (
            (Contradictions.In(measurement) ?? asked?.Contradiction(measurement, reply.AskedNs, reply.TookNs)) is
            { } found
        )
            throw fault(found);
        return measurement;
    }
}
