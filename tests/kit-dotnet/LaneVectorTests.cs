using System.Text.Json;

namespace Pingmark.Worker.Kit.Tests;

/// <summary>protocol/vectors/lane.json: what a lane does with what arrives when.</summary>
public sealed class LaneVectorTests
{
    private static readonly string[] Fields =
    [
        "sent",
        "received",
        "answered",
        "lost",
        "unsent",
        "corrupt",
        "late",
        "duplicated",
        "reordered",
        "silent_connections",
        "from_ns",
        "to_ns",
        "rtt_max_ns",
        "rtt_sum_ns",
        "laps_ns",
    ];

    [Fact]
    public void A_lane_sends_and_counts_what_the_vectors_say()
    {
        var vectors = Shared.Vectors("lane").ToDictionary(vector => vector.Text("name"));
        Assert.All(vectors.Values.SelectMany(Cases), one => Play(vectors[one.Name], one.IsStream, one.RingBytes));
    }

    /// <summary>Of datagrams, of a stream, and of a stream in memory that its ends share.</summary>
    private static IEnumerable<(string Name, bool IsStream, int? RingBytes)> Cases(JsonElement vector)
    {
        var name = vector.Text("name");
        if (!vector.Has("framing"))
            yield return (name, false, null);
        if (HasLengthFlaw(vector))
            yield break;
        yield return (name, true, null);
        yield return (name, true, 1 << 20);
    }

    private static void Play(JsonElement vector, bool isStream, int? ringBytes)
    {
        var expected = vector.GetProperty("expect");
        var bench = new Bench(
            isStream,
            vector.Int("connections"),
            vector.Int("in_flight"),
            vector.Int("message_bytes"),
            vector.Long("lost_after_ns"),
            vector.Has("one_way"),
            Ticks(vector),
            ringBytes
        );
        var load = LoadVectorTests.Load(
            vector.GetProperty("load"),
            vector.Int("connections"),
            isOneWay: vector.Has("one_way"),
            hasTicks: vector.Has("snapshots")
        );
        bench.Begin(WindowOf(vector.GetProperty("window")), load, vector.Long("begin_ns"));
        foreach (var step in vector.GetProperty("events").EnumerateArray())
            if (step.Has("answers"))
                bench.Answer(step.Long("at_ns"), step.Int("connection"), [.. Answers(step)]);
            else
                bench.Pass(step.Long("at_ns"));

        Assert.Equal(Rows(expected, "sends"), bench.Sends.Select(s => $"{s.Time} {s.Connection} {s.Sequence}"));
        if (isStream && expected.Has("calls"))
            Assert.Equal(Rows(expected, "calls"), bench.Calls.Select(c => $"{c.Time} {c.Connection} {c.Bytes}"));
        Assert.Equal(expected.GetProperty("is_over").GetBoolean(), !bench.Lane.IsRunning);
        IsExpected(expected.GetProperty("result"), bench.Result());
    }

    private static TickPlan? Ticks(JsonElement vector) =>
        vector.Has("snapshots")
            ? new(vector.GetProperty("snapshots").Int("rate_hz"), vector.GetProperty("snapshots").Int("snapshot_bytes"))
            : null;

    private static bool HasLengthFlaw(JsonElement vector) =>
        vector
            .GetProperty("events")
            .EnumerateArray()
            .SelectMany(Answers)
            .Any(a => a.Flaw is "short" or "long" or "tiny");

    private static IEnumerable<Bench.Reply> Answers(JsonElement step) =>
        step.Has("answers")
            ? step.GetProperty("answers")
                .EnumerateArray()
                .Select(a => new Bench.Reply(
                    (uint)a.Long(a.Has("tick") ? "tick" : "sequence"),
                    a.Has("flaw") ? a.Text("flaw") : null,
                    a.Has("arrived") ? a.Long("arrived") : null,
                    a.Has("tick_at_ns") ? a.Long("tick_at_ns") : null,
                    a.Has("bytes") ? a.Int("bytes") : null
                ))
            : [];

    private static Window WindowOf(JsonElement window) =>
        new(
            window.Long("from_ns"),
            window.Has("to_ns") ? window.Long("to_ns") : Window.Unlimited,
            window.Has("messages") ? window.Long("messages") : Window.Unlimited,
            window.Has("lap_messages") ? window.Int("lap_messages") : 0
        )
        {
            Slowest = window.Has("slowest") ? window.Int("slowest") : 0,
        };

    private static void IsExpected(JsonElement expected, JsonElement result)
    {
        Assert.Equal(Told(expected), Told(result));
        IsHistogram(expected, "round_trips_ns", result, "histogram");
        IsHistogram(expected, "uncorrected_ns", result, "uncorrected_histogram");
        IsHistogram(expected, "send_lateness_ns", result, "send_lateness_histogram");
        if (expected.Has("snapshots"))
        {
            var snapshots = expected.GetProperty("snapshots");
            Assert.Equal(snapshots.Long("received"), result.Long("snapshots_received"));
            Assert.Equal(snapshots.Long("lost"), result.Long("snapshots_lost"));
            IsHistogram(snapshots, "lateness_ns", result, "snapshot_lateness_histogram");
            IsHistogram(snapshots, "skew_ns", result, "snapshot_skew_histogram");
        }
        Assert.Equal(Rows(expected, "slowest"), SlowestOf(result));
    }

    private static IEnumerable<string> Rows(JsonElement expected, string name) =>
        expected.Has(name)
            ? expected.GetProperty(name).EnumerateArray().Select(row => string.Join(' ', row.Longs()))
            : [];

    /// <summary>In ascending order, as vectors tell them.</summary>
    private static IEnumerable<string> SlowestOf(JsonElement result)
    {
        if (!result.Has("slowest_sent_ns"))
            return [];
        var columns = new[] { "connections", "intended_ns", "sent_ns", "received_ns" }
            .Select(name => result.GetProperty($"slowest_{name}").Longs().ToList())
            .ToList();
        return columns[0]
            .Select((_, n) => columns.Select(column => column[n]).ToList())
            .OrderBy(message => message[0])
            .ThenBy(message => message[1])
            .Select(message => string.Join(' ', message));
    }

    private static IEnumerable<string> Told(JsonElement json) =>
        Fields.Select(name => $"{name}={(json.Has(name) ? json.GetProperty(name).GetRawText().Replace(" ", "") : "")}");

    private static void IsHistogram(JsonElement expected, string values, JsonElement result, string name)
    {
        Assert.Equal(expected.Has(values), result.Has(name));
        if (!expected.Has(values))
            return;
        using var histogram = new Histogram();
        foreach (var value in expected.GetProperty(values).Longs())
            histogram.Record(value);
        var written = Shared.Written(json => histogram.WriteSparse(json, name));
        Assert.Equal(written.GetProperty(name).Longs(), result.GetProperty(name).Longs());
    }
}
