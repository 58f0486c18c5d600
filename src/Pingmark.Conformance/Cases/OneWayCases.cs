using System.Text.Json.Nodes;
using Pingmark.Conformance.Peers;

namespace Pingmark.Conformance.Cases;

/// <summary>Messages that go one way: what a server acknowledges, and what a client makes of it.</summary>
internal static class OneWayCases
{
    public const string Load = "stream";

    private const int BodyBytes = 28;

    public static IEnumerable<ConformanceCase> All =>
        [
            new(
                "one-way.acknowledged",
                "of messages that go one way, the last one of each part is acknowledged with how many have arrived",
                Subject.Server,
                AcknowledgedAsync,
                load: Load
            ),
            new(
                "one-way.hello",
                "a hello whose part is no power of two is not answered",
                Subject.Server,
                HelloAsync,
                framing: "stream",
                ofKit: true,
                load: Load
            ),
            new(
                "one-way.stream",
                "a stream of the stack's client arrives whole at its server, and both count the same",
                Subject.Pair,
                StreamAsync,
                load: Load
            ),
            new(
                "one-way.refused",
                "one way, a window that is no power of two, a message too short, and any other load are refused",
                Subject.Pair,
                RefusedAsync,
                ofFraming: true,
                load: Load
            ),
        ];

    private static byte[] Body(int sequence) => [.. BitConverter.GetBytes(sequence), .. new byte[BodyBytes - 4]];

    private static async Task AcknowledgedAsync(Bench bench)
    {
        var server = await bench.ServerAsync();
        var client = await bench.OpenAsync(server);
        await client.GreetAsync(server.Token, part: 2);
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

    private static async Task HelloAsync(Bench bench)
    {
        var server = await bench.ServerAsync();
        var client = (RawStreamClient)await bench.OpenAsync(server);
        await client.SendAsync([.. Frames.HelloOf(server.Token), .. BitConverter.GetBytes(3)]);
        await client.ExpectClosedAsync("a hello with a part of 3");
    }

    private static async Task StreamAsync(Bench bench)
    {
        var server = await bench.ServerAsync();
        var before = (await server.UsageAsync()).Messages;
        var client = await ConnectAsync(bench, server);
        var result = await client.RunAsync(new() { ["messages"] = 1_000, ["load"] = Load });
        Expect.Equal("messages that were sent", 1_000, result.Sent);
        if (bench.Stack.IsStream)
            Expect.Equal("lost messages", 0, result.Lost);
        await server.CountsAsync("messages", before + result.Answered, usage => usage.Messages);
    }

    private static Task RefusedAsync(Bench bench) =>
        LoadRefusals.CheckAsync(bench, Load, Options(), [("in_flight", 6), ("message_bytes", 19)], ("batch", 9));

    private static JsonObject Options() => new() { ["one_way"] = true, ["in_flight"] = 8 };

    private static Task<ClientUnderTest> ConnectAsync(Bench bench, ServerUnderTest server) =>
        bench.ConnectAsync(server.EndPoint, server.Token, Options());
}
