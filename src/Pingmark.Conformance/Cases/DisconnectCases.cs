namespace Pingmark.Conformance.Cases;

/// <summary>Cases in which one pair of processes measures one scenario after the other: a client connects again, a
/// server forgets its peers, and nothing of the last scenario is left.</summary>
internal static class DisconnectCases
{
    private const int Messages = 200;

    private static async Task DisconnectAgainAsync(Bench bench)
    {
        var server = await bench.EmptyServerAsync();
        var (some, small) = (bench.Stack.Connections(4), bench.Stack.MinMessageBytes);
        foreach (var (connections, inFlight, size) in new[] { (1, 1, 32), (some, 3, 100), (1, 2, small) })
        {
            var options = Fields.Create(("connections", connections), ("in_flight", inFlight), ("message_bytes", size));
            var client = await bench.ConnectAsync(server, options);
            Expect.Equal("connections of the client", connections, (await client.UsageAsync()).Connections);
            await MeasureAsync(client);
            await client.DisconnectAsync();
            await server.DisconnectAsync();
            Expect.Equal("connections of the client afterwards", 0, (await client.UsageAsync()).Connections);
        }
    }

    private static async Task DisconnectLevelAsync(Bench bench)
    {
        const int Before = 6,
            Cycles = 24;
        var server = await bench.EmptyServerAsync();
        var worker = await bench.UnconnectedAsync();
        int[] before = [];
        for (var cycle = 0; cycle < Before + Cycles; cycle++)
        {
            if (cycle == Before)
                before = Held();
            var options = Fields.Create(("connections", bench.Stack.Connections(3)));
            var client = await bench.ConnectAsync(worker, server, options);
            if (cycle % 8 == 0)
                await MeasureAsync(client);
            await client.DisconnectAsync();
            await server.DisconnectAsync();
        }
        // Runtimes open and start a few of their own; what each cycle leaves behind is more.
        await Expect.EventuallyAsync(
            $"more than {Cycles / 2} descriptors or threads more after {Cycles} cycles",
            false,
            () => Held().Zip(before, (now, then) => now - then).Max() > Cycles / 2
        );

        int[] Held() => [worker.OpenFiles, worker.Threads, server.Worker.OpenFiles, server.Worker.Threads];
    }

    private static async Task DisconnectAfterAnEndAsync(Bench bench)
    {
        var server = await bench.EmptyServerAsync();
        var client = await bench.ConnectAsync(server);
        await server.DisconnectAsync();
        var answer = await client.Worker.AskAsync("run", new() { ["messages"] = 1, ["lost_after_ns"] = 50_000_000 });
        // Datagrams without a connection get lost, and nobody notices.
        if (answer.Status == "ok")
            Expect.Equal("received from a server that forgot its peers", 0, answer.Ok().Number("received"));
        await client.DisconnectAsync();
        await server.DisconnectAsync();
        await MeasureAsync(await bench.ConnectAsync(server));
    }

    private static async Task DisconnectStopAsync(Bench bench)
    {
        var server = await bench.LastServerAsync();
        var before = (await server.UsageAsync()).Messages;
        var client = await bench.ConnectAsync(server, new() { ["connections"] = 2, ["in_flight"] = 2 });
        await MeasureAsync(client);
        foreach (var (side, had) in new[] { (client.Worker, client.MessagesBefore), (server.Worker, before) })
            Expect.AtLeast("messages in the totals", had + Messages, (await side.StopAsync()).Messages);
    }

    private static async Task DisconnectServerAsync(Bench bench)
    {
        var server = await bench.ServerAsync();
        var before = await server.UsageAsync();
        var (stays, leaves) = (await bench.GreetAsync(server), await bench.GreetAsync(server));
        await stays.EchoAsync();
        await server.DisconnectAsync();
        if (bench.Stack.IsReliable)
        {
            await stays.ExpectClosedAsync("disconnect");
            await leaves.ExpectClosedAsync("disconnect");
            stays = await bench.OpenAsync(server);
        }
        else
        {
            await stays.SendAsync(new byte[28]);
            await leaves.SendAsync(new byte[28]);
            await server.CountsAsync(before.Rejected + 2, usage => usage.Rejected);
            Expect.Equal("bytes for who has not said hello again", 0, stays.Socket.Available + leaves.Socket.Available);
        }
        await stays.GreetAsync(server.Token);
        await stays.EchoAsync();
        await server.CountsAsync(before.Messages + 2, usage => usage.Messages);
        await server.CountsAsync(1, usage => usage.Connections);
    }

    private static async Task MeasureAsync(ClientUnderTest client) =>
        Expect.Right(await client.RunAsync(Messages), Messages);
}
