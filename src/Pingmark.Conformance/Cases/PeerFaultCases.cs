using System.Text.Json.Nodes;
using Pingmark.Conformance.Peers;

namespace Pingmark.Conformance.Cases;

/// <summary>The other side dies, refuses or says nothing.</summary>
internal static class PeerFaultCases
{
    public static IEnumerable<ConformanceCase> All =>
        [
            new(
                "peer.client-dies",
                "a server survives clients that end in the middle of anything, and serves on",
                Subject.Server,
                ClientDiesAsync,
                framing: "stream"
            ),
            new(
                "peer.client-vanishes",
                "a datagram server survives clients whose port is closed when it answers",
                Subject.Server,
                ClientVanishesAsync,
                framing: "datagram"
            ),
            new(
                "peer.server-dies",
                "a client whose server dies ends the measurement with an error, at once",
                Subject.Client,
                ServerDiesAsync
            ),
            new(
                "peer.server-dead-before",
                "a client whose server died before a measurement says so",
                Subject.Client,
                ServerDeadBeforeAsync,
                framing: "stream"
            ),
            new(
                "peer.never-reads",
                "a client whose server does not read ends the measurement within seconds, an error "
                    + "says why, and it can be stopped",
                Subject.Client,
                NeverReadsAsync,
                framing: "stream"
            ),
            new(
                "peer.refused",
                "a connection that nobody accepts is an error that names the address",
                Subject.Client,
                RefusedAsync
            ),
            new(
                "peer.no-answer",
                "a hello that is not answered is an error when the time for connecting is over",
                Subject.Client,
                NoAnswerAsync
            ),
            new(
                "peer.wrong-answer",
                "a hello that is answered with something else is an error",
                Subject.Client,
                WrongAnswerAsync,
                framing: "stream"
            ),
        ];

    private static async Task ClientDiesAsync(Bench bench)
    {
        var server = await bench.ServerAsync();
        var before = await server.UsageAsync();
        byte[] message = Frames.Frame(new byte[10_000]);
        foreach (var bytes in new[] { 0, 3, 5_000, message.Length })
        {
            var client = (RawStreamClient)await bench.GreetAsync(server);
            await client.WriteAsync(message.AsMemory(0, bytes));
            client.Reset();
        }
        ((RawStreamClient)await bench.OpenAsync(server)).Reset();
        var closed = (RawStreamClient)await bench.GreetAsync(server);
        closed.Socket.Close();
        var friend = await bench.GreetAsync(server);
        await friend.EchoAsync([1, 2, 3, 4, 5]);
        await server.CountsAsync("open connections", before.Connections + 1, usage => usage.Connections);
    }

    private static async Task ClientVanishesAsync(Bench bench)
    {
        var server = await bench.ServerAsync();
        for (var n = 0; n < 5; n++)
        {
            var client = await bench.GreetAsync(server);
            await client.SendAsync([1, 2, 3, 4, 5]);
            await client.DisposeAsync();
        }
        await (await bench.GreetAsync(server)).EchoAsync([1, 2, 3, 4, 5]);
    }

    private static async Task ServerDiesAsync(Bench bench)
    {
        var server = bench.Serve();
        var client = await bench.ConnectAsync(
            server,
            new()
            {
                ["connections"] = (int)Math.Min(3, bench.Stack.MaxConnections),
                // The next datagram is the first that is refused.
                ["lost_after_ns"] = 500_000_000,
            }
        );
        await client.Worker.SendAsync("run", ClientUnderTest.Window(60_000_000_000));
        await server.ReachedAsync(50);
        server.Die();
        Expect.Contains(
            (await client.Worker.AnswerAsync("a run whose server died", Deadlines.Reply)).Error(),
            "connections ended: ",
            "a reason"
        );
    }

    private static async Task ServerDeadBeforeAsync(Bench bench)
    {
        var server = bench.Serve();
        var client = await bench.ConnectAsync(server);
        server.Die();
        (await client.Worker.AskAsync("run", ClientUnderTest.Window(60_000_000_000), Deadlines.Reply)).Error();
    }

    /// <summary>A send blocks when both sides' buffers are full, and nothing else can end it than a watchdog; a client
    /// that does not block loses all messages.</summary>
    private static async Task NeverReadsAsync(Bench bench)
    {
        var watchdog = TimeSpan.FromSeconds(3);
        // One message at a time is within every stack's limits; those that follow the lost ones fill the buffers.
        var options = new JsonObject
        {
            ["message_bytes"] = bench.Stack.MaxMessageBytes,
            ["lost_after_ns"] = 100_000_000,
        };
        if (bench.Stack.SocketOptions.Contains("send_buffer_bytes"))
            options["send_buffer_bytes"] = 8_192;
        var client = await bench.ConnectAsync(
            bench.Serve(new() { NeverReads = true, ReceiveBufferBytes = 4_096 }),
            options
        );
        var window = ClientUnderTest.Window(1_000_000_000);
        var answer = await client.Worker.AskAsync("run", window, client.LongestAnswer(window) + watchdog);
        if (answer.Status == "ok")
            Expect.Equal("received", 0, ClientUnderTest.Read(answer.Fields).Received);
        else
            answer.Error();
        await client.UsageAsync();
        await client.Worker.OkAsync("stop");
        Expect.Equal("the exit code after stop", 0, await client.Worker.ExitAsync(Deadlines.End, "the end after stop"));
    }

    private static async Task RefusedAsync(Bench bench)
    {
        var server = bench.Serve();
        var port = server.EndPoint.Port;
        server.Die();
        var request = ClientUnderTest.Request(
            bench.Stack,
            new("127.0.0.1", port),
            Bench.NewToken(),
            new() { ["timeout_ns"] = 500_000_000 }
        );
        Expect.Contains(
            (await (await bench.UnconnectedAsync()).AskAsync("connect", request)).Error(),
            $"{port}",
            "a reason"
        );
    }

    private static async Task NoAnswerAsync(Bench bench)
    {
        var server = bench.Serve(new() { AnswersHello = false });
        var request = ClientUnderTest.Request(
            bench.Stack,
            server.EndPoint,
            server.Token,
            new() { ["timeout_ns"] = 200_000_000 }
        );
        (await (await bench.UnconnectedAsync()).AskAsync("connect", request)).Error();
        server.ExpectNoProblems();
    }

    private static async Task WrongAnswerAsync(Bench bench)
    {
        var server = bench.Serve(new() { HelloAnswer = "NOPE"u8.ToArray() });
        var request = ClientUnderTest.Request(
            bench.Stack,
            server.EndPoint,
            server.Token,
            new() { ["timeout_ns"] = 1_000_000_000 }
        );
        (await (await bench.UnconnectedAsync()).AskAsync("connect", request)).Error();
    }
}
