using System.Security.Cryptography;

namespace Pingmark.Conformance.Cases;

/// <summary>Cases of SIGSTOP and SIGCONT in every wait: system calls then return EINTR, and deadlines pass while
/// nothing runs.</summary>
internal static class StopCases
{
    private const int Times = 3;

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

    private static async Task StoppedIdleAsync(Bench bench)
    {
        var (worker, _, _) = await Situation.IdleAsync(bench);
        await StopAndContinueAsync(worker);
        await StopAndContinueAsync(worker, () => worker.SendAsync("usage"));
        for (var id = 2; id < 2 + Times; id++)
            (await worker.AnswerAsync("usage, asked while it was stopped", id)).Ok();
    }

    private static async Task StoppedListeningAsync(Bench bench)
    {
        var server = await bench.ServerAsync();
        await StopAndContinueAsync(server.Worker);
        await (await bench.GreetAsync(server)).EchoAsync([1, 2, 3, 4, 5]);
    }

    private static async Task StoppedServingAsync(Bench bench)
    {
        var server = await bench.ServerAsync();
        var idle = await bench.GreetAsync(server);
        var busy = await bench.GreetAsync(server);
        var sent = new Queue<byte[]>();
        await StopAndContinueAsync(server.Worker);
        await StopAndContinueAsync(server.Worker, () => busy.SendAsync(Next()));
        while (sent.TryDequeue(out var body))
            Expect.SameBytes("the echo of what was sent to a stopped server", body, await busy.ReceiveAsync());
        await idle.EchoAsync([1, 2, 3, 4, 5]);

        byte[] Next()
        {
            sent.Enqueue(RandomNumberGenerator.GetBytes(100));
            return sent.Last();
        }
    }

    private static async Task StoppedConnectingAsync(Bench bench)
    {
        var (worker, _, _) = await Situation.ConnectingAsync(bench, 500_000_000);
        await StopAndContinueAsync(worker);
        // It waits on and fails for the right reason: its time is over.
        (await worker.AnswerAsync("a connect without an answer", Deadlines.Reply)).Error();
        await worker.OkAsync("usage");
    }

    private static async Task StoppedConnectedAsync(Bench bench)
    {
        var (worker, client, _) = await Situation.ConnectedAsync(bench);
        await StopAndContinueAsync(worker);
        Expect.Right(await client!.RunAsync());
    }

    private static async Task StoppedMeasuringAsync(Bench bench)
    {
        // By messages: a window of time could be over before a busy machine gave the client a core.
        var (worker, client, server) = await Situation.MeasuringAsync(bench, ClientUnderTest.Messages(1_000));
        await StopAndContinueAsync(worker);
        Expect.Right(await client!.ResultAsync());
        Expect.Equal("messages by the client's usage", server!.Messages, (await client.UsageAsync()).Messages);
    }

    private static async Task StoppedUnansweredAsync(Bench bench)
    {
        var (worker, client, _) = await Situation.UnansweredAsync(bench, 300_000_000);
        await StopAndContinueAsync(worker);
        var result = await client!.ResultAsync();
        Expect.Equal("sent, received and lost", (2L, 0L, 2L), (result.Sent, result.Received, result.Lost));
    }
}
