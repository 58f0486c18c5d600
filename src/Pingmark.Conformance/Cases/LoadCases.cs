using System.Text.Json.Nodes;
using Pingmark.Conformance.Peers;

namespace Pingmark.Conformance.Cases;

/// <summary>Which loads there are, what belongs to them, and what is refused.</summary>
internal static class LoadCases
{
    private static readonly string[] Known =
    [
        "batch",
        "churn",
        "closed",
        "fixed-rate",
        "preflood",
        "stream",
        "tick",
        "write-write-read",
    ];

    public static IEnumerable<ConformanceCase> All =>
        [
            new(
                "loads.named",
                "a load that describe names works, and one that it does not name is unsupported by name",
                Subject.Pair,
                NamedAsync
            ),
            new(
                "loads.unknown",
                "an unknown load, and a field that belongs to another load, are unsupported by name",
                Subject.Client,
                UnknownAsync,
                ofKit: true,
                load: "fixed-rate"
            ),
            new(
                "loads.fixed-rate-values",
                "values of a fixed rate that are missing, malformed or out of range are refused",
                Subject.Client,
                ValuesAsync,
                ofKit: true,
                load: "fixed-rate"
            ),
            new(
                "loads.fixed-rate-laps",
                "laps of a fixed rate are unsupported",
                Subject.Client,
                LapsAsync,
                ofKit: true,
                load: "fixed-rate"
            ),
            new(
                "loads.write-write-read",
                "the smallest message of write-write-read travels in two parts",
                Subject.Client,
                PartsAsync,
                framing: "stream",
                load: "write-write-read"
            ),
            new(
                "loads.batch",
                "a batch of 4 travels in one segment, and the next one when the last answer has come",
                Subject.Client,
                BatchAsync,
                framing: "stream",
                load: "batch"
            ),
            new(
                "loads.batch-limit",
                "a batch of more than may be in flight is unsupported",
                Subject.Client,
                bench => LimitAsync(bench, "batch", 5, 0),
                ofKit: true,
                load: "batch"
            ),
            new(
                "loads.preflood",
                "a preflood of 4 is 5 messages before the first answer, each by a call of its own",
                Subject.Client,
                PrefloodAsync,
                framing: "stream",
                load: "preflood"
            ),
            new(
                "loads.preflood-limit",
                "a preflood of more than may be in flight, or than a connection's buffers hold, is unsupported",
                Subject.Client,
                bench => LimitAsync(bench, "preflood", 4, -1),
                ofKit: true,
                load: "preflood"
            ),
        ];

    private static async Task NamedAsync(Bench bench)
    {
        Expect.That(bench.Stack.Loads.Contains("closed"), "the closed load", string.Join(", ", bench.Stack.Loads));
        var server = await bench.EmptyServerAsync();
        var client = await bench.ConnectAsync(server.EndPoint, server.Token);
        foreach (var load in Known)
        {
            var fields = new JsonObject { ["messages"] = 20, ["load"] = load };
            if (load == "fixed-rate")
                fields["rate_per_s"] = 1_000;
            if (load == "batch")
                fields["batch"] = 1;
            if (load == "preflood")
                fields["preflood"] = 0;
            // Of clients that are connected for it.
            if (bench.Stack.Loads.Contains(load) && load is not (OneWayCases.Load or ChurnCases.Load or TickCases.Load))
                Expect.Equal($"answers of the load {load}", 20, (await client.RunAsync(fields)).Received);
            else
                Expect.Contains((await client.Worker.AskAsync("run", fields)).Unsupported(), load, "a reason");
        }
    }

    private static async Task UnknownAsync(Bench bench)
    {
        var server = bench.Serve();
        var client = await bench.ConnectAsync(server);
        async Task RefusesAsync(string name, JsonObject fields) =>
            Expect.Contains(
                (await client.Worker.AskAsync("run", Window(fields))).Unsupported(),
                name,
                $"a reason for {fields.ToJsonString()}"
            );
        await RefusesAsync("frobnicate", new() { ["load"] = "frobnicate" });
        await RefusesAsync("rate_per_s", new() { ["rate_per_s"] = 100 });
        await RefusesAsync("rate_per_s", new() { ["load"] = "closed", ["rate_per_s"] = 100 });
        await RefusesAsync("arrivals", new() { ["load"] = "closed", ["arrivals"] = "uniform" });
        await RefusesAsync("seed", new() { ["seed"] = 1 });
        await RefusesAsync("frobnicate", FixedRate("frobnicate", 1));
        Expect.Equal("messages sent by refused measurements", 0, server.Messages);
        await client.RunAsync();
    }

