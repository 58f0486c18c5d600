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

    public void Write(Utf8JsonWriter json)
    {
        var window = _measurement.Window;
        var plan = _lanes[0].Plan;
        var sum = new Counts(plan.Churns, plan.Ticks is not null);
        sum.Begin(window with { LapMessages = 0 }, _measurement.Load.IsTimed);
        foreach (var lane in _lanes)
            sum.Add(lane.Counts);
        var lapped = _laps is not null && sum.Sent > 0;
        json.WriteNumber("from_ns", lapped ? _laps!.FirstStart : window.From);
        json.WriteNumber("to_ns", lapped || window.ByMessages ? sum.LastSettled : window.To);
        sum.Write(json);
        sum.Free();
        if (_laps is not null)
            json.WriteNumbers("laps_ns", _laps.Durations);
    }
}
