using System.Text.Json.Nodes;

namespace Pingmark.Conformance.Cases;

/// <summary>A worker that is its own client.</summary>
internal static class BothRolesCases
{
    private const int Messages = 200;

    public static IEnumerable<ConformanceCase> All =>
        [
            new(
                "both-roles.two-threads",
                "a server that is told so is its own client, too, and requests say which of the two they mean",
                Subject.Pair,
                bench => EchoesItselfAsync(bench, threads: 2, connections: 3),
                pairThreads: 2
            ),
            new(
                "both-roles.one-thread",
                "one thread serves both ends of a connection",
                Subject.Pair,
                bench => EchoesItselfAsync(bench, threads: 1, connections: 1),
                pairThreads: 1
            ),
            new(
                "both-roles.refused",
                "one thread has one connection; how many threads there can be is told; a worker with one role knows "
                    + "no other",
                Subject.Pair,
                RefusedAsync,
                ofKit: true,
                pairThreads: 1
            ),
        ];

    private static async Task EchoesItselfAsync(Bench bench, int threads, int connections)
    {
        var server = await bench.ListenAsync(new() { ["pair_threads"] = threads });
        var worker = server.Worker;
        // The second time it is a client that connects anew.
        foreach (var times in new[] { 1, 2 })
        {
            var request = ClientUnderTest.Request(bench.Stack, server.EndPoint, server.Token);
            request["message_bytes"] = Math.Min(1024, bench.Stack.MaxMessageBytes);
            request["connections"] = connections;
            await worker.OkAsync("connect", request, Deadlines.Reply);
            var result = ClientUnderTest.Read(await worker.OkAsync("run", ClientUnderTest.Messages(Messages)));
            Expect.Equal("answers", Messages, result.Received);
            Expect.Equal("corrupt answers", 0, result.Corrupt);
            foreach (var role in new[] { "client", "server" })
            {
                var usage = await worker.OkAsync("usage", Role(role));
                Expect.That(
                    usage.Count("messages") >= times * Messages,
                    $"{times * Messages} messages or more by the {role}'s count",
                    $"{usage.Count("messages")}"
                );
                Expect.Equal($"connections of the {role}", connections, usage.Count("connections"));
            }
            await worker.OkAsync("disconnect", Role("client"));
            await worker.OkAsync("disconnect", Role("server"));
        }
        (await worker.AskAsync("usage")).Error();
        await worker.OkAsync("stop", Role("server"));
    }

    private static async Task RefusedAsync(Bench bench)
    {
        (await (await bench.ServerAsync()).Worker.AskAsync("usage", Role("server"))).Unsupported();
        var worker = await bench.StartAsync();
        var listen = ServerUnderTest.Request(bench.Stack, Bench.NewToken(), new() { ["pair_threads"] = 3 });
        (await worker.AskAsync("listen", listen)).Unsupported();
        var server = await ServerUnderTest.ListenAsync(worker, bench.Stack, new() { ["pair_threads"] = 1 }, false);
        var two = ClientUnderTest.Request(bench.Stack, server.EndPoint, server.Token, new() { ["connections"] = 2 });
        (await worker.AskAsync("connect", two)).Unsupported();
        (await worker.AskAsync("usage", Role("both"))).Unsupported();
    }

    private static JsonObject Role(string role) => new() { ["role"] = role };
}
