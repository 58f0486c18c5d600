using System.Text.Json.Nodes;
using Pingmark.Conformance.Peers;
using Pingmark.Host;
using Pingmark.Model;

namespace Pingmark.Conformance.Cases;

/// <summary>Cases of results: a measurement counts what it was asked to count, leaves no round trip out, costs a kit
/// nothing for each message, and ends with nothing in flight. The kit's server knows what was really sent.</summary>
internal static class ResultCases
{
    private const int SettleNs = 20_000_000;

    /// <summary>With one message in flight and no load before the window, the server gets at most two messages that do
    /// not count: one when the window begins, and one when it ends.</summary>
    private static async Task ResultsRunAsync(Bench bench)
    {
        var server = bench.Serve();
        var client = await bench.ConnectAsync(server);
        foreach (var settleNs in new[] { 0, SettleNs })
        {
            var (before, now) = (server.Messages, Clock.NowNs);
            var run = await client.RunAsync(ClientUnderTest.Window(settleNs: settleNs));
            Expect.Equal("the counted time in ns", ClientUnderTest.WindowNs, run.DurationNs);
            Expect.AtLeast("ns from the request to the window", settleNs, run.FromNs - now);
            var seen = server.Messages - before;
            Expect.Equal("answered, of what the server received", seen, run.Answered);
            if (settleNs == 0)
                Expect.Within("messages sent, of those that the server received", seen - 2, seen, run.Sent);
            else
                Expect.AtMost("messages counted, without those of settling", seen - 1, run.Sent);
        }
        Expect.Equal("messages by the client's usage", server.Messages, (await client.UsageAsync()).Messages);
    }

    private static async Task ResultsStartAsync(Bench bench)
    {
        const long Ahead = 100_000_000,
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
        await client.Worker.RefusesAsync("run", From(Clock.NowNs + TooFar), "unsupported");

        static JsonObject From(long startNs) => ClientUnderTest.Window(settleNs: Settle).With(("start_at_ns", startNs));
    }

    private static async Task ResultsMessagesAsync(Bench bench)
    {
        const int Messages = 101;
        var server = bench.Serve();
        var client = await bench.ConnectAsync(server, Several(bench, inFlight: 2));
        foreach (var settle in new[] { 0, 5_000_000 })
        {
            var before = server.Messages;
            var run = await client.RunAsync(Messages, ("settle_ns", settle));
            Expect.Equal("messages counted", Messages, run.Sent);
            Expect.AtLeast("ns up to the last answer", 1, run.DurationNs);
            Expect.Equal("answered, of what the server received", server.Messages - before, run.Answered);
        }
    }

    private static JsonObject Several(Bench bench, int inFlight = 1) =>
        Fields.Create(("connections", bench.Stack.Connections(3)), ("in_flight", inFlight));

