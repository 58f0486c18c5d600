using System.Text.Json.Nodes;
using Pingmark.Conformance.Peers;

namespace Pingmark.Conformance.Cases;

/// <summary>Cases of messages that go one way: what a server acknowledges, and how a client counts it.</summary>
internal static class OneWayCases
{
    private const string Load = "stream";

    private const int BodyBytes = 28;

    private static byte[] Body(int sequence) => [.. BitConverter.GetBytes(sequence), .. new byte[BodyBytes - 4]];

    private static async Task OneWayAcknowledgedAsync(Bench bench)
    {
        var server = await bench.ServerAsync();
        var client = await bench.OpenAsync(server);
        await client.GreetAsync(server.Token, 2);
        var before = (await server.UsageAsync()).Messages;
        // The next ones are sent when the acknowledgement is here, so that none stands for both.
        foreach (var last in new[] { 1, 3, 9 })
        {
            await client.SendAsync(Body(last - 1));
            await client.SendAsync(Body(last));
            var arrived = Math.Min(last + 1L, 6);
            Expect.SameBytes(
                $"the acknowledgement of message {last}, the {arrived}th",
                [.. BitConverter.GetBytes(last), .. BitConverter.GetBytes(arrived)],
                await client.ReceiveAsync("an acknowledgement")
            );
        }
        Expect.Equal("messages", before + 6, (await server.UsageAsync()).Messages);
    }

    private static async Task OneWayHelloAsync(Bench bench)
    {
        var server = await bench.ServerAsync();
        var client = (RawStreamClient)await bench.OpenAsync(server);
        await client.SendAsync(Frames.HelloOf(server.Token, 3));
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
        var result = await client.RunAsync(messages, ("load", Load));
        Expect.Equal("messages that were sent", messages, result.Sent);
        if (bench.Stack.IsStream)
            Expect.Equal("lost messages", 0, result.Lost);
        await server.CountsAsync(before + result.Answered, usage => usage.Messages);
    }
}
