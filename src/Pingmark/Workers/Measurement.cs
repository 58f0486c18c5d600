using Pingmark.Statistics;

namespace Pingmark.Workers;

/// <summary>What a client counted in one run. Times are CLOCK_MONOTONIC, in ns.</summary>
public sealed record Measurement
{
    public required long FromNs { get; init; }
    public required long ToNs { get; init; }
    public required long Sent { get; init; }
    public required long Received { get; init; }
    public required long Lost { get; init; }
    public long Corrupt { get; init; }
    public long Late { get; init; }
    public long Duplicated { get; init; }
    public long Reordered { get; init; }
    public long SilentConnections { get; init; }

    /// <summary>Of a timed load: intended in the window, and never sent.</summary>
    public long Unsent { get; init; }
    public long? RttMaxNs { get; init; }
    public long RttSumNs { get; init; }
    public required Histogram Rtt { get; init; }

    /// <summary>Of a timed load: round trips from the send, where <see cref="Rtt"/> counts from the intended time.</summary>
    public Histogram? UncorrectedRtt { get; init; }

    /// <summary>Of a timed load: from the intended time to the send.</summary>
    public Histogram? SendLateness { get; init; }
    public IReadOnlyList<long> LapsNs { get; init; } = [];

    public long DurationNs => ToNs - FromNs;
    public double ThroughputPerS => Received / (DurationNs / 1e9);

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
                $"counts do not add up: sent {measurement.Sent}, received {measurement.Received}, lost {measurement.Lost}"
            );
        if (
            measurement.Rtt.Count > measurement.Received
            || measurement.Rtt.Count < measurement.Received - measurement.Corrupt
        )
            throw fault(
                $"counts do not add up: {measurement.Received} received, {measurement.Corrupt} corrupt, {measurement.Rtt.Count} in the histogram"
            );
        if (measurement.ToNs < measurement.FromNs)
            throw fault($"the counted window ends {measurement.FromNs - measurement.ToNs} ns before it begins");
        if (measurement.DurationNs == 0)
            throw fault("the counted window has no length");
        return measurement;
    }
}
