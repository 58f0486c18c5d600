using System.Net;
using System.Security.Cryptography;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace Pingmark.EndToEndTests.Harness;

/// <summary>The two sides of a stack, connected through a <see cref="DroppingRelay"/> that has not dropped anything
/// yet.</summary>
internal sealed class LossyPath : IAsyncDisposable
{
    private const double LongestAnswer = 20,
        LongestRun = 60;

    private readonly DrivenWorker _server,
        _client;
    private DroppingRelay? _relay;

    private LossyPath(string stack) => (_server, _client) = (DrivenWorker.Start(stack), DrivenWorker.Start(stack));

    public DroppingRelay Relay => _relay!;

    public static async Task<LossyPath> ConnectAsync(
        string stack,
        string transmission,
        int connections,
        int inFlight,
        int messageBytes,
        TimeSpan lostAfter
    )
    {
        var path = new LossyPath(stack);
        try
        {
            var token = Convert.ToHexStringLower(RandomNumberGenerator.GetBytes(16));
            var listening = await path._server.CallAsync(
                "listen",
                new()
                {
                    ["stack"] = stack,
                    ["address"] = "127.0.0.1",
                    ["port"] = 0,
                    ["token"] = token,
                },
                LongestAnswer
            );
            path._relay = new(new(IPAddress.Loopback, (int)listening.Number("port")), messageBytes);
            await path._client.CallAsync(
                "connect",
                new()
                {
                    ["stack"] = stack,
                    ["address"] = "127.0.0.1",
                    ["port"] = path.Relay.EndPoint.Port,
                    ["token"] = token,
                    ["transmission"] = transmission,
                    ["connections"] = connections,
                    ["in_flight"] = inFlight,
                    ["message_bytes"] = messageBytes,
                    ["lost_after_ns"] = (long)lostAfter.TotalNanoseconds,
                    ["timeout_ns"] = (long)(LongestAnswer * 1e9),
                },
                2 * LongestAnswer
            );
            return path;
        }
        catch
        {
            await path.DisposeAsync();
            throw;
        }
    }

    public Task<JsonElement> RunAsync(long messages) =>
        _client.CallAsync("run", new() { ["messages"] = messages }, LongestRun);

    public async ValueTask DisposeAsync()
    {
        await _client.DisposeAsync();
        await _server.DisposeAsync();
        _relay?.Dispose();
    }
}
