using System.Text.Json.Nodes;
using Pingmark.Conformance.Peers;

namespace Pingmark.Conformance.Cases;

/// <summary>Cases in which the other side dies, refuses or says nothing.</summary>
internal static class PeerFaultCases
{
    private static async Task PeerClientDiesAsync(Bench bench)
    {
        var server = await bench.ServerAsync();
        var before = await server.UsageAsync();
        byte[] message = Frames.Create(new byte[10_000]);
        foreach (var bytes in new[] { 0, 3, 5_000, message.Length })
        {
            var client = await bench.GreetAsync(server);
            if (client is RawStreamClient stream)
                await stream.WriteAsync(message.AsMemory(0, bytes));
            else
                await client.SendAsync(message);
            client.Reset();
        }
        (await bench.OpenAsync(server)).Reset();
        var closed = await bench.GreetAsync(server);
        closed.Socket.Close();
        var friend = await bench.GreetAsync(server);
        await friend.EchoAsync();
        await server.CountsAsync(before.Connections + 1, usage => usage.Connections);
    }

    private static async Task PeerClientVanishesAsync(Bench bench)
    {
        var server = await bench.ServerAsync();
        for (var n = 0; n < 5; n++)
        {
            var client = await bench.GreetAsync(server);
            await client.SendAsync([1, 2, 3, 4, 5]);
            await client.DisposeAsync();
        }
        await (await bench.GreetAsync(server)).EchoAsync();
    }

    private static async Task PeerServerDiesAsync(Bench bench)
    {
        var server = bench.Serve();
        // The next datagram is the first that is refused.
        var options = Fields.Create(("connections", bench.Stack.Connections(3)), ("lost_after_ns", 500_000_000));
        var client = await bench.ConnectAsync(server, options);
        await client.BeginAsync(ClientUnderTest.Endless());
        await server.ReachedAsync(50);
        server.Die();
        var answer = await client.Worker.AnswerAsync("a run whose server died", Deadlines.Reply);
        Expect.Contains(answer.Is("error").Reason, "connections ended: ", "a reason");
        // A datagram client can't know that its server died before a measurement.
        if (!bench.Stack.IsStream)
            return;
        await client.DisconnectAsync();
        var another = bench.Serve();
        client = await bench.ConnectAsync(another);
        another.Die();
        await client.Worker.RefusesAsync("run", ClientUnderTest.Endless(), "error");
    }

    /// <summary>Connects to a peer that never reads. A send blocks when both sides' buffers are full, and only a
    /// watchdog can end it; a client that does not block loses all messages.</summary>
    private static async Task PeerNeverReadsAsync(Bench bench)
    {
        var watchdog = TimeSpan.FromSeconds(3);
        var server = bench.Serve(new() { PauseInside = _ => Timeout.InfiniteTimeSpan, ReceiveBufferBytes = 4_096 });
        // Messages that follow the lost ones fill the buffers.
        var options = FillBuffers(bench.Stack).With(("lost_after_ns", 100_000_000));
        var client = await bench.ConnectAsync(server, options);
        var window = ClientUnderTest.Window(1_000_000_000);
        var answer = await client.Worker.AskAsync("run", window, client.LongestAnswer(window) + watchdog);
        if (answer.Status == "ok")
            Expect.Equal("received", 0, ClientUnderTest.Read(answer.Fields).Received);
        else
            answer.Is("error");
        await client.UsageAsync();
        await client.Worker.StopAsync();
    }

    /// <summary>The options of a connection whose buffers a few messages fill; one message at a time is within every
    /// stack's limits.</summary>
    public static JsonObject FillBuffers(StackFacts stack)
    {
        var options = Fields.Create(("message_bytes", stack.MaxMessageBytes));
        if (stack.SocketOptions.Contains("send_buffer_bytes"))
            options["send_buffer_bytes"] = 8_192;
        return options;
    }

    private static async Task PeerNoAnswerAsync(Bench bench)
    {
        var silent = bench.Serve(new() { HellosIgnored = int.MaxValue });
        await FailsAsync(silent, 200_000_000);
        silent.ExpectNoProblems();
        if (bench.Stack.IsStream)
            await FailsAsync(bench.Serve(new() { HelloAnswer = "NOPE"u8.ToArray() }), 1_000_000_000);

        async Task FailsAsync(RawServer server, long timeoutNs)
        {
            var request = bench.ConnectFields(server, new() { ["timeout_ns"] = timeoutNs });
            await (await bench.UnconnectedAsync()).RefusesAsync("connect", request, "error");
        }
    }
}
