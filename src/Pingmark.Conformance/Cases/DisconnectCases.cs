using System.Security.Cryptography;
using Pingmark.Conformance.Peers;

namespace Pingmark.Conformance.Cases;

/// <summary>Cases in which one pair of processes measures one scenario after the other: a client connects again, a
/// server forgets its peers, and nothing of the last scenario is left.</summary>
internal static class DisconnectCases
{
    private const int Messages = 200;

    private static async Task DisconnectAgainAsync(Bench bench)
    {
        var server = await bench.EmptyServerAsync();
        var worker = await bench.UnconnectedAsync();
        var (some, small) = (bench.Stack.Connections(4), bench.Stack.MinMessageBytes);
        foreach (var (connections, inFlight, size) in new[] { (1, 1, 32), (some, 3, 100), (1, 2, small) })
        {
            var options = Fields.Create(("connections", connections), ("in_flight", inFlight), ("message_bytes", size));
            var client = await bench.ConnectAsync(worker, server, options);
            Expect.Equal("connections of the client", connections, (await client.UsageAsync()).Connections);
            await MeasureAsync(client);
            await DisconnectAsync(worker, server);
            Expect.Equal("connections of the client afterwards", 0, (await client.UsageAsync()).Connections);
        }
    }

    private static async Task DisconnectLevelAsync(Bench bench)
    {
        const int Before = 6,
            Cycles = 24;
        var server = await bench.EmptyServerAsync();
        var worker = await bench.UnconnectedAsync();
        var connections = bench.Stack.Connections(3);
        int[] before = [];
        for (var cycle = 0; cycle < Before + Cycles; cycle++)
        {
            if (cycle == Before)
                before = Held();
            var client = await bench.ConnectAsync(worker, server, new() { ["connections"] = connections });
            if (cycle % 8 == 0)
                await MeasureAsync(client);
            await DisconnectAsync(worker, server);
        }
        // Runtimes open and start a few of their own; what each cycle leaves behind is more.
        await Expect.EventuallyAsync(
            $"more than {Cycles / 2} descriptors or threads more after {Cycles} cycles",
            false,
            () => Held().Zip(before, (now, then) => now - then).Max() > Cycles / 2
        );

        int[] Held() => [Files(worker), Threads(worker), Files(server.Worker), Threads(server.Worker)];
    }

    private static async Task DisconnectAfterAnEndAsync(Bench bench)
    {
        var server = await bench.EmptyServerAsync();
        var worker = await bench.UnconnectedAsync();
        await bench.ConnectAsync(worker, server);
        await DisconnectAsync(server);
        var answer = await worker.AskAsync("run", new() { ["messages"] = 1, ["lost_after_ns"] = 50_000_000 });
        // Datagrams without a connection get lost, and nobody tells.
        if (answer.Status == "ok")
            Expect.Equal("received from a server that forgot its peers", 0, answer.Ok().Number("received"));
        await DisconnectAsync(worker, server);
        await MeasureAsync(await bench.ConnectAsync(worker, server));
    }

    private static async Task DisconnectStopAsync(Bench bench)
    {
        var server = await bench.LastServerAsync();
        var worker = await bench.UnconnectedAsync();
        var before = (await server.UsageAsync()).Messages;
        var client = await bench.ConnectAsync(worker, server, new() { ["connections"] = 2, ["in_flight"] = 2 });
        await MeasureAsync(client);
        foreach (var (side, had) in new[] { (worker, client.MessagesBefore), (server.Worker, before) })
            Expect.AtLeast("messages in the totals", had + Messages, (await side.StopAsync()).Messages);
    }

    private static async Task DisconnectServerAsync(Bench bench)
    {
        var server = await bench.ServerAsync();
        var before = await server.UsageAsync();
        var left = await bench.GreetAsync(server);
        await left.EchoAsync(RandomNumberGenerator.GetBytes(28));
        await DisconnectAsync(server);
        await left.ExpectClosedAsync("disconnect");
        await (await bench.GreetAsync(server)).EchoAsync(RandomNumberGenerator.GetBytes(28));
        await server.CountsAsync(before.Messages + 2, usage => usage.Messages);
        await server.HasAsync(1, usage => usage.Connections);
    }

    private static async Task DisconnectPeersAsync(Bench bench)
    {
        var server = await bench.ServerAsync();
        var before = await server.UsageAsync();
        var (stays, leaves) = (await bench.GreetAsync(server), await bench.GreetAsync(server));
        await stays.EchoAsync(RandomNumberGenerator.GetBytes(28));
        await DisconnectAsync(server);
        await stays.SendAsync(RandomNumberGenerator.GetBytes(28));
        await leaves.SendAsync(RandomNumberGenerator.GetBytes(28));
        await server.CountsAsync(before.Rejected + 2, usage => usage.Rejected);
        Expect.Equal("bytes for who has not said hello again", 0, stays.Socket.Available + leaves.Socket.Available);
        await stays.GreetAsync(server.Token);
        await stays.EchoAsync(RandomNumberGenerator.GetBytes(28));
        await server.CountsAsync(before.Messages + 2, usage => usage.Messages);
        await server.HasAsync(1, usage => usage.Connections);
    }

    private static async Task DisconnectConnectedSocketsAsync(Bench bench)
    {
        const int Peers = 40;
        var server = await bench.ServerAsync();
        await DisconnectAsync(server);
        await bench.GreetAsync(server, Peers);
        var before = Files(server.Worker);
        await DisconnectAsync(server);
        await Expect.EventuallyAsync(
            $"fewer than {Peers / 2} descriptors closed",
            false,
            () => before - Files(server.Worker) < Peers / 2
        );
    }

    private static async Task MeasureAsync(ClientUnderTest client) =>
        Expect.Right(await client.RunAsync(Messages), Messages);

    /// <summary>Disconnects both sides.</summary>
    private static async Task DisconnectAsync(WorkerUnderTest client, ServerUnderTest server)
    {
        await client.OkAsync("disconnect");
        await DisconnectAsync(server);
    }

    private static async Task DisconnectAsync(ServerUnderTest server)
    {
        var left = (await server.Worker.OkAsync("disconnect")).Count("connections");
        Expect.Equal("connections of the server after disconnect", 0, left);
    }

    private static int Files(WorkerUnderTest worker) => Directory.GetFileSystemEntries($"/proc/{worker.Pid}/fd").Length;

    private static int Threads(WorkerUnderTest worker) => Directory.GetDirectories($"/proc/{worker.Pid}/task").Length;
}
