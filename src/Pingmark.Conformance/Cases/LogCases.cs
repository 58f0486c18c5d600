using System.Text.Json.Nodes;

namespace Pingmark.Conformance.Cases;

/// <summary>A client logs when each message was sent and answered, as many as it was asked to.</summary>
internal static class LogCases
{
    private const int Messages = 200,
        TooFew = 50;

    public static IEnumerable<ConformanceCase> All =>
        [
            new(
                "log.messages",
                "the logged times are those of the round trips, and what found no room is counted",
                Subject.Client,
                MessagesAsync,
                ofFraming: true
            ),
        ];

    private static async Task MessagesAsync(Bench bench)
    {
        var connections = (int)Math.Min(2, bench.Stack.MaxConnections);
        var client = await bench.ConnectAsync(bench.Serve(), new() { ["connections"] = connections });
        var result = await client.RunAsync(Run(room: 2 * Messages));
        var reply = await client.Worker.OkAsync("logged", From(0));
        Expect.Equal("logged messages", Messages, reply.Count("logged"));
        Expect.Equal("messages without room", 0, reply.Count("not_logged"));
        var (of, sent, received) = (reply.Counts("connections"), reply.Counts("sent_ns"), reply.Counts("received_ns"));
        Expect.Equal("the logged round trips together", result.RttSumNs, received.Sum() - sent.Sum());
        Expect.Equal("connections that are logged", connections, of.Distinct().Count());
        Expect.That(
            sent.All(at => at >= result.FromNs && at < result.ToNs),
            "sends within the window",
            $"{sent.Min()} to {sent.Max()}, of {result.FromNs} to {result.ToNs}"
        );
        Expect.Equal(
            "messages of the second half",
            Messages / 2,
            (await client.Worker.OkAsync("logged", From(Messages / 2))).Counts("sent_ns").Length
        );
        await client.RunAsync(Run(TooFew));
        reply = await client.Worker.OkAsync("logged", From(0));
        Expect.Equal(
            "logged messages and those without room",
            Messages,
            reply.Count("logged") + reply.Count("not_logged")
        );
        Expect.That(
            reply.Count("logged") is > 0 and <= TooFew,
            $"{TooFew} logged messages at most",
            $"{reply.Count("logged")}"
        );
    }

    private static JsonObject Run(int room) => new() { ["messages"] = Messages, ["log_messages"] = room };

    private static JsonObject From(int number) => new() { ["from"] = number };
}
