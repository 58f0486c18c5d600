using System.Text.Json.Nodes;
using Pingmark.Conformance.Peers;

namespace Pingmark.Conformance;

/// <summary>A worker in one of its waits, in which a case stops it, or closes its stdin.</summary>
/// <param name="Client">The worker as a client; null where it is not one.</param>
/// <param name="Peer">The raw server that it is connected to; null where there is none.</param>
internal sealed record Situation(WorkerUnderTest Worker, ClientUnderTest? Client = null, RawServer? Peer = null)
{
    public static async Task<Situation> IdleAsync(Bench bench)
    {
        var worker = await bench.StartAsync();
        await worker.OkAsync("usage");
        return new(worker);
    }

    /// <summary>A client that waits for a hello's answer. One whose time was over before it had sent its hello, as on
    /// a busy machine, tries again with more time.</summary>
    public static async Task<Situation> ConnectingAsync(Bench bench, long timeoutNs)
    {
        var worker = await bench.UnconnectedAsync();
        for (; ; timeoutNs *= 4)
        {
            var server = bench.Serve(new() { AnswersHello = false });
            await worker.SendAsync("connect", bench.ConnectFields(server, new() { ["timeout_ns"] = timeoutNs }));
            if (await server.IsGreetedWithinAsync(timeoutNs))
                return new(worker, Peer: server);
            (await worker.AnswerAsync("a connect without a hello")).Error();
        }
    }

    /// <summary>A client between measurements.</summary>
    public static async Task<Situation> ConnectedAsync(Bench bench)
    {
        var server = bench.Serve();
        var client = await bench.ConnectAsync(server);
        await client.RunAsync();
        return new(client.Worker, client, server);
    }

    public static async Task<Situation> MeasuringAsync(Bench bench, JsonObject run)
    {
        var server = bench.Serve();
        var client = await bench.ConnectAsync(server, new() { ["in_flight"] = 2 });
        await client.BeginAsync(run);
        await server.ReachedAsync(4);
        return new(client.Worker, client, server);
    }

    /// <summary>A client that waits for answers that never come.</summary>
    public static async Task<Situation> UnansweredAsync(Bench bench, long lostAfterNs)
    {
        var server = bench.Serve(Behaviour.Silent);
        var client = await bench.ConnectAsync(server, new() { ["in_flight"] = 2, ["lost_after_ns"] = lostAfterNs });
        await client.BeginAsync(ClientUnderTest.Messages(2));
        await server.ReachedAsync(1);
        return new(client.Worker, client, server);
    }
}
