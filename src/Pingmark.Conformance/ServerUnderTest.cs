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
    public static JsonObject Request(StackFacts stack, string token, JsonObject? options = null) =>
        Fields.Create(("stack", stack.Id), ("address", stack.Address), ("port", 0), ("token", token)).With(options);

    public static async Task<ServerUnderTest> ListenAsync(
        WorkerUnderTest worker,
        StackFacts stack,
        JsonObject? options,
        bool plain
    )
    {
        var token = Bench.NewToken();
        var fields = Request(stack, token, options);
        if (plain)
        {
            fields.Remove("token");
            fields["plain"] = true;
        }
        var reply = await worker.OkAsync("listen", fields);
        var address = reply.Text("address");
        if (stack.IsLocal)
            Expect.Equal("the folder", stack.Address, address);
        else
            Expect.That(IPAddress.TryParse(address, out _), "an IP literal as address", address);
        var port = reply.Number("port");
        Expect.That(port is > 0 and <= 65535, "the port that it listens on", $"{port}");
        return new(worker, new(address, (int)port), token, reply);
    }

    public Task<Usage> UsageAsync() => Worker.UsageAsync();

    /// <summary>Expects the value of a counter that nothing changes any more.</summary>
    public async Task HasAsync(
        long expected,
        Func<Usage, long> counter,
        [CallerArgumentExpression(nameof(counter))] string what = ""
    ) => Expect.Equal($"the server's {what}", expected, counter(await UsageAsync()));

    /// <summary>Expects that a counter soon reaches a value: servers count after they have answered, and the other side
    /// may see the answer first.</summary>
    public Task CountsAsync(
        long expected,
        Func<Usage, long> counter,
        [CallerArgumentExpression(nameof(counter))] string what = ""
    ) => Expect.EventuallyAsync($"the server's {what}", expected, async () => counter(await UsageAsync()));
}
