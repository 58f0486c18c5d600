using System.Text.Json;

namespace Pingmark.Worker.Kit;

/// <summary>What all lanes counted in one measurement, added up.</summary>
internal sealed class Result
{
    private readonly IReadOnlyList<Lane> _lanes;
    private readonly Measurement _measurement;
    private readonly Laps? _laps;

    public Result(IReadOnlyList<Lane> lanes, Measurement measurement)
    {
        (_lanes, _measurement) = (lanes, measurement);
        _laps = lanes[0].Counts.Laps;
        if (_laps is { AreTooMany: true })
            throw new WorkerException($"more than {Constants.MaxLaps} laps; raise lap_messages");
    }

    private long Sum(Func<Counts, long> count) => _lanes.Sum(l => count(l.Counts));

    public void Write(Utf8JsonWriter json)
    {
        var window = _measurement.Window;
        var sent = Sum(c => c.Sent);
        var lapped = _laps is not null && sent > 0;
        json.WriteNumber("from_ns", lapped ? _laps!.FirstStart : window.From);
        json.WriteNumber("to_ns", lapped || window.ByMessages ? _lanes.Max(l => l.Counts.LastSettled) : window.To);
        json.WriteNumber("sent", sent);
        json.WriteNumber("received", Sum(c => c.Received));
        json.WriteNumber("answered", Sum(c => c.Answered));
        json.WriteNumber("lost", Sum(c => c.Lost));
        json.WriteNumber("unsent", Sum(c => c.Unsent));
        json.WriteNumber("corrupt", Sum(c => c.Corrupt));
        json.WriteNumber("late", Sum(c => c.Late));
        json.WriteNumber("duplicated", Sum(c => c.Duplicated));
        json.WriteNumber("reordered", Sum(c => c.Reordered));
        json.WriteNumber("silent_connections", Sum(c => c.SilentConnections));
        using (var all = Merged(c => c.RoundTrips))
        {
            json.WriteNumberOrNull("rtt_max_ns", all.Total > 0 ? all.Max : null);
            json.WriteNumberOrNull("rtt_sum_ns", all.Total > 0 ? all.Sum : null);
            all.WriteSparse(json, "histogram");
        }
        if (_measurement.Load.IsTimed)
        {
            using var uncorrected = Merged(c => c.Uncorrected!);
            using var lateness = Merged(c => c.SendLateness!);
            uncorrected.WriteSparse(json, "uncorrected_histogram");
            lateness.WriteSparse(json, "send_lateness_histogram");
        }
        if (_lanes.Any(lane => lane.Counts.Connects is not null))
        {
            using var connects = Merged(c => c.Connects);
            using var firstBytes = Merged(c => c.FirstBytes);
            connects.WriteSparse(json, "connect_histogram");
            firstBytes.WriteSparse(json, "first_byte_histogram");
        }
        if (_lanes[0].Counts.Snapshots is not null)
            WriteSnapshots(json);
        if (_laps is not null)
            json.WriteNumbers("laps_ns", _laps.Durations);
    }

    private void WriteSnapshots(Utf8JsonWriter json)
    {
        var (received, lost) = (Sum(c => c.Snapshots!.Received), Sum(c => c.Snapshots!.Lost));
        json.WriteNumber("snapshots", received + lost);
        json.WriteNumber("snapshots_received", received);
        json.WriteNumber("snapshots_lost", lost);
        using var lateness = Merged(c => c.Snapshots!.Lateness);
        using var skew = Merged(c => c.Snapshots!.Skew);
        lateness.WriteSparse(json, "snapshot_lateness_histogram");
        skew.WriteSparse(json, "snapshot_skew_histogram");
    }

    private Histogram Merged(Func<Counts, Histogram?> histogram)
    {
        var all = new Histogram();
        foreach (var lane in _lanes)
            if (histogram(lane.Counts) is { } counted)
                all.Add(counted);
        return all;
    }
}