    private static async Task ResultsLapsAsync(Bench bench)
    {
        const int LapMessages = 20;
        var client = await bench.ConnectAsync(bench.Serve());
        var before = Clock.NowNs;
        var fields = ClientUnderTest.Window(settleNs: SettleNs).With(("lap_messages", LapMessages));
        var run = await client.RunAsync(fields);
        Expect.AtLeast("ns of the shortest lap", 1, run.LapsNs.DefaultIfEmpty().Min());
        Expect.Equal("messages counted", (long)run.LapsNs.Count * LapMessages, run.Sent);
        // With the first lap after the time that was asked for.
        Expect.AtLeast("ns to the window's end", SettleNs + ClientUnderTest.WindowNs, run.ToNs - before);
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
            var sequence = Payload.ReadSequence(body);
            return sequence % Ahead != 0
                ? []
                : [.. Enumerable.Range(0, Ahead).Select(n => payload.CreateBody(sequence + (uint)n, body.Length))];
        }
        var client = await bench.ConnectAsync(bench.Serve(new() { Answer = Answers }));
        var fields = ClientUnderTest.Window(40_000_000_000).With(("lap_messages", 1));
        var answer = await client.Worker.AskAsync("run", fields, client.LongestAnswer(fields));
        Expect.Contains(answer.Is("error").Reason, "more than 200000 laps", "a reason");
        await client.Worker.OkAsync("usage");
    }

    private static async Task ResultsSlowestAsync(Bench bench)
    {
        const int Asked = 50;
        var client = await bench.ConnectAsync(bench.Serve(), Several(bench));
        var run = await client.RunAsync(200, ("slowest", Asked));
        var intended = run.Slowest?.IntendedNs ?? [];
        Expect.Equal("slowest messages", Asked, intended.Count(at => at >= run.FromNs && at <= run.ToNs));
    }

    private static async Task ResultsQuietAsync(Bench bench)
    {
        const int MaxPauses = 10;
        var pause = TimeSpan.FromMilliseconds(200);
        var server = bench.Serve();
        var client = await bench.ConnectAsync(server, Several(bench, inFlight: 4));
        await client.RunAsync();
        var messages = server.Messages;
        var before = await client.UsageAsync();
        Expect.Equal("answers matched by the client's usage", messages, before.Messages);
        // A runtime's own threads (JIT, timers) may still be busy with what was, but not for long.
        var usedNs = long.MaxValue;
        for (var pauses = 0; pauses < MaxPauses && usedNs >= pause.TotalNanoseconds / 2; pauses++)
        {
            await Task.Delay(pause);
            var after = await client.UsageAsync();
            (usedNs, before) = ((after - before).CpuNs, after);
        }
        Expect.Equal("messages sent since the result", 0, server.Messages - messages);
        Expect.AtMost($"ns of CPU time in {pause.TotalMilliseconds} ms of rest", pause.TotalNanoseconds / 2, usedNs);
    }

    /// <summary>Sends messages that both sides' buffers can't hold. The server begins to receive two of them and leaves
    /// them for a while: the first of a run, and one that is sent when an answer arrived.</summary>
    private static async Task RoundTripsBlockedSendAsync(Bench bench)
    {
        var blocked = TimeSpan.FromMilliseconds(250);
        TimeSpan Pause(long number) => number is 1 or 3 ? blocked : TimeSpan.Zero;
        var server = bench.Serve(new() { ReceiveBufferBytes = 8_192, PauseInside = Pause });
        var client = await bench.ConnectAsync(server, PeerFaultCases.FillBuffers(bench.Stack));
        ExpectSlow(await client.RunAsync(4), slow: 2, blocked);
    }

    private static async Task RoundTripsSlowAnswersAsync(Bench bench)
    {
        const int Messages = 300,
            SlowEvery = 100;
        // Longer than a busy machine holds up others.
        var delay = TimeSpan.FromMilliseconds(100);
        TimeSpan Pause(long number) => number <= Messages && number % SlowEvery == 0 ? delay : TimeSpan.Zero;
        var client = await bench.ConnectAsync(bench.Serve(new() { Pause = Pause }));
        ExpectSlow(await client.RunAsync(Messages), Messages / SlowEvery, delay);
    }

    /// <param name="slow">How many round trips took at least that long.</param>
    private static void ExpectSlow(Measurement result, long slow, TimeSpan least)
    {
        // A timer may end a little early, and a histogram rounds.
        var leastNs = 0.9 * least.TotalNanoseconds;
        Expect.AtLeast($"round trips of {leastNs} ns or more", slow, result.Rtt.CountAbove(leastNs));
        Expect.AtLeast("ns of the longest round trip", leastNs, result.RttMaxNs ?? 0);
    }

    private static async Task AllocationsClientAsync(Bench bench)
    {
        var client = await bench.ConnectAsync(bench.Serve());
        foreach (var laps in new (string, JsonNode?)[][] { [], [("lap_messages", 100)] })
        {
            var run = ClientUnderTest.Messages(1_000).With(laps);
            // What is made once, and kept, is no message's cost.
            await client.RunAsync(run);
            await ExpectNoAllocationAsync($"by {run.ToJsonString()}", () => client.RunAsync(run), client.UsageAsync);
        }
    }

    private static async Task AllocationsServerAsync(Bench bench)
    {
        var server = await bench.ServerAsync();
        var client = await bench.GreetAsync(server);
        await EchoAsync(100);
        await ExpectNoAllocationAsync("echoing", () => EchoAsync(1_000), server.UsageAsync);

        async Task EchoAsync(int messages)
        {
            for (var n = 0; n < messages; n++)
                await client.EchoAsync(bodyBytes: 4);
        }
    }

    /// <summary>A stack of raw sockets that spins allocates nothing itself, so that all that it reports is the kit's. A
    /// runtime that compiles a method again allocates for that, once and at any time; what messages or windows allocate
    /// is in most of the tries.</summary>
    private static async Task ExpectNoAllocationAsync(string when, Func<Task> exchange, Func<Task<Usage>> usage)
    {
        const int Tries = 3;
        var bytesPerMessage = new List<double>();
        for (var n = 0; n < Tries; n++)
        {
            var before = await usage();
            await exchange();
            var used = await usage() - before;
            // A language without a garbage collector reports no allocations.
            if (used.AllocatedBytes is { } bytes)
                bytesPerMessage.Add((double)bytes / used.Messages);
        }
        if (bytesPerMessage.Count > 0)
            Expect.AtMost(
                $"median of the bytes a message that are allocated {when}",
                1,
                bytesPerMessage.Order().ElementAt(bytesPerMessage.Count / 2)
            );
    }
}
