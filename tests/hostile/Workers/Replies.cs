using System.Text.Json.Nodes;
using Pingmark.Model;

namespace Pingmark.Hostile.Tests.Workers;

/// <summary>Replies as an honest worker gives them.</summary>
internal static class Replies
{
    public const long WindowNs = 50_000_000;

    /// <summary>So many of the slowest messages are asked for.</summary>
    public const int Slowest = 8;

    public static JsonObject Hello() =>
        new()
        {
            ["protocol"] = 1,
            ["worker"] = "x",
            ["runtime"] = "fake 1.0",
            ["libraries"] = new JsonArray("lib 2"),
            ["cpus"] = new JsonArray(0, 1),
            ["gc"] = null,
            ["stacks"] = new JsonArray("x/a"),
            ["histogram_layout"] = "log-linear/1024",
        };

    public static JsonObject Describe() =>
        new()
        {
            ["about"] = "",
            ["transport"] = "tcp",
            ["waits"] = "block",
            ["threading"] = "one thread",
            ["max_message_bytes"] = 65_536,
            ["max_reliable_message_bytes"] = null,
            ["max_connections"] = 1000,
            ["socket_options"] = new JsonArray("no_delay"),
            ["options"] = new JsonArray("depth"),
            ["option_values"] = new JsonArray("1..64"),
            ["option_defaults"] = new JsonArray("8"),
            ["option_roles"] = new JsonArray("both"),
            ["option_abouts"] = new JsonArray("how deep"),
            ["reliable"] = true,
            ["unreliable"] = false,
            ["loads"] = new JsonArray("closed", "fixed-rate"),
        };

    public static JsonObject Listen() =>
        new()
        {
            ["address"] = "::1",
            ["port"] = 4000,
            ["no_delay"] = true,
        };

    public static JsonObject Connect(Scenario scenario) =>
        new()
        {
            ["connections"] = scenario.Connections,
            ["connect_histogram"] = new JsonArray(2000, scenario.Connections),
            ["no_delay"] = true,
            ["receive_buffer_bytes"] = 425_984,
            ["congestion_control"] = "cubic",
        };

    public static JsonObject Usage() =>
        new()
        {
            ["messages"] = 1000,
            ["connections"] = 1,
            ["bad_frames"] = 0,
            ["rejected"] = 0,
            ["cpu_user_ns"] = 1_000_000,
            ["cpu_system_ns"] = 2_000_000,
            ["voluntary_switches"] = 1000,
            ["involuntary_switches"] = 3,
            ["peak_rss_bytes"] = 1 << 20,
            ["gc_count"] = 1,
            ["gc_pause_ns"] = 5,
            ["allocated_bytes"] = null,
        };

    /// <summary>Of a run of <see cref="WindowNs"/>, closed or at the scenario's rate.</summary>
    public static JsonObject Run(Case made, Scenario scenario)
    {
        var due = (int)(scenario.RatePerS is { } rate ? rate * (WindowNs / 1e9) : made.Random.Next(1, 2_000));
        var mean = scenario.RatePerS is null ? WindowNs * scenario.TotalInFlight / (due + 1) : 20_000;
        var rtts = Enumerable.Range(0, due).Select(_ => made.Random.NextInt64(mean / 2, mean + 1)).ToList();
        var from = made.Random.NextInt64(1L << 50);
        var reply = new JsonObject
        {
            ["from_ns"] = from,
            ["to_ns"] = from + WindowNs,
            ["sent"] = due,
            ["received"] = due,
            ["answered"] = due + made.Random.Next(100),
            ["lost"] = 0,
            ["corrupt"] = 0,
            ["late"] = 0,
            ["duplicated"] = 0,
            ["reordered"] = 0,
            ["silent_connections"] = 0,
            ["unsent"] = 0,
            ["rtt_max_ns"] = rtts.Max(),
            ["rtt_sum_ns"] = rtts.Sum(),
            ["histogram"] = Sparse(rtts),
        };
        var slowest = rtts.OrderDescending().Take(Slowest).ToList();
        reply["slowest_connections"] = Numbers(slowest.Select((_, n) => (long)n % scenario.Connections));
        reply["slowest_intended_ns"] = Numbers(slowest.Select((_, n) => from + n));
        reply["slowest_sent_ns"] = Numbers(slowest.Select((_, n) => from + n));
        reply["slowest_received_ns"] = Numbers(slowest.Select((ns, n) => from + n + ns));
        if (scenario.RatePerS is not null)
        {
            reply["uncorrected_histogram"] = Sparse(rtts.Select(ns => ns / 2));
            reply["send_lateness_histogram"] = Sparse(rtts.Select(ns => ns - ns / 2));
        }
        return reply;
    }

    private static JsonArray Numbers(IEnumerable<long> numbers) => new([.. numbers.Select(n => (JsonNode)n)]);

    private static JsonArray Sparse(IEnumerable<long> values)
    {
        var histogram = new Histogram();
        foreach (var value in values)
            histogram.Record(value);
        return Numbers(histogram.ToSparse());
    }
}
