using System.Text.Json.Nodes;
using Pingmark.Conformance.Peers;

namespace Pingmark.Conformance.Cases;

/// <summary>A connection for each message.</summary>
internal static class ChurnCases
{
    public const string Load = "churn";

    private const int Messages = 50;

    public static IEnumerable<ConformanceCase> All =>
        [
            new(
                "churn.connections",
                "each message goes on a connection of its own, closed after its answer, and its times are told",
                Subject.Pair,
                ConnectionsAsync,
                load: Load
            ),
            new(
                "churn.refused",
                "a connection for each message has one in flight; its client makes no other load, and others not this",
                Subject.Pair,
                RefusedAsync,
                ofKit: true,
                load: Load
            ),
            new(
                "churn.dead-server",
                "a server that dies ends a measurement with a connection for each message",
                Subject.Client,
                DeadServerAsync,
                ofKit: true,
                load: Load
            ),
        ];

    private static async Task ConnectionsAsync(Bench bench)
    {
        var server = await bench.EmptyServerAsync();
        var before = (await server.UsageAsync()).Messages;
        var client = await bench.ConnectAsync(server.EndPoint, server.Token, Options(connections: 2));
        var result = await client.RunAsync(new() { ["messages"] = Messages, ["load"] = Load });
        Expect.Equal("answers", Messages, result.Received);
        Expect.Equal("times of connecting", Messages, result.Connects?.Count ?? 0);
        Expect.Equal("times of first bytes", Messages, result.FirstBytes?.Count ?? 0);
        await server.CountsAsync("messages", before + result.Answered, usage => usage.Messages);
        await server.CountsAsync("open connections", 2, usage => usage.Connections);
    }

    private static async Task RefusedAsync(Bench bench)
    {
        var server = await bench.ServerAsync();
        var worker = await bench.UnconnectedAsync();
        var request = ClientUnderTest.Request(bench.Stack, server.EndPoint, server.Token, Options(connections: 1));
        request["in_flight"] = 2;
        (await worker.AskAsync("connect", request)).Unsupported();
        request["in_flight"] = 1;
        await ClientUnderTest.ConnectAsync(worker, bench.Stack, request);
        (await worker.AskAsync("run", new() { ["messages"] = 1, ["load"] = "closed" })).Unsupported();
    }

    private static async Task DeadServerAsync(Bench bench)
    {
        var server = (RawStreamServer)bench.Serve();
        var client = await bench.ConnectAsync(server, Options(connections: 1));
        await client.RunAsync(new() { ["messages"] = 5, ["load"] = Load });
        server.Die();
        (await client.Worker.AskAsync("run", new() { ["messages"] = 5, ["load"] = Load })).Error();
    }

    private static JsonObject Options(int connections) => new() { ["churn"] = true, ["connections"] = connections };
}
