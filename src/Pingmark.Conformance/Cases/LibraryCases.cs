using System.Text.Json.Nodes;

namespace Pingmark.Conformance.Cases;

/// <summary>Libraries that speak a protocol of their own: their server and their client are each other's only
/// peer.</summary>
internal static class LibraryCases
{
    private const long LongNs = 60_000_000_000;

    public static IEnumerable<ConformanceCase> All =>
        [
            Of("library.sizes", "messages of every size and content come back right, by each transmission", SizesAsync),
            Of(
                "library.limits",
                "what is outside the limits of describe is unsupported, and the limit is named",
                LimitsAsync
            ),
            Of(
                "library.options",
                "options that it has are in effect and reported, the others are refused",
                OptionsAsync
            ),
            Of(
                "library.run",
                "a run counts for its duration, after settling, and the next one starts afresh",
                RunAsync
            ),
            Of(
                "library.wrong-token",
                "a client with another token is refused and counted as rejected, and the next is served",
                WrongTokenAsync
            ),
            Of(
                "library.no-server",
                "a connection that nobody accepts is an error that names the address",
                NoServerAsync,
                endsServer: true
            ),
            Of("library.server-dies", "a measurement whose server dies ends", ServerDiesAsync, endsServer: true),
            Of("library.client-dies", "a server survives a client that dies, and serves the next", ClientDiesAsync),
            Of(
                "library.stopped",
                "both sides go on that are stopped while they measure, and nothing is miscounted",
                StoppedAsync
            ),
            new(
                "library.certificate",
                "a server that shows another certificate than the expected one is refused",
                Subject.Pair,
                CertificateAsync,
                peer: Peer.Library,
                transports: ["tls"]
            ),
            Of(
                "library.stdin",
                "both sides end when stdin closes in the middle of a run",
                StdinAsync,
                endsServer: true
            ),
        ];

    private static ConformanceCase Of(string id, string proves, Func<Bench, Task> body, bool endsServer = false) =>
        new(id, proves, Subject.Pair, body, peer: Peer.Library, endsServer: endsServer);

    private static Task<ClientUnderTest> ConnectAsync(
        Bench bench,
        ServerUnderTest server,
        JsonObject? options = null
    ) => bench.ConnectAsync(server.EndPoint, server.Token, options);

    private static async Task SizesAsync(Bench bench)
    {
        var server = await bench.EmptyServerAsync();
        var worker = await bench.UnconnectedAsync();
        foreach (var (transmission, largest) in bench.Stack.Transmissions)
        foreach (
            var (bytes, payload) in new[]
            {
                (bench.Stack.MinMessageBytes, "ones"),
                (Math.Min(501, largest), "zeros"),
                (largest, "random"),
            }
        )
        {
            var options = new JsonObject
            {
                ["transmission"] = transmission,
                ["message_bytes"] = bytes,
                ["payload"] = payload,
            };
            var client = await ClientUnderTest.ConnectAsync(
                worker,
                bench.Stack,
                ClientUnderTest.Request(bench.Stack, server.EndPoint, server.Token, options)
            );
            var result = await client.RunAsync(ClientUnderTest.Messages(50));
            Expect.That(
                result is { Received: 50, Lost: 0, Corrupt: 0 },
                $"50 right answers of {bytes} bytes, {transmission}",
                $"{result.Received} received, {result.Lost} lost, {result.Corrupt} corrupt"
            );
            await worker.OkAsync("disconnect");
        }
    }

    private static async Task LimitsAsync(Bench bench)
    {
        var server = await bench.EmptyServerAsync();
        var beyond = bench
            .Stack.Transmissions.Select(t =>
                (
                    t.MaxMessageBytes,
                    new JsonObject { ["transmission"] = t.Name, ["message_bytes"] = t.MaxMessageBytes + 1 }
                )
            )
            .Append(
                ((int)bench.Stack.MaxConnections, new JsonObject { ["connections"] = bench.Stack.MaxConnections + 1 })
            )
            .Append(((int)bench.Stack.MaxInFlight, new JsonObject { ["in_flight"] = bench.Stack.MaxInFlight + 1 }));
        var worker = await bench.IdleAsync();
        foreach (var (limit, options) in beyond)
            Expect.Contains(
                (
                    await worker.AskAsync(
                        "connect",
                        ClientUnderTest.Request(bench.Stack, server.EndPoint, server.Token, options)
                    )
                ).Unsupported(),
                $"{limit}",
                "a reason"
            );
        foreach (
            var missing in new[] { "reliable", "unreliable" }.Except(bench.Stack.Transmissions.Select(t => t.Name))
        )
            Expect.Contains(
                (
                    await worker.AskAsync(
                        "connect",
                        ClientUnderTest.Request(
                            bench.Stack,
                            server.EndPoint,
                            server.Token,
                            new() { ["transmission"] = missing }
                        )
                    )
                ).Unsupported(),
                missing,
                "a reason"
            );
    }

    private static async Task OptionsAsync(Bench bench)
    {
        var all = new JsonObject
        {
            ["tick_rate_hz"] = 100,
            ["client_threads"] = 2,
            ["native_sockets"] = true,
        };
        JsonObject Fields(IEnumerable<KeyValuePair<string, JsonNode?>> options) =>
            new(options.Select(o => KeyValuePair.Create(o.Key, o.Value?.DeepClone())));
        var has = all.Where(o => bench.Stack.Options.Contains(o.Key)).ToList();
        var server = await bench.ListenAsync(Fields(has.Where(o => o.Key != "client_threads")));
        var client = await bench.ConnectAsync(server.EndPoint, server.Token, Fields(has));
        foreach (var (name, value) in has)
            Expect.Equal($"the effective {name}", value!.ToString(), client.Connected.Display(name));
        Expect.That((await client.RunAsync()).Received > 0, "answers", "none");
        var worker = await bench.IdleAsync();
        foreach (var other in all.Where(o => !bench.Stack.Options.Contains(o.Key)))
            Expect.Contains(
                (
                    await worker.AskAsync(
                        "connect",
                        ClientUnderTest.Request(bench.Stack, server.EndPoint, server.Token, Fields([other]))
                    )
                ).Unsupported(),
                other.Key,
                "a reason"
            );
    }

