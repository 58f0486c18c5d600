using Pingmark.Model;

namespace Pingmark.Workers;

/// <summary>Reads what a client counted.</summary>
public static class MeasurementReply
{
    /// <summary>Reads a result and checks that its counts fit together; a worker that lies in its counts is caught here
    /// or against the server's.</summary>
    public static Measurement Read(Reply reply, bool withLaps, Func<string, Exception> fault)
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
            Unsent = reply.Has("unsent") ? reply.Count("unsent") : 0,
            RttMaxNs = reply.NumberOrNull("rtt_max_ns"),
            RttSumNs = reply.NumberOrNull("rtt_sum_ns") ?? 0,
            Rtt = reply.Histogram("histogram"),
            UncorrectedRtt = reply.Has("uncorrected_histogram") ? reply.Histogram("uncorrected_histogram") : null,
            SendLateness = reply.Has("send_lateness_histogram") ? reply.Histogram("send_lateness_histogram") : null,
            LapsNs = withLaps ? reply.Numbers("laps_ns") : [],
        };
        if (measurement.Sent != measurement.Received + measurement.Lost)
            throw fault(
                $"counts do not add up: sent {measurement.Sent}, received {measurement.Received}, lost "
                    + $"{measurement.Lost}"
            );
        if (
            measurement.Rtt.Count > measurement.Received
            || measurement.Rtt.Count < measurement.Received - measurement.Corrupt
        )
            throw fault(
                $"counts do not add up: {measurement.Received} received, {measurement.Corrupt} corrupt, "
                    + $"{measurement.Rtt.Count} in the histogram"
            );
        if (measurement.Answered < measurement.Received)
            throw fault(
                $"counts do not add up: {measurement.Received} received, and only {measurement.Answered} answered "
                    + $"in all"
            );
        if (measurement.ToNs < measurement.FromNs)
            throw fault($"the counted window ends {measurement.FromNs - measurement.ToNs} ns before it begins");
        if (measurement.DurationNs == 0)
            throw fault("the counted window has no length");
        return measurement;
    }
}
