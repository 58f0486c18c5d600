using System.Security.Cryptography;

namespace Pingmark.Conformance.Cases;

/// <summary>Cases that show that two sides which count independently agree, and that nothing gets lost between
/// them.</summary>
internal static class CountCases
{
    private const int Echoes = 4_000;

    private static Task Counts100ConnectionsAsync(Bench bench) => PairAsync(bench, connections: 100, inFlight: 1);

    private static Task Counts100InFlightAsync(Bench bench) => PairAsync(bench, connections: 1, inFlight: 100);

    /// <summary>Echoes random bytes, different in every message, so that an answer from memory, or to another message,
    /// is found.</summary>
    private static async Task CountsEveryEchoAsync(Bench bench)
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

    private static async Task CountsServerAsync(Bench bench)
    {
        // So many that a count which is 2 % wrong shows.
        const int Clients = 5,
            Each = 20;
        var server = await bench.ServerAsync();
        var before = await server.UsageAsync();
        foreach (var client in await bench.GreetAsync(server, Clients))
            for (var n = 0; n < Each; n++)
                await client.EchoAsync([1, 2, 3, 4, (byte)n]);
        await server.CountsAsync(before.Messages + Clients * Each, usage => usage.Messages);
        await server.HasAsync(before.Connections + Clients, usage => usage.Connections);
    }

    /// <summary>Counts a client's messages in windows. With one message in flight and no load before the window, at
    /// most one message is under way besides the counted ones when it ends.</summary>
    private static async Task CountsClientAsync(Bench bench)
    {
        var server = bench.Serve();
        var client = await bench.ConnectAsync(server);
        for (var n = 0; n < 2; n++)
        {
            var before = server.Messages;
            var result = await client.RunAsync(ClientUnderTest.Window());
            var seen = server.Messages - before;
            Expect.Within("messages sent, of those that the server received", seen - 2, seen, result.Sent);
        }
        Expect.Equal("messages by the client's usage", server.Messages, (await client.UsageAsync()).Messages);
    }

    private static async Task PairAsync(Bench bench, int connections, int inFlight)
    {
        connections = bench.Stack.Connections(connections);
        var most = Math.Min(inFlight, bench.Stack.MaxInFlight);
        var server = await bench.EmptyServerAsync();
        var before = await server.UsageAsync();
        var options = Fields.Create(("connections", connections), ("in_flight", most));
        var client = await bench.ConnectAsync(server, options);
        await server.HasAsync(connections, usage => usage.Connections);
        var result = await client.RunAsync(3_000);
        Expect.Right(result);
        var matched = (await client.UsageAsync()).Messages;
        await server.CountsAsync(matched, usage => usage.Messages - before.Messages);
        Expect.AtLeast("received answers in the client's usage", result.Received, matched);
    }
}
