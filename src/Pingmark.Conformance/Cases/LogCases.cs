using System.Text.Json.Nodes;

namespace Pingmark.Conformance.Cases;

/// <summary>Cases of the message log: a client logs when each message was sent and answered, as many messages as it was
/// asked to.</summary>
internal static class LogCases
{
    private const int Messages = 200,
        TooFew = 50;

    private static async Task LogMessagesAsync(Bench bench)
    {
        var connections = bench.Stack.Connections(2);
        var client = await bench.ConnectAsync(bench.Serve(), new() { ["connections"] = connections });
        var result = await client.RunAsync(Messages, ("log_messages", 2 * Messages));
        var reply = await client.Worker.OkAsync("logged", From(0));
        Expect.Equal("logged messages", Messages, reply.Count("logged"));
        Expect.Equal("messages without room", 0, reply.Count("not_logged"));
        var (of, sent, received) = (reply.Counts("connections"), reply.Counts("sent_ns"), reply.Counts("received_ns"));
        Expect.Equal("the logged round trips together", result.RttSumNs, received.Sum() - sent.Sum());
        Expect.Equal("connections that are logged", connections, of.Distinct().Count());
        Expect.AtLeast("the first send, in the window", result.FromNs, sent.Min());
        Expect.AtMost("the last send, in the window", result.ToNs - 1, sent.Max());
        var half = await client.Worker.OkAsync("logged", From(Messages / 2));
        Expect.Equal("messages of the second half", Messages / 2, half.Counts("sent_ns").Length);
        await client.RunAsync(Messages, ("log_messages", TooFew));
        reply = await client.Worker.OkAsync("logged", From(0));
        Expect.Equal("logged and without room", Messages, reply.Count("logged") + reply.Count("not_logged"));
        Expect.Within("logged messages", 1, TooFew, reply.Count("logged"));
    }

    private static JsonObject From(int number) => new() { ["from"] = number };
}
