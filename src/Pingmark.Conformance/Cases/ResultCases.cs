using System.Text.Json.Nodes;
using Pingmark.Conformance.Peers;
using Pingmark.Host;
using Histogram = Pingmark.Model.Histogram;

namespace Pingmark.Conformance.Cases;

/// <summary>A measurement counts what it was asked to count, and ends quiet. The kit's server knows what was really
/// sent.</summary>
internal static class ResultCases
{
    public static IEnumerable<ConformanceCase> All =>
        [
            new(
                "results.run",
                "a run counts for its duration, after settling",
                Subject.Client,
                RunAsync,
                ofFraming: true
            ),
            new(
                "results.start",
                "a run begins at its start, by the clock that usage tells; at once where that has passed",
                Subject.Client,
                StartAsync,
                ofKit: true
            ),
            new(
                "results.messages",
                "a run by messages counts exactly so many",
                Subject.Client,
                MessagesAsync,
                ofFraming: true
            ),
            new(
                "results.answered",
                "all answers of a run are told, those of messages that don't count, too",
                Subject.Client,
                AnsweredAsync,
                ofFraming: true
            ),
            new(
                "results.laps",
                "laps are whole, and their times make up the window",
                Subject.Client,
                LapsAsync,
                ofFraming: true
            ),
            new(
                "results.laps-need-one",
                "laps with several connections or messages in flight are unsupported",
                Subject.Client,
                LapsNeedOneAsync,
                ofKit: true
            ),
            new(
                "results.most-laps",
                "more than 200,000 laps are an error that tells the limit, and the client goes on",
                Subject.Client,
                MostLapsAsync,
                framing: "datagram",
                ofKit: true
            ),
            new(
                "results.histogram",
                "the histogram agrees with the exact maximum and sum",
                Subject.Client,
                HistogramAsync,
                ofFraming: true
            ),
            new(
                "results.connect-histogram",
                "connect times are counted, one for each connection",
                Subject.Client,
                ConnectHistogramAsync,
                ofFraming: true
            ),
            new(
                "results.quiet",
                "after a result nothing is under way, and the client uses no CPU",
                Subject.Client,
                QuietAsync,
                ofFraming: true
            ),
        ];

    private static async Task RunAsync(Bench bench)
    {
        var server = bench.Serve();
        var client = await bench.ConnectAsync(server);
        var before = Clock.NowNs;
        var run = await client.RunAsync(ClientUnderTest.Window(settleNs: 20_000_000));
        Expect.Equal("the counted time in ns", ClientUnderTest.WindowNs, run.DurationNs);
        Expect.That(
            run.FromNs >= before + 20_000_000,
            "a window that begins 20 ms after the request",
            $"{(run.FromNs - before) / 1e6:0.0} ms"
        );
        Expect.That(
            run.Sent < server.Messages,
            "the messages of settling not counted",
            $"{run.Sent} of {server.Messages} counted"
        );
    }

    private static async Task StartAsync(Bench bench)
    {
        const long Ahead = 100_000_000,
            TooFar = 70_000_000_000,
            Settle = 5_000_000;
        var client = await bench.ConnectAsync(bench.Serve());
        var before = Clock.NowNs;
        var now = (await client.Worker.OkAsync("usage")).Number("now_ns");
        Expect.That(
            now >= before && now <= Clock.NowNs,
            "now_ns between the request and its reply",
            $"{(now - before) / 1e6:0.000} ms after the request"
        );
        var start = Clock.NowNs + Ahead;
        var run = await client.RunAsync(From(start));
        Expect.Equal("ns from start_at_ns to the window", Settle, run.FromNs - start);
        before = Clock.NowNs;
        run = await client.RunAsync(From(start));
        Expect.That(
            run.FromNs >= before + Settle && run.FromNs <= Clock.NowNs,
            "a window of now where the start has passed",
            $"{(run.FromNs - before) / 1e6:0.000} ms after the request"
        );
        (await client.Worker.AskAsync("run", From(Clock.NowNs + TooFar))).Unsupported();

        static JsonObject From(long startNs)
        {
            var fields = ClientUnderTest.Window(settleNs: Settle);
            fields["start_at_ns"] = startNs;
            return fields;
        }
    }

    private static async Task MessagesAsync(Bench bench)
    {
        const int Messages = 101;
        var server = bench.Serve();
        var client = await bench.ConnectAsync(server, new() { ["connections"] = Several(bench), ["in_flight"] = 2 });
        foreach (var settle in new[] { 0, 5_000_000 })
        {
            var run = await client.RunAsync(new() { ["messages"] = Messages, ["settle_ns"] = settle });
            Expect.Equal("messages counted", Messages, run.Sent);
            Expect.That(run.DurationNs > 0, "a window up to the last answer", $"{run.DurationNs} ns");
        }
    }

    private static async Task AnsweredAsync(Bench bench)
    {
        var server = bench.Serve();
        var client = await bench.ConnectAsync(server, new() { ["connections"] = Several(bench), ["in_flight"] = 2 });
        for (var n = 0; n < 2; n++)
        {
            var before = server.Messages;
            var run = await client.RunAsync(ClientUnderTest.Window(settleNs: 20_000_000));
            Expect.Equal("answered, of what the server received", server.Messages - before, run.Answered);
            Expect.That(run.Answered > run.Received, "more answers than counted ones", $"{run.Received} received");
        }
    }

