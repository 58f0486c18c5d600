using System.Net;
using System.Security.Cryptography;
using System.Text.Json.Nodes;
using Pingmark.Conformance.Peers;
using Pingmark.Model;
using Pingmark.Workers;

namespace Pingmark.Conformance.Cases;

/// <summary>One pair of processes measures one scenario after the other: a client connects anew, a server forgets its
/// peers, and nothing of the last scenario is left.</summary>
internal static class DisconnectCases
{
    private const int Messages = 200;

    public static IEnumerable<ConformanceCase> All =>
        [
            new(
                "disconnect.again",
                "a client that disconnected connects anew, with other connections, in_flight and sizes, and measures",
                Subject.Pair,
                AgainAsync
            ),
            new(
                "disconnect.level",
                "whoever connects and disconnects many times has as many descriptors and threads as before",
                Subject.Pair,
                LevelAsync
            ),
            new(
                "disconnect.in-turn",
                "to disconnect without a connection, or connect with one, is an error, and what was there goes on",
                Subject.Pair,
                InTurnAsync,
                ofKit: true
            ),
            new(
                "disconnect.after-an-end",
                "a client whose connections the server ended disconnects, connects anew, and measures",
                Subject.Pair,
                AfterAnEndAsync
            ),
            new(
                "disconnect.stop",
                "a server and a client that measured answer stop with their totals, and end with 0",
                Subject.Pair,
                StopAsync,
                endsServer: true
            ),
            new(
                "disconnect.server",
                "a server that disconnects ends the connections that are left, and serves new ones on the same port",
                Subject.Server,
                ServerAsync,
                framing: "stream",
                ofFraming: true
            ),
            new(
                "disconnect.peers",
                "a datagram server that disconnects forgets its peers until they say hello again",
                Subject.Server,
                PeersAsync,
                framing: "datagram"
            ),
            new(
                "disconnect.connected-sockets",
                "a datagram server that disconnects closes its peers' connected sockets",
                Subject.Server,
                ConnectedSocketsAsync,
                framing: "datagram",
                option: "connected_sockets"
            ),
        ];

    private static async Task AgainAsync(Bench bench)
    {
        var server = await bench.EmptyServerAsync();
        var worker = await bench.UnconnectedAsync();
        var (some, small) = ((int)Math.Min(4, bench.Stack.MaxConnections), bench.Stack.MinMessageBytes);
        foreach (var (connections, inFlight, bytes) in new[] { (1, 1, 32), (some, 3, 100), (1, 2, small) })
        {
            var client = await ConnectAsync(bench, worker, server, connections, inFlight, bytes);
            Expect.Equal("connections of the client", connections, (await client.UsageAsync()).Connections);
            await MeasureAsync(client);
            await DisconnectAsync(worker, server);
            Expect.Equal("connections of the client afterwards", 0, (await client.UsageAsync()).Connections);
        }
    }

    private static async Task LevelAsync(Bench bench)
    {
        const int Before = 6,
            Cycles = 24;
        var server = await bench.EmptyServerAsync();
        var worker = await bench.UnconnectedAsync();
        var connections = (int)Math.Min(3, bench.Stack.MaxConnections);
        var before = (0, 0, 0, 0);
        for (var cycle = 0; cycle < Before + Cycles; cycle++)
        {
            if (cycle == Before)
                before = Held();
            var client = await ConnectAsync(bench, worker, server, connections, inFlight: 1, bytes: 32);
            if (cycle % 8 == 0)
                await MeasureAsync(client);
            await DisconnectAsync(worker, server);
        }
        // Runtimes open and start a few of their own; what each cycle leaves behind is more.
        await Expect.EventuallyAsync(
            $"more than {Cycles / 2} descriptors or threads more after {Cycles} cycles",
            false,
            () => Task.FromResult(Growths().Max() > Cycles / 2)
        );

        (int, int, int, int) Held() => (Files(worker), Threads(worker), Files(server.Worker), Threads(server.Worker));

        int[] Growths() =>
            Held() is var now
                ?
                [
                    now.Item1 - before.Item1,
                    now.Item2 - before.Item2,
                    now.Item3 - before.Item3,
                    now.Item4 - before.Item4,
                ]
                : [];
    }

    private static async Task InTurnAsync(Bench bench)
    {
        var server = await bench.EmptyServerAsync();
        var worker = await bench.UnconnectedAsync();
        (await worker.AskAsync("disconnect")).Error();
        var client = await ConnectAsync(bench, worker, server, 1, 1, 32);
        (await worker.AskAsync("connect", Request(bench, server, 1, 1, 32))).Error();
        await MeasureAsync(client);
        await DisconnectAsync(worker, server);
        (await worker.AskAsync("disconnect")).Error();
        (await worker.AskAsync("run", ClientUnderTest.Messages())).Error();
        await MeasureAsync(await ConnectAsync(bench, worker, server, 1, 1, 32));
    }

