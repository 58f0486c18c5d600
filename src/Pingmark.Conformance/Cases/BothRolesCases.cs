using System.Text.Json.Nodes;

namespace Pingmark.Conformance.Cases;

/// <summary>Cases of a worker that plays both sides.</summary>
internal static class BothRolesCases
{
    private const int Messages = 200;

    private static Task BothRolesTwoThreadsAsync(Bench bench) => EchoesItselfAsync(bench, threads: 2, connections: 3);

    private static Task BothRolesOneThreadAsync(Bench bench) => EchoesItselfAsync(bench, threads: 1, connections: 1);

    private static async Task EchoesItselfAsync(Bench bench, int threads, int connections)
    {
        var server = await bench.ListenAsync(new() { ["pair_threads"] = threads });
        var worker = server.Worker;
        // The second time it is a client that connects anew.
        foreach (var times in new[] { 1, 2 })
        {
            var request = bench.ConnectFields(server);
            request["message_bytes"] = Math.Min(1024, bench.Stack.MaxMessageBytes);
            request["connections"] = connections;
            await worker.OkAsync("connect", request, Deadlines.Reply);
            var result = ClientUnderTest.Read(await worker.OkAsync("run", ClientUnderTest.Messages(Messages)));
            Expect.Equal("answers", Messages, result.Received);
            Expect.Equal("corrupt answers", 0, result.Corrupt);
            foreach (var role in new[] { "client", "server" })
            {
                var usage = await worker.OkAsync("usage", Role(role));
                Expect.AtLeast($"messages by the {role}'s count", times * Messages, usage.Count("messages"));
                Expect.Equal($"connections of the {role}", connections, usage.Count("connections"));
            }
            await worker.OkAsync("disconnect", Role("client"));
            await worker.OkAsync("disconnect", Role("server"));
        }
        (await worker.AskAsync("usage")).Error();
        await worker.OkAsync("stop", Role("server"));
    }

    private static async Task BothRolesRefusedAsync(Bench bench)
    {
        (await (await bench.ServerAsync()).Worker.AskAsync("usage", Role("server"))).Unsupported();
        var worker = await bench.StartAsync();
        var listen = bench.ListenFields(new() { ["pair_threads"] = 3 });
        (await worker.AskAsync("listen", listen)).Unsupported();
        var server = await bench.ListenOnAsync(worker, new() { ["pair_threads"] = 1 });
        var two = bench.ConnectFields(server, new() { ["connections"] = 2 });
        (await worker.AskAsync("connect", two)).Unsupported();
        (await worker.AskAsync("usage", Role("both"))).Unsupported();
    }

    private static JsonObject Role(string role) => new() { ["role"] = role };
}
