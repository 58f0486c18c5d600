using Pingmark.Conformance.Peers;

namespace Pingmark.Conformance.Cases;

/// <summary>Datagrams are repeated, doubled and overtaken; a client counts each of these for what it is.</summary>
internal static class DatagramCases
{
    /// <summary>Of a run's 200 messages: what comes behind the last of them may not be looked at any more.</summary>
    private const int Half = 100;

    public static IEnumerable<ConformanceCase> All =>
        [
            new(
                "datagram.repeated-hello",
                "a server answers a repeated hello again, and counts it neither as a message nor as a connection",
                Subject.Server,
                RepeatedHelloAsync,
                framing: "datagram"
            ),
            new(
                "datagram.client-repeats-hello",
                "a client whose first hello is lost says it again",
                Subject.Client,
                ClientRepeatsHelloAsync,
                framing: "datagram",
                ofFraming: true
            ),
            new(
                "datagram.duplicated",
                "answers that come twice are counted as duplicated, and received once",
                Subject.Client,
                DuplicatedAsync,
                framing: "datagram",
                ofFraming: true
            ),
            new(
                "datagram.reordered",
                "answers that overtake an earlier one are counted as reordered",
                Subject.Client,
                ReorderedAsync,
                framing: "datagram",
                ofFraming: true
            ),
        ];

    private static async Task RepeatedHelloAsync(Bench bench)
    {
        var server = await bench.ServerAsync();
        var before = await server.UsageAsync();
        var client = await bench.GreetAsync(server);
        for (var n = 0; n < 3; n++)
            await client.GreetAsync(server.Token);
        await client.EchoAsync([1, 2, 3, 4, 5]);
        await server.CountsAsync("messages", before.Messages + 1, usage => usage.Messages);
        Expect.Equal("connections more than before", 1, (await server.UsageAsync()).Connections - before.Connections);
    }

    private static async Task ClientRepeatsHelloAsync(Bench bench)
    {
        var server = bench.Serve(new() { HellosIgnored = 2 });
        var client = await bench.ConnectAsync(server);
        Expect.That((await client.RunAsync()).Received > 0, "answers", "none");
    }

    private static async Task DuplicatedAsync(Bench bench)
    {
        var server = bench.Serve(
            new() { Answer = (number, body) => number <= Half && number % 10 == 0 ? [body, body] : [body] }
        );
        var client = await bench.ConnectAsync(server, new() { ["in_flight"] = 4 });
        var result = await client.RunAsync();
        Expect.Equal("duplicated", Half / 10, result.Duplicated);
        Expect.That(
            result is { Lost: 0, Corrupt: 0, Late: 0 },
            "none lost, corrupt or late",
            $"{result.Lost} lost, {result.Corrupt} corrupt, {result.Late} late"
        );
        Expect.Equal("messages by the client's usage", server.Messages, (await client.UsageAsync()).Messages);
    }

    /// <summary>Of two in flight the first is kept until the second has been answered.</summary>
    private static async Task ReorderedAsync(Bench bench)
    {
        byte[]? kept = null;
        IReadOnlyList<byte[]> Swap(long number, byte[] body)
        {
            if (number > Half)
                return [body];
            if (number % 2 == 1)
            {
                kept = body;
                return [];
            }
            return [body, kept!];
        }
        var server = bench.Serve(new() { Answer = Swap });
        var client = await bench.ConnectAsync(server, new() { ["in_flight"] = 2 });
        var result = await client.RunAsync();
        Expect.Equal("reordered", Half / 2, result.Reordered);
        Expect.Equal("corrupt", 0, result.Corrupt);
    }
}
