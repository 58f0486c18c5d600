using System.Net;
using System.Runtime.CompilerServices;
using System.Text.Json.Nodes;
using Pingmark.Model;
using Pingmark.Workers;

namespace Pingmark.Conformance;

/// <summary>A server that a client can connect to.</summary>
internal interface IListening
{
    ServerAddress Address { get; }
    string Token { get; }
}

/// <summary>A worker in the server's role that listens.</summary>
internal sealed record ServerUnderTest(WorkerUnderTest Worker, ServerAddress Address, string Token, Reply Listening)
    : IListening
{
    public static async Task<ServerUnderTest> ListenAsync(WorkerUnderTest worker, StackFacts stack, JsonObject? options)
    {
        var token = Bench.NewToken();
        var reply = await worker.OkAsync("listen", Fields.Request(stack, new(stack.Address, 0), token, options));
        return new(worker, ReadAddress(reply, stack), token, reply);
    }

    /// <summary>Reads and checks where it listens.</summary>
    public static ServerAddress ReadAddress(Reply reply, StackFacts stack)
    {
        var (address, port) = (reply.Text("address"), reply.Number("port"));
        if (stack.IsLocal)
            Expect.Equal("the folder", stack.Address, address);
        else
            Expect.That(IPAddress.TryParse(address, out _), "an IP literal as address", address);
        Expect.That(port is > 0 and <= 65535, "the port that it listens on", $"{port}");
        return new(address, (int)port) { Certificate = reply.TextOrNull("certificate") };
    }

    public Task<Usage> UsageAsync() => Worker.UsageAsync();

    public async Task DisconnectAsync()
    {
        var left = (await Worker.OkAsync("disconnect")).Count("connections");
        Expect.Equal("connections of the server after disconnect", 0, left);
    }

    /// <summary>Expects that a counter soon reaches a value: servers count after they have answered, and the other side
    /// may see the answer first.</summary>
    public Task CountsAsync(
        long expected,
        Func<Usage, long> counter,
        [CallerArgumentExpression(nameof(counter))] string what = ""
    ) => Expect.EventuallyAsync($"the server's {what}", expected, async () => counter(await UsageAsync()));
}
