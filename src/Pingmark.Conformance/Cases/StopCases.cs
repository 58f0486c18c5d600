using System.Security.Cryptography;

namespace Pingmark.Conformance.Cases;

/// <summary>SIGSTOP and SIGCONT in every wait: system calls return EINTR then, and deadlines pass while nothing
/// runs.</summary>
internal static class StopCases
{
    private const int Times = 3;

    public static IEnumerable<ConformanceCase> All =>
        [
            new(
                "stopped.idle",
                "goes on when it is stopped and continued while it waits for a request",
                Subject.Worker,
                IdleAsync
            ),
            new(
                "stopped.listening",
                "a server goes on that is stopped while nobody is connected",
                Subject.Server,
                ListeningAsync
            ),
            new(
                "stopped.serving",
                "a server goes on that is stopped with connections, idle and under load, and loses nothing",
                Subject.Server,
                ServingAsync
            ),
            new(
                "stopped.connecting",
                "a client goes on that is stopped while it waits for a hello's answer",
                Subject.Client,
                ConnectingAsync
            ),
            new(
                "stopped.connected",
                "a client goes on that is stopped between measurements",
                Subject.Client,
                ConnectedAsync
            ),
            new(
                "stopped.measuring",
                "a client goes on that is stopped while it measures, and its counts add up",
                Subject.Client,
                MeasuringAsync
            ),
            new(
                "stopped.unanswered",
                "a client goes on that is stopped while it waits for answers that never come",
                Subject.Client,
                UnansweredAsync
            ),
        ];

    private static async Task StopAndContinueAsync(WorkerUnderTest worker, Func<Task>? meanwhile = null)
    {
        for (var n = 0; n < Times; n++)
        {
            await worker.PauseAsync();
            if (meanwhile is not null)
                await meanwhile();
            worker.Resume();
        }
    }

    private static async Task IdleAsync(Bench bench)
    {
        var worker = await bench.StartAsync();
        await worker.OkAsync("usage");
        await StopAndContinueAsync(worker);
        await StopAndContinueAsync(worker, () => worker.SendAsync("usage"));
        for (var id = 2; id < 2 + Times; id++)
            (await worker.AnswerAsync("usage, asked while it was stopped", id)).Ok();
    }

    private static async Task ListeningAsync(Bench bench)
    {
        var server = await bench.ServerAsync();
        await StopAndContinueAsync(server.Worker);
        await (await bench.GreetAsync(server)).EchoAsync([1, 2, 3, 4, 5]);
    }

    private static async Task ServingAsync(Bench bench)
    {
        var server = await bench.ServerAsync();
        var idle = await bench.GreetAsync(server);
        var busy = await bench.GreetAsync(server);
        var sent = new Queue<byte[]>();
        await StopAndContinueAsync(server.Worker);
        await StopAndContinueAsync(
            server.Worker,
            async () =>
            {
                sent.Enqueue(RandomNumberGenerator.GetBytes(100));
                await busy.SendAsync(sent.Last());
            }
        );
        while (sent.TryDequeue(out var body))
            Expect.SameBytes("the echo of what was sent to a stopped server", body, await busy.ReceiveAsync());
        await idle.EchoAsync([1, 2, 3, 4, 5]);
    }

    private static async Task ConnectingAsync(Bench bench)
    {
        var server = bench.Serve(new() { AnswersHello = false });
        var worker = await bench.UnconnectedAsync();
        await worker.SendAsync(
            "connect",
            ClientUnderTest.Request(bench.Stack, server.EndPoint, server.Token, new() { ["timeout_ns"] = 300_000_000 })
        );
        await server.GreetedAsync();
        await StopAndContinueAsync(worker);
        // It waits on and fails for the right reason: its time is over.
        (await worker.AnswerAsync("a connect without an answer", Deadlines.Reply)).Error();
        await worker.OkAsync("usage");
    }

    private static async Task ConnectedAsync(Bench bench)
    {
        var client = await bench.ConnectAsync(bench.Serve());
        await StopAndContinueAsync(client.Worker);
        var result = await client.RunAsync();
        Expect.That(
            result is { Received: > 0, Lost: 0 },
            "answers, none lost",
            $"{result.Received} received, {result.Lost} lost"
        );
    }

    private static async Task MeasuringAsync(Bench bench)
    {
        var server = bench.Serve();
        var client = await bench.ConnectAsync(server, new() { ["in_flight"] = 2 });
        // By messages: a window of time could be over before a busy machine gave the client a core.
        var run = ClientUnderTest.Messages(1_000);
        await client.Worker.SendAsync("run", run);
        await server.ReachedAsync(4);
        await StopAndContinueAsync(client.Worker);
        var result = ClientUnderTest.Read(
            (await client.Worker.AnswerAsync("a run that was stopped and continued", client.LongestAnswer(run))).Ok()
        );
        Expect.That(
            result is { Received: > 0, Lost: 0, Corrupt: 0 },
            "answers, none lost or corrupt",
            $"{result.Received} received, {result.Lost} lost, {result.Corrupt} corrupt"
        );
        Expect.Equal("messages by the client's usage", server.Messages, (await client.UsageAsync()).Messages);
    }

    private static async Task UnansweredAsync(Bench bench)
    {
        var server = bench.Serve(new() { Answer = (_, _) => [] });
        var client = await bench.ConnectAsync(server, new() { ["in_flight"] = 2, ["lost_after_ns"] = 300_000_000 });
        await client.Worker.SendAsync("run", ClientUnderTest.Messages(2));
        await server.ReachedAsync(1);
        await StopAndContinueAsync(client.Worker);
        var result = ClientUnderTest.Read(
            (await client.Worker.AnswerAsync("a run without answers", client.LongestAnswer())).Ok()
        );
        Expect.Equal("sent, received and lost", (2L, 0L, 2L), (result.Sent, result.Received, result.Lost));
    }
}