    private static async Task ValuesAsync(Bench bench)
    {
        var server = bench.Serve();
        var client = await bench.ConnectAsync(server);
        foreach (
            var fields in new[]
            {
                FixedRate("rate_per_s", null),
                FixedRate("rate_per_s", 0),
                FixedRate("rate_per_s", -5),
                FixedRate("rate_per_s", "fast"),
                FixedRate("rate_per_s", 10_000_001),
                FixedRate("arrivals", "frobnicate"),
                FixedRate("arrivals", 1),
                FixedRate("seed", -1),
                FixedRate("seed", 2_147_483_648),
            }
        )
            (await client.Worker.AskAsync("run", Window(fields))).Refused();
        Expect.Equal("messages sent by refused measurements", 0, server.Messages);
        await client.RunAsync(Window(FixedRate("seed", 2_147_483_647)));
    }

    private static async Task LapsAsync(Bench bench)
    {
        var client = await bench.ConnectAsync(bench.Serve());
        (await client.Worker.AskAsync("run", Window(FixedRate("lap_messages", 10)))).Unsupported();
    }

    private static async Task PartsAsync(Bench bench)
    {
        var server = (RawStreamServer)bench.Serve();
        var client = await bench.ConnectAsync(server, new() { ["message_bytes"] = bench.Stack.MinMessageBytes });
        var before = server.DataSegments;
        var fields = ClientUnderTest.Messages(20);
        fields["load"] = "write-write-read";
        var result = await client.RunAsync(fields);
        Expect.Equal("answers", 20, result.Received);
        ExpectSegments(server.DataSegments - before, 2 * result.Answered);
    }

    /// <summary>The server answers when five have arrived.</summary>
    private static async Task PrefloodAsync(Bench bench)
    {
        var server = (RawStreamServer)bench.Serve(new() { Together = 5 });
        var client = await bench.ConnectAsync(server, new() { ["in_flight"] = 8 });
        var before = server.DataSegments;
        var fields = ClientUnderTest.Messages(20);
        (fields["load"], fields["preflood"]) = ("preflood", 4);
        fields["lost_after_ns"] = 500_000_000;
        var result = await client.RunAsync(fields);
        Expect.Equal("answers", 20, result.Received);
        ExpectSegments(server.DataSegments - before, server.Messages);
    }

    /// <summary>The server answers when four have arrived.</summary>
    private static async Task BatchAsync(Bench bench)
    {
        var server = (RawStreamServer)bench.Serve(new() { Together = 4 });
        var client = await bench.ConnectAsync(server, new() { ["in_flight"] = 4 });
        var before = server.DataSegments;
        var fields = ClientUnderTest.Messages(40);
        (fields["load"], fields["batch"]) = ("batch", 4);
        Expect.Equal("answers", 40, (await client.RunAsync(fields)).Received);
        ExpectSegments(server.DataSegments - before, server.Messages / 4);
    }

    private static async Task LimitAsync(Bench bench, string load, params JsonNode[] refused)
    {
        var server = bench.Serve();
        var client = await bench.ConnectAsync(server, new() { ["in_flight"] = 4 });
        foreach (var messages in refused)
        {
            var fields = Window(new() { ["load"] = load, [load] = messages });
            (await client.Worker.AskAsync("run", fields)).Unsupported();
        }
        Expect.Equal("messages sent by refused measurements", 0, server.Messages);
    }

    /// <summary>A busy machine joins two now and then, or repeats one that is acknowledged late.</summary>
    private static void ExpectSegments(long segments, long expected) =>
        Expect.That(
            segments >= 0.75 * expected && segments <= 1.5 * expected,
            $"about {expected} segments with data",
            $"{segments}"
        );

    private static JsonObject FixedRate(string field, JsonNode? value)
    {
        var fields = new JsonObject { ["load"] = "fixed-rate", ["rate_per_s"] = 1_000 };
        fields[field] = value;
        if (value is null)
            fields.Remove(field);
        return fields;
    }

    private static JsonObject Window(JsonObject fields)
    {
        var window = ClientUnderTest.Window();
        foreach (var (name, value) in fields)
            window[name] = value?.DeepClone();
        return window;
    }
}
