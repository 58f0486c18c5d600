using System.Text.Json.Nodes;
using Pingmark.Conformance.Peers;
using Pingmark.Model;
using Pingmark.Model.Loads;

namespace Pingmark.Conformance.Cases;

/// <summary>Cases of the loads: which there are, how their messages travel, and how a load that goes one way, or opens
/// a connection for each message, is counted.</summary>
internal static class LoadCases
{
    /// <summary>A scenario of each load with the number that it needs, and of one at a rate.</summary>
    private static readonly IReadOnlyList<Scenario> Known =
    [
        .. LoadList.All.Select(load =>
            load.RequiredNumber is { } needed
                ? new Scenario { Test = load.Name }.With(needed, needed.Least)
                : new Scenario { Test = load.Name }
        ),
        new() { RatePerS = 1_000 },
    ];

    private static async Task LoadsNamedAsync(Bench bench)
    {
        Expect.That(bench.Stack.Loads.Contains("closed"), "the closed load", string.Join(", ", bench.Stack.Loads));
        var server = await bench.EmptyServerAsync();
        var client = await bench.ConnectAsync(server);
        foreach (var scenario in Known)
        {
            var (load, name) = (scenario.Load, scenario.LoadName);
            var fields = ClientUnderTest.Messages(20).With(("load", name));
            if (load.RequiredNumber is { } needed)
                fields[needed.Field] = scenario[needed];
            if (scenario.RatePerS is { } perS)
                fields["rate_per_s"] = perS;
            if (bench.Stack.Loads.Contains(name) && !load.NeedsOwnConnections)
                Expect.Equal($"answers of the load {name}", 20, (await client.RunAsync(fields)).Received);
            else
                await client.Worker.RefusesAsync("run", fields, "unsupported", name);
        }
    }

    private static async Task LoadsSegmentsAsync(Bench bench)
    {
        var smallest = ("message_bytes", (JsonNode?)bench.Stack.MinMessageBytes);
        await CheckSegmentsAsync("write-write-read", 1, 2, smallest);
        // The server keeps the last answers, so that the messages that wait for them are lost.
        var lostSoon = ("lost_after_ns", (JsonNode?)500_000_000);
        await CheckSegmentsAsync("preflood", 5, 1, ("in_flight", 8), ("preflood", 4), lostSoon);
        await CheckSegmentsAsync("batch", 4, 0.25, ("in_flight", 4), ("batch", 4));

        // The server answers after so many messages together, and expects segments with data for each message.
        async Task CheckSegmentsAsync(
            string load,
            int together,
            double perMessage,
            (string, JsonNode?) option,
            params (string, JsonNode?)[] run
        )
        {
            const int Messages = 40;
            if (!bench.Stack.Loads.Contains(load))
                return;
            var server = (RawStreamServer)bench.Serve(new() { Answer = Behaviour.AnswerTogether(together) });
            var client = await bench.ConnectAsync(server, Fields.Create(option));
            var before = server.DataSegments;
            var result = await client.RunAsync(Messages, run.Append(("load", load)));
            Expect.Equal("answers", Messages, result.Received);
            var (segments, expected) = (server.DataSegments - before, perMessage * server.Messages);
            // A busy machine joins two now and then, or repeats one that is acknowledged late.
            Expect.Within($"segments with data of {load}", 0.75 * expected, 1.5 * expected, segments);
            await client.DisconnectAsync();
        }
    }

    private static async Task OneWayAcknowledgedAsync(Bench bench)
    {
        var server = await bench.ServerAsync();
        var client = await bench.OpenAsync(server);
        await client.GreetAsync(server.Token, 2);
        var before = (await server.UsageAsync()).Messages;
        // The next ones are sent when the acknowledgement is here, so that none stands for both.
        foreach (var last in new[] { 1, 3, 9 })
        {
            await client.SendAsync(CreateBody(last - 1));
            await client.SendAsync(CreateBody(last));
            var arrived = Math.Min(last + 1L, 6);
            Expect.SameBytes(
                $"the acknowledgement of message {last}, the {arrived}th",
                [.. BitConverter.GetBytes(last), .. BitConverter.GetBytes(arrived)],
                await client.ReceiveAsync("an acknowledgement")
            );
        }
        Expect.Equal("messages", before + 6, (await server.UsageAsync()).Messages);

        static byte[] CreateBody(int sequence) => [.. BitConverter.GetBytes(sequence), .. new byte[24]];
    }

    private static async Task OneWayHelloAsync(Bench bench)
    {
        var server = await bench.ServerAsync();
        var client = await bench.OpenAsync(server);
        await client.SendAsync(Frames.CreateHello(server.Token, 3));
        await client.ExpectClosedAsync("a hello with a part of 3");
    }

    private static async Task OneWayStreamAsync(Bench bench) =>
        await StreamAsync(bench, await bench.ServerAsync(), new() { ["in_flight"] = 8 });

    /// <summary>Expects that a stream arrives whole, or that both sides count the same of it.</summary>
    public static async Task StreamAsync(Bench bench, ServerUnderTest server, JsonObject options)
    {
        const int messages = 1_000;
        var before = (await server.UsageAsync()).Messages;
        var client = await bench.ConnectAsync(server, options.With(("one_way", true)));
        var result = await client.RunAsync(messages, ("load", "stream"));
        Expect.Equal("messages that were sent", messages, result.Sent);
        if (bench.Stack.IsStream)
            Expect.Equal("lost messages", 0, result.Lost);
        await server.CountsAsync(before + result.Answered, usage => usage.Messages);
        await client.DisconnectAsync();
    }

    private static async Task ChurnConnectionsAsync(Bench bench)
    {
        const int Messages = 50;
        var server = await bench.EmptyServerAsync();
        var before = (await server.UsageAsync()).Messages;
        var client = await bench.ConnectAsync(server, new() { ["churn"] = true, ["connections"] = 2 });
        var result = await client.RunAsync(Messages, ("load", "churn"));
        Expect.Equal("answers", Messages, result.Received);
        Expect.Equal("times of connecting", Messages, result[HistogramKind.Connects]?.Count ?? 0);
        Expect.Equal("times of first bytes", Messages, result[HistogramKind.FirstBytes]?.Count ?? 0);
        await server.CountsAsync(before + result.Answered, usage => usage.Messages);
        await server.CountsAsync(2, usage => usage.Connections);
    }

    private static async Task ChurnDeadServerAsync(Bench bench)
    {
        var server = bench.Serve();
        var client = await bench.ConnectAsync(server, new() { ["churn"] = true });
        await client.RunAsync(5, ("load", "churn"));
        server.Die();
        await client.Worker.RefusesAsync("run", new() { ["messages"] = 5, ["load"] = "churn" }, "error");
    }
}
