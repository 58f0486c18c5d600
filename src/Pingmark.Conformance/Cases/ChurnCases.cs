using System.Text.Json.Nodes;
using Pingmark.Conformance.Peers;
using Pingmark.Model;

namespace Pingmark.Conformance.Cases;

/// <summary>Cases of the load with a connection for each message.</summary>
internal static class ChurnCases
{
    private const string Load = "churn";

    private const int Messages = 50;

    private static async Task ChurnConnectionsAsync(Bench bench)
    {
        var server = await bench.EmptyServerAsync();
        var before = (await server.UsageAsync()).Messages;
        var client = await bench.ConnectAsync(server, Options(connections: 2));
        var result = await client.RunAsync(Messages, ("load", Load));
        Expect.Equal("answers", Messages, result.Received);
        Expect.Equal("times of connecting", Messages, result[HistogramKind.Connects]?.Count ?? 0);
        Expect.Equal("times of first bytes", Messages, result[HistogramKind.FirstBytes]?.Count ?? 0);
        await server.CountsAsync(before + result.Answered, usage => usage.Messages);
        await server.CountsAsync(2, usage => usage.Connections);
    }

    private static async Task ChurnDeadServerAsync(Bench bench)
    {
        var server = (RawStreamServer)bench.Serve();
        var client = await bench.ConnectAsync(server, Options(connections: 1));
        await client.RunAsync(5, ("load", Load));
        server.Die();
        await client.Worker.FailsAsync("run", new() { ["messages"] = 5, ["load"] = Load });
    }

    private static JsonObject Options(int connections) => new() { ["churn"] = true, ["connections"] = connections };
}
