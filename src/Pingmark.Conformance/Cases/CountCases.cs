using System.Security.Cryptography;
using Pingmark.Conformance.Peers;

namespace Pingmark.Conformance.Cases;

/// <summary>Two sides that count for themselves agree, and nothing gets lost between them.</summary>
internal static class CountCases
{
    private const int Echoes = 4_000;

    public static IEnumerable<ConformanceCase> All =>
        [
            new(
                "counts.every-echo",
                "of 4,000 messages each one comes back, with the very bytes that were sent",
                Subject.Server,
                EveryEchoAsync
            ),
            new(
                "counts.server",
                "a server counts the messages that it echoed and the connections that are open",
                Subject.Server,
                ServerAsync
            ),
            new(
                "counts.client",
                "a client's result and usage count what its server saw",
                Subject.Client,
                ClientAsync,
                ofFraming: true
            ),
            new(
                "counts.100-connections",
                "100 connections all get answers, and both sides count the same",
                Subject.Pair,
                bench => PairAsync(bench, connections: 100, inFlight: 1)
            ),
            new(
                "counts.100-in-flight",
                "100 messages in flight on one connection all get answers, and both sides count the same",
                Subject.Pair,
                bench => PairAsync(bench, connections: 1, inFlight: 100)
            ),
        ];

    /// <summary>Random bytes, different in every message: an answer from memory, or for another message, is not the
    /// right one.</summary>
    private static async Task EveryEchoAsync(Bench bench)
    {
        const int Burst = 20;
        var client = await bench.GreetAsync(await bench.ServerAsync());
        for (var sent = 0; sent < Echoes; sent += Burst)
        {
            var bodies = Enumerable
                .Range(sent, Burst)
                .Select(number => (byte[])[.. BitConverter.GetBytes(number), .. RandomNumberGenerator.GetBytes(24)])
                .ToList();
            foreach (var body in bodies)
                await client.SendAsync(body);
            for (var n = 0; n < Burst; n++)
            {
                var echo = await client.ReceiveAsync($"echo {sent + n + 1} of {Echoes}");
                var expected = bodies.FindIndex(body => body.AsSpan().SequenceEqual(echo));
                Expect.That(
                    expected >= 0,
                    $"the bytes of one of the messages {sent} to {sent + Burst - 1}",
                    Convert.ToHexStringLower(echo)
                );
                bodies.RemoveAt(expected);
            }
        }
    }

    private static async Task ServerAsync(Bench bench)
    {
        // So many that a count which is 2 % wrong shows.
        const int Clients = 5,
            Each = 20;
        var server = await bench.ServerAsync();
        var before = await server.UsageAsync();
        var clients = new List<RawClient>();
        for (var n = 0; n < Clients; n++)
            clients.Add(await bench.GreetAsync(server));
        foreach (var client in clients)
            for (var n = 0; n < Each; n++)
                await client.EchoAsync([1, 2, 3, 4, (byte)n]);
        await server.CountsAsync("messages", before.Messages + Clients * Each, usage => usage.Messages);
        Expect.Equal(
            "connections more than before",
            Clients,
            (await server.UsageAsync()).Connections - before.Connections
        );
    }

    /// <summary>One message in flight, and nothing to settle: besides the counted messages at most one is under way
    /// when the window ends.</summary>
    private static async Task ClientAsync(Bench bench)
    {
        var server = bench.Serve();
        var client = await bench.ConnectAsync(server);
        for (var n = 0; n < 2; n++)
        {
            var before = server.Messages;
            var result = await client.RunAsync(ClientUnderTest.Window());
            var seen = server.Messages - before;
            Expect.That(
                result.Sent <= seen && result.Sent >= seen - 2,
                $"the {seen} messages that the server received, or one or two fewer",
                $"{result.Sent} counted as sent"
            );
        }
        Expect.Equal("messages by the client's usage", server.Messages, (await client.UsageAsync()).Messages);
    }

    private static async Task PairAsync(Bench bench, int connections, int inFlight)
    {
        connections = (int)Math.Min(connections, bench.Stack.MaxConnections);
        var server = await bench.EmptyServerAsync();
        var before = await server.UsageAsync();
        var client = await bench.ConnectAsync(
            server.EndPoint,
            server.Token,
            new() { ["connections"] = connections, ["in_flight"] = (int)Math.Min(inFlight, bench.Stack.MaxInFlight) }
        );
        Expect.Equal("connections that the server has", connections, (await server.UsageAsync()).Connections);
        var result = await client.RunAsync(ClientUnderTest.Messages(3_000));
        Expect.That(
            result is { Received: > 0, Lost: 0, Corrupt: 0, SilentConnections: 0 },
            "answers on every connection, none lost or corrupt",
            $"{result.Received} received, {result.Lost} lost, {result.Corrupt} corrupt, "
                + $"{result.SilentConnections} silent connections"
        );
        var matched = (await client.UsageAsync()).Messages;
        await server.CountsAsync(
            "messages, as many as the client's",
            matched,
            usage => usage.Messages - before.Messages
        );
        Expect.That(
            matched >= result.Received,
            $"at least the {result.Received} received answers in the client's usage",
            $"{matched}"
        );
    }
}
