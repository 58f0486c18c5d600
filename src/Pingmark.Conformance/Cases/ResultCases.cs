using System.Text.Json.Nodes;
using Pingmark.Conformance.Peers;
using Pingmark.Host;
using Histogram = Pingmark.Model.Histogram;

namespace Pingmark.Conformance.Cases;

/// <summary>Cases of results: a measurement counts what it was asked to count, and ends with nothing in flight. The
/// kit's server knows what was really sent.</summary>
internal static class ResultCases
{
    private static async Task ResultsRunAsync(Bench bench)
    {
        var server = bench.Serve();
        var client = await bench.ConnectAsync(server);
        var before = Clock.NowNs;
        var run = await client.RunAsync(ClientUnderTest.Window(settleNs: 20_000_000));
        Expect.Equal("the counted time in ns", ClientUnderTest.WindowNs, run.DurationNs);
        Expect.AtLeast("ns from the request to the window", 20_000_000, run.FromNs - before);
        Expect.AtMost("messages counted, without those of settling", server.Messages - 1, run.Sent);
    }

    private static async Task ResultsStartAsync(Bench bench)
    {
        // Longer than a busy machine takes to read a request.
        const long Ahead = 1_000_000_000,
            TooFar = 70_000_000_000,
            Settle = 5_000_000;
        var client = await bench.ConnectAsync(bench.Serve());
        var before = Clock.NowNs;
        var now = (await client.Worker.OkAsync("usage")).Number("now_ns");
        Expect.Within("ns from the request to now_ns", 0, Clock.NowNs - before, now - before);
        var start = Clock.NowNs + Ahead;
        var run = await client.RunAsync(From(start));
        Expect.Equal("ns from start_at_ns to the window", Settle, run.FromNs - start);
        before = Clock.NowNs;
        run = await client.RunAsync(From(start));
        Expect.Within("ns to a window whose start has passed", Settle, Clock.NowNs - before, run.FromNs - before);
        (await client.Worker.AskAsync("run", From(Clock.NowNs + TooFar))).Unsupported();

        static JsonObject From(long startNs) => ClientUnderTest.Window(settleNs: Settle).With(("start_at_ns", startNs));
    }

    private static async Task ResultsMessagesAsync(Bench bench)
    {
        const int Messages = 101;
        var server = bench.Serve();
        var client = await bench.ConnectAsync(server, new() { ["connections"] = Several(bench), ["in_flight"] = 2 });
        foreach (var settle in new[] { 0, 5_000_000 })
        {
            var run = await client.RunAsync(Messages, ("settle_ns", settle));
            Expect.Equal("messages counted", Messages, run.Sent);
            Expect.AtLeast("ns up to the last answer", 1, run.DurationNs);
        }
    }

    private static async Task ResultsAnsweredAsync(Bench bench)
    {
        var server = bench.Serve();
        var client = await bench.ConnectAsync(server, new() { ["connections"] = Several(bench), ["in_flight"] = 2 });
        for (var n = 0; n < 2; n++)
        {
            var before = server.Messages;
            var run = await client.RunAsync(ClientUnderTest.Window(settleNs: 20_000_000));
            Expect.Equal("answered, of what the server received", server.Messages - before, run.Answered);
            Expect.AtLeast("answered, more than are counted", run.Received + 1, run.Answered);
        }
    }

    private static int Several(Bench bench) => bench.Stack.Connections(3);

    private static async Task ResultsLapsAsync(Bench bench)
    {
        const int LapMessages = 20;
        var client = await bench.ConnectAsync(bench.Serve());
        var before = Clock.NowNs;
        var fields = ClientUnderTest.Window(settleNs: 10_000_000).With(("lap_messages", LapMessages));
        var run = await client.RunAsync(fields);
        Expect.AtLeast("ns of the shortest lap", 1, run.LapsNs.DefaultIfEmpty().Min());
        Expect.Equal("messages counted", (long)run.LapsNs.Count * LapMessages, run.Sent);
        // With the first lap after the time that was asked for.
        Expect.AtLeast("ns to the window's end", 10_000_000 + ClientUnderTest.WindowNs, run.ToNs - before);
        Expect.AtMost("ns of all laps, in the window", run.DurationNs, run.LapsNs.Sum());
        Expect.AtMost("ns of all round trips, in the laps", run.LapsNs.Sum(), run.RttSumNs);
    }

    /// <summary>Asks for as many laps as possible. Answers are sent many at a time, before their messages: waiting
    /// 200,000 times for each other would take too long.</summary>
    private static async Task ResultsMostLapsAsync(Bench bench)
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
        var fields = ClientUnderTest.Window(40_000_000_000).With(("lap_messages", 1));
        var reason = (await client.Worker.AskAsync("run", fields, client.LongestAnswer(fields))).Error();
        Expect.Contains(reason, "more than 200000 laps", "a reason");
        await client.Worker.OkAsync("usage");
    }

    private static async Task ResultsHistogramAsync(Bench bench)
    {
        var client = await bench.ConnectAsync(bench.Serve(), new() { ["in_flight"] = 4 });
        var reply = await client.Worker.OkAsync("run", ClientUnderTest.Messages(), client.LongestAnswer());
        var run = ClientUnderTest.Read(reply);
        Expect.Equal("round trips in the histogram", run.Received - run.Corrupt, run.Rtt.Count);
        var highest = Histogram.IndexOf(reply.Number("rtt_max_ns"));
        Expect.Equal("the highest index, of rtt_max_ns", highest, (int)reply.Numbers("histogram")[^2]);
        var exact = run.RttSumNs / (double)run.Received;
        Expect.Within("ns of the histogram's mean", 0.999 * exact, 1.001 * exact, run.Rtt.MeanNs);
    }

    private static async Task ResultsSlowestAsync(Bench bench)
    {
        const int Asked = 50;
        var client = await bench.ConnectAsync(bench.Serve(), new() { ["connections"] = Several(bench) });
        var run = await client.RunAsync(200, ("slowest", Asked));
        var intended = run.Slowest?.IntendedNs ?? [];
        Expect.Equal("slowest messages", Asked, intended.Count(at => at >= run.FromNs && at <= run.ToNs));
    }

    private static async Task ResultsConnectHistogramAsync(Bench bench)
    {
        var connections = Several(bench);
        var client = await bench.ConnectAsync(bench.Serve(), new() { ["connections"] = connections });
        Expect.Equal("connect times", connections, client.Connected.Histogram("connect_histogram").Count);
    }

    private static async Task ResultsQuietAsync(Bench bench)
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
        Expect.AtMost($"ns of CPU time in {pause.TotalMilliseconds} ms of rest", pause.TotalNanoseconds / 2, usedNs);
    }
}