    private static int Several(Bench bench) => (int)Math.Min(3, bench.Stack.MaxConnections);

    private static async Task LapsAsync(Bench bench)
    {
        const int LapMessages = 20;
        var client = await bench.ConnectAsync(bench.Serve());
        var fields = ClientUnderTest.Window(settleNs: 10_000_000);
        fields["lap_messages"] = LapMessages;
        var before = Clock.NowNs;
        var run = await client.RunAsync(fields);
        Expect.That(
            run.LapsNs.Count > 0 && run.LapsNs.All(lap => lap > 0),
            "laps, each longer than 0 ns",
            $"{run.LapsNs.Count}, the shortest {run.LapsNs.DefaultIfEmpty().Min()} ns"
        );
        Expect.Equal("messages counted", (long)run.LapsNs.Count * LapMessages, run.Sent);
        Expect.That(
            run.ToNs >= before + 10_000_000 + ClientUnderTest.WindowNs,
            "a window that ends with the first lap after the time that was asked for",
            $"{(run.ToNs - before) / 1e6:0.0} ms after the request"
        );
        Expect.That(
            run.LapsNs.Sum() <= run.DurationNs,
            $"laps that fit into the window of {run.DurationNs} ns",
            $"{run.LapsNs.Sum()} ns together"
        );
        Expect.That(
            run.RttSumNs <= run.LapsNs.Sum(),
            $"round trips that fit into the laps of {run.LapsNs.Sum()} ns",
            $"{run.RttSumNs} ns together"
        );
    }

    private static async Task LapsNeedOneAsync(Bench bench)
    {
        var client = await bench.ConnectAsync(bench.Serve(), new() { ["in_flight"] = 2 });
        var fields = ClientUnderTest.Window();
        fields["lap_messages"] = 10;
        (await client.Worker.AskAsync("run", fields)).Unsupported();
    }

    /// <summary>Answers are sent many at a time, to messages that are only to come: 200,000 waits for each other would
    /// take too long.</summary>
    private static async Task MostLapsAsync(Bench bench)
    {
        // As many as Linux's default receive buffer holds.
        const int Ahead = 200;
        var payload = new Payload("random");
        IReadOnlyList<byte[]> Answers(long number, byte[] body)
        {
            var sequence = Payload.SequenceOf(body);
            return sequence % Ahead != 0
                ? []
                : Enumerable.Range(0, Ahead).Select(n => payload.Body(sequence + (uint)n, body.Length)).ToList();
        }
        var client = await bench.ConnectAsync(bench.Serve(new() { Answer = Answers }));
        var fields = ClientUnderTest.Window(40_000_000_000);
        fields["lap_messages"] = 1;
        var reason = (await client.Worker.AskAsync("run", fields, client.LongestAnswer(fields))).Error();
        Expect.Contains(reason, "more than 200000 laps", "a reason");
        await client.Worker.OkAsync("usage");
    }

    private static async Task HistogramAsync(Bench bench)
    {
        var client = await bench.ConnectAsync(bench.Serve(), new() { ["in_flight"] = 4 });
        var reply = await client.Worker.OkAsync("run", ClientUnderTest.Messages(), client.LongestAnswer());
        var run = ClientUnderTest.Read(reply);
        var sparse = reply.Numbers("histogram");
        Expect.Equal("round trips in the histogram", run.Received - run.Corrupt, run.Rtt.Count);
        Expect.Equal(
            "the highest index, of rtt_max_ns",
            Histogram.IndexOf(reply.Number("rtt_max_ns")),
            (int)sparse[^2]
        );
        var exact = run.RttSumNs / (double)run.Received;
        Expect.That(
            Math.Abs(run.Rtt.MeanNs / exact - 1) < 0.001,
            $"the mean {exact:0} ns",
            $"{run.Rtt.MeanNs:0} ns in the histogram"
        );
    }

    private static async Task ConnectHistogramAsync(Bench bench)
    {
        var connections = Several(bench);
        var client = await bench.ConnectAsync(bench.Serve(), new() { ["connections"] = connections });
        Expect.Equal(
            "connect times",
            connections,
            Histogram.FromSparse(client.Connected.Numbers("connect_histogram")).Count
        );
    }

    private static async Task QuietAsync(Bench bench)
    {
        const int MostPauses = 10;
        var pause = TimeSpan.FromMilliseconds(200);
        var server = bench.Serve();
        var client = await bench.ConnectAsync(server, new() { ["connections"] = Several(bench), ["in_flight"] = 4 });
        await client.RunAsync();
        var messages = server.Messages;
        var before = await client.UsageAsync();
        Expect.Equal("answers matched by the client's usage", messages, before.Messages);
        // A runtime's own threads (JIT, timers) may still be busy with what was, but not for long.
        var usedNs = long.MaxValue;
        for (var pauses = 0; pauses < MostPauses && usedNs >= pause.TotalNanoseconds / 2; pauses++)
        {
            await Task.Delay(pause);
            var after = await client.UsageAsync();
            (usedNs, before) = ((after - before).CpuNs, after);
        }
        Expect.Equal("messages sent since the result", 0, server.Messages - messages);
        Expect.That(
            usedNs < pause.TotalNanoseconds / 2,
            $"hardly any CPU time in {pause.TotalMilliseconds} ms of rest",
            $"{usedNs / 1e6:0} ms"
        );
    }
}
