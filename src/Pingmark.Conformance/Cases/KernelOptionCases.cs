using System.Text.Json.Nodes;

namespace Pingmark.Conformance.Cases;

/// <summary>What a stack may ask of the kernel changes what a message costs, and nothing else.</summary>
internal static class KernelOptionCases
{
    private const string Offload = "udp_offload",
        Polled = "sqpoll",
        Deferred = "defer_taskrun";

    private const int Messages = 2_000;

    public static IEnumerable<ConformanceCase> All =>
        [
            Of("kernel-options.udp-offload", Offload),
            Of("kernel-options.sqpoll", Polled),
            Of("kernel-options.defer-taskrun", Deferred),
            new(
                "kernel-options.one-way",
                "messages one way arrive, many as one, and both sides count the same",
                Subject.Pair,
                OneWayAsync,
                load: OneWayCases.Load,
                option: Offload
            ),
            new(
                "kernel-options.exclusive",
                "options that exclude each other are unsupported together, and named",
                Subject.Pair,
                ExclusiveAsync,
                option: Polled
            ),
        ];

    private static ConformanceCase Of(string id, string option) =>
        new(
            id,
            "with the option and without, as it is reported, the same messages come back right",
            Subject.Pair,
            bench => BothAsync(bench, option),
            option: option
        );

    private static async Task BothAsync(Bench bench, string option)
    {
        foreach (var on in new[] { true, false })
        {
            var server = await bench.ListenAsync(new() { [option] = on });
            var client = await bench.ConnectAsync(
                server.EndPoint,
                server.Token,
                new()
                {
                    [option] = on,
                    ["connections"] = 3,
                    ["in_flight"] = 64,
                    ["message_bytes"] = 100,
                }
            );
            Expect.Equal($"the server's effective {option}", on, server.Listening.Flag(option));
            Expect.Equal($"the client's effective {option}", on, client.Connected.Flag(option));
            var result = await client.RunAsync(ClientUnderTest.Messages(Messages));
            Expect.That(
                result is { Received: Messages, Lost: 0, Corrupt: 0, SilentConnections: 0 },
                $"{Messages} right answers",
                $"{result.Received} received, {result.Lost} lost, {result.Corrupt} corrupt"
            );
        }
    }

    private static async Task OneWayAsync(Bench bench)
    {
        var server = await bench.ListenAsync(new() { [Offload] = true });
        var options = new JsonObject
        {
            [Offload] = true,
            ["one_way"] = true,
            ["in_flight"] = 256,
        };
        var client = await bench.ConnectAsync(server.EndPoint, server.Token, options);
        var result = await client.RunAsync(new() { ["messages"] = Messages, ["load"] = OneWayCases.Load });
        Expect.Equal("messages that were sent", Messages, result.Sent);
        await server.CountsAsync("messages", result.Answered, usage => usage.Messages);
    }

    private static async Task ExclusiveAsync(Bench bench)
    {
        var server = await bench.ServerAsync();
        var request = ClientUnderTest.Request(
            bench.Stack,
            server.EndPoint,
            server.Token,
            new() { [Polled] = true, [Deferred] = true }
        );
        Expect.Contains(
            (await (await bench.IdleAsync()).AskAsync("connect", request)).Unsupported(),
            Polled,
            "a reason"
        );
    }
}
