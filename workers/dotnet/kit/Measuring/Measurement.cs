using System.Text.Json;

namespace Pingmark.Worker.Kit;

/// <summary>One slice or run: starts the lanes, waits for them, and adds up what they counted.</summary>
internal sealed class Measurement(Session session, Window window)
{
    /// <summary>Async lanes that nothing wakes look at their clock this often.</summary>
    private const int CheckMs = 50;
    private const int ChecksPerNotice = 20;

    /// <summary>A lane gives a sign of life at least every 100 ms. Counted in checks, so that time for which all was
    /// stopped is no silence.</summary>
    private const int MostSilentChecks = 60;

    private readonly IReadOnlyList<Lane> _lanes = session.Lanes;

    public void Run(Action<long, long> notice)
    {
        session.RequireWhole();
        session.Begin(window);
        var signs = new long[_lanes.Count];
        var silentChecks = new int[_lanes.Count];
        for (var checks = 1; !session.AwaitParked(CheckMs); checks++)
        {
            if (checks % ChecksPerNotice == 0)
                notice(Received, Lost);
            for (var i = 0; i < signs.Length; i++)
            {
                var sign = _lanes[i].Matched.Value + _lanes[i].IdleTicks.Value;
                silentChecks[i] = sign == signs[i] ? silentChecks[i] + 1 : 0;
                signs[i] = sign;
                if (silentChecks[i] > 0)
                    _lanes[i].Wake?.Invoke();
            }
            if (silentChecks.Max() > MostSilentChecks)
            {
                session.AbortWith(
                    $"nothing could be sent or received for 3 s: the peer does not answer, or the socket buffers are too small for in_flight x message_bytes = {session.Plan.InFlightBytes}"
                );
                break;
            }
        }
        session.RequireWhole();
        if (_lanes[0].Counts.Laps is { AreTooMany: true })
            throw new WorkerException($"more than {Laps.Most} laps; raise lap_messages");
    }

    private long Received => _lanes.Sum(l => l.Counts.Received.Value);
    private long Lost => _lanes.Sum(l => l.Counts.Lost.Value);

    public void Write(Utf8JsonWriter json)
    {
        using var all = new Histogram();
        foreach (var lane in _lanes)
            all.Add(lane.Counts.RoundTrips);
        var sent = _lanes.Sum(l => l.Counts.Sent);
        var lastSettled = _lanes.Max(l => l.Counts.LastSettled);
        var laps = _lanes[0].Counts.Laps;
        var lapped = laps is not null && sent > 0;
        json.WriteNumber("from_ns", lapped ? laps!.FirstStart : window.From);
        json.WriteNumber("to_ns", lapped || window.ByMessages ? lastSettled : window.To);
        json.WriteNumber("sent", sent);
        json.WriteNumber("received", Received);
        json.WriteNumber("lost", Lost);
        json.WriteNumber("corrupt", _lanes.Sum(l => l.Counts.Strays.Corrupt));
        json.WriteNumber("late", _lanes.Sum(l => l.Counts.Strays.Late));
        json.WriteNumber("duplicated", _lanes.Sum(l => l.Counts.Strays.Duplicated));
        json.WriteNumber("reordered", _lanes.Sum(l => l.Counts.Reordered));
        json.WriteNumber("silent_connections", _lanes.Sum(l => l.Counts.SilentConnections));
        json.WriteNumberOrNull("rtt_min_ns", all.Total > 0 ? all.Min : null);
        json.WriteNumberOrNull("rtt_max_ns", all.Total > 0 ? all.Max : null);
        json.WriteNumberOrNull("rtt_sum_ns", all.Total > 0 ? all.Sum : null);
        all.WriteSparse(json, "histogram");
        if (laps is null)
            return;
        json.WriteStartArray("laps_ns");
        foreach (var duration in laps.Durations)
            json.WriteNumberValue(duration);
        json.WriteEndArray();
    }
}