    private static async Task AfterAnEndAsync(Bench bench)
    {
        var server = await bench.EmptyServerAsync();
        var worker = await bench.UnconnectedAsync();
        await ConnectAsync(bench, worker, server, 1, 1, 32);
        Expect.Equal("connections", 0, await DisconnectAsync(server));
        var run = ClientUnderTest.Messages(1);
        run["lost_after_ns"] = 50_000_000;
        var answer = await worker.AskAsync("run", run);
        // Datagrams without a connection get lost, and nobody tells.
        if (answer.Status == "ok")
            Expect.Equal("received from a server that forgot its peers", 0, answer.Ok().Number("received"));
        await DisconnectAsync(worker, server);
        await MeasureAsync(await ConnectAsync(bench, worker, server, 1, 1, 32));
    }

    private static async Task StopAsync(Bench bench)
    {
        var server = await bench.LastServerAsync();
        var worker = await bench.UnconnectedAsync();
        var before = (await server.UsageAsync()).Messages;
        var client = await ConnectAsync(bench, worker, server, 2, 2, 32);
        await MeasureAsync(client);
        foreach (var (side, had) in new[] { (worker, client.MessagesBefore), (server.Worker, before) })
        {
            Expect.That(
                UsageReply.Read(await side.OkAsync("stop")).Messages >= had + Messages,
                $"at least {Messages} messages more in the totals",
                "fewer"
            );
            Expect.Equal("the exit code after stop", 0, await side.ExitAsync(Deadlines.End, "the end after stop"));
        }
    }

    private static async Task ServerAsync(Bench bench)
    {
        var server = await bench.ServerAsync();
        var before = await server.UsageAsync();
        var left = await bench.GreetAsync(server);
        await left.EchoAsync(RandomNumberGenerator.GetBytes(28));
        Expect.Equal("connections", 0, await DisconnectAsync(server));
        await ((RawStreamClient)left).ExpectClosedAsync("disconnect");
        await (await bench.GreetAsync(server)).EchoAsync(RandomNumberGenerator.GetBytes(28));
        await server.CountsAsync("messages", before.Messages + 2, usage => usage.Messages);
        Expect.Equal("connections", 1, (await server.UsageAsync()).Connections);
    }

    private static async Task PeersAsync(Bench bench)
    {
        var server = await bench.ServerAsync();
        var before = await server.UsageAsync();
        var (stays, leaves) = (await bench.GreetAsync(server), await bench.GreetAsync(server));
        await stays.EchoAsync(RandomNumberGenerator.GetBytes(28));
        Expect.Equal("connections", 0, await DisconnectAsync(server));
        await stays.SendAsync(RandomNumberGenerator.GetBytes(28));
        await leaves.SendAsync(RandomNumberGenerator.GetBytes(28));
        await server.CountsAsync("rejected datagrams", before.Rejected + 2, usage => usage.Rejected);
        Expect.Equal("bytes for who has not said hello again", 0, stays.Socket.Available + leaves.Socket.Available);
        await stays.GreetAsync(server.Token);
        await stays.EchoAsync(RandomNumberGenerator.GetBytes(28));
        await server.CountsAsync("messages", before.Messages + 2, usage => usage.Messages);
        Expect.Equal("connections", 1, (await server.UsageAsync()).Connections);
    }

    private static async Task ConnectedSocketsAsync(Bench bench)
    {
        const int Peers = 40;
        var server = await bench.ServerAsync();
        await DisconnectAsync(server);
        for (var n = 0; n < Peers; n++)
            await bench.GreetAsync(server);
        var before = Files(server.Worker);
        await DisconnectAsync(server);
        await Expect.EventuallyAsync(
            $"fewer than {Peers / 2} descriptors closed",
            false,
            () => Task.FromResult(before - Files(server.Worker) < Peers / 2)
        );
    }

    private static JsonObject Request(Bench bench, ServerUnderTest server, int connections, int inFlight, int bytes) =>
        ClientUnderTest.Request(
            bench.Stack,
            server.EndPoint,
            server.Token,
            new()
            {
                ["connections"] = connections,
                ["in_flight"] = inFlight,
                ["message_bytes"] = bytes,
            }
        );

    private static Task<ClientUnderTest> ConnectAsync(
        Bench bench,
        WorkerUnderTest worker,
        ServerUnderTest server,
        int connections,
        int inFlight,
        int bytes
    ) => ClientUnderTest.ConnectAsync(worker, bench.Stack, Request(bench, server, connections, inFlight, bytes));

    private static async Task MeasureAsync(ClientUnderTest client)
    {
        var result = await client.RunAsync(ClientUnderTest.Messages(Messages));
        Expect.That(
            result is { Received: Messages, Lost: 0, Corrupt: 0, SilentConnections: 0 },
            $"{Messages} right answers",
            $"{result.Received} received, {result.Lost} lost, {result.Corrupt} corrupt"
        );
    }

    /// <summary>Of both sides.</summary>
    private static async Task DisconnectAsync(WorkerUnderTest client, ServerUnderTest server)
    {
        await client.OkAsync("disconnect");
        Expect.Equal("connections of the server after disconnect", 0, await DisconnectAsync(server));
    }

    private static async Task<long> DisconnectAsync(ServerUnderTest server) =>
        (await server.Worker.OkAsync("disconnect")).Count("connections");

    private static int Files(WorkerUnderTest worker) => Directory.GetFileSystemEntries($"/proc/{worker.Pid}/fd").Length;

    private static int Threads(WorkerUnderTest worker) => Directory.GetDirectories($"/proc/{worker.Pid}/task").Length;
}