    private static async Task RunAsync(Bench bench)
    {
        var options = new JsonObject { ["connections"] = 3, ["in_flight"] = 2 };
        var client = await ConnectAsync(bench, await bench.EmptyServerAsync(), options);
        for (var n = 0; n < 2; n++)
        {
            var result = await client.RunAsync(ClientUnderTest.Window(settleNs: 20_000_000));
            Expect.Equal("the counted time", ClientUnderTest.WindowNs, result.ToNs - result.FromNs);
            Expect.That(
                result is { Received: > 0, Lost: 0, Corrupt: 0, SilentConnections: 0 },
                "answers on every connection, none lost or corrupt",
                $"{result.Received} received, {result.Lost} lost, {result.Corrupt} corrupt, "
                    + $"{result.SilentConnections} silent connections"
            );
        }
    }

    private static async Task WrongTokenAsync(Bench bench)
    {
        var server = await bench.EmptyServerAsync();
        var before = await server.UsageAsync();
        (
            await (await bench.IdleAsync()).AskAsync(
                "connect",
                ClientUnderTest.Request(
                    bench.Stack,
                    server.EndPoint,
                    Bench.NewToken(),
                    new() { ["timeout_ns"] = 5_000_000_000 }
                )
            )
        ).Refused();
        Expect.That((await server.UsageAsync()).Rejected > before.Rejected, "at least 1 more rejected", "none");
        await (await bench.ConnectAsync(server.EndPoint, server.Token)).RunAsync();
    }

    private static async Task CertificateAsync(Bench bench)
    {
        var server = await bench.EmptyServerAsync();
        var shown = server.Listening.Text("certificate");
        var other = (shown[0] == '0' ? '1' : '0') + shown[1..];
        var client = await bench.UnconnectedAsync();
        var refused = await client.AskAsync(
            "connect",
            ClientUnderTest.Request(bench.Stack, server.EndPoint, server.Token, new() { ["certificate"] = other })
        );
        Expect.Contains(refused.Error(), shown, "a reason");
        await client.OkAsync(
            "connect",
            ClientUnderTest.Request(bench.Stack, server.EndPoint, server.Token, new() { ["certificate"] = shown })
        );
    }

    private static async Task NoServerAsync(Bench bench)
    {
        var server = await bench.LastServerAsync();
        await server.Worker.OkAsync("stop");
        await server.Worker.ExitAsync(Deadlines.End, "the end after stop");
        var refused = await (await bench.IdleAsync()).AskAsync(
            "connect",
            ClientUnderTest.Request(
                bench.Stack,
                server.EndPoint,
                server.Token,
                new() { ["timeout_ns"] = 1_000_000_000 }
            )
        );
        Expect.Contains(refused.Error(), server.EndPoint.Host, "a reason");
    }

    /// <summary>By an error, where the library notices, or with what was sent counted as lost.</summary>
    private static async Task ServerDiesAsync(Bench bench)
    {
        var server = await bench.LastServerAsync();
        var client = await ConnectAsync(bench, server, new() { ["lost_after_ns"] = 300_000_000 });
        await client.RunAsync();
        await client.Worker.SendAsync("run", ClientUnderTest.Window(400_000_000));
        await server.Worker.KillAsync();
        await client.Worker.AnswerAsync(
            "a run whose server died",
            client.LongestAnswer(ClientUnderTest.Window(400_000_000))
        );
    }

    private static async Task ClientDiesAsync(Bench bench)
    {
        var server = await bench.EmptyServerAsync();
        var client = await ConnectAsync(bench, server, new() { ["connections"] = 5 });
        await client.Worker.SendAsync("run", ClientUnderTest.Window(LongNs));
        var before = (await server.UsageAsync()).Messages;
        await Expect.EventuallyAsync(
            "whether the server has messages",
            true,
            async () => (await server.UsageAsync()).Messages > before
        );
        await client.Worker.KillAsync();
        await (await bench.ConnectAsync(server.EndPoint, server.Token)).RunAsync();
    }

    private static async Task StoppedAsync(Bench bench)
    {
        var server = await bench.EmptyServerAsync();
        var client = await ConnectAsync(bench, server, new() { ["connections"] = 2 });
        foreach (var worker in new[] { server.Worker, client.Worker })
        {
            await client.Worker.SendAsync("run", ClientUnderTest.Window(150_000_000));
            await worker.PauseAsync();
            worker.Resume();
            var result = ClientUnderTest.Read((await client.Worker.AnswerAsync("a run", client.LongestAnswer())).Ok());
            Expect.That(
                result is { Received: > 0, Corrupt: 0 },
                "answers, none corrupt",
                $"{result.Received} received, {result.Corrupt} corrupt"
            );
        }
    }

    private static async Task StdinAsync(Bench bench)
    {
        var server = await bench.LastServerAsync();
        var client = await ConnectAsync(bench, server);
        await client.Worker.SendAsync("run", ClientUnderTest.Window(LongNs));
        foreach (var worker in new[] { client.Worker, server.Worker })
        {
            worker.CloseInput();
            await worker.ExitAsync(Deadlines.End, "the end after stdin closed");
        }
    }
}
