using System.Security.Cryptography;
using System.Text.Json.Nodes;
using Pingmark.Conformance.Peers;

namespace Pingmark.Conformance.Cases;

/// <summary>Cases in every wait of a worker: stdin closes, as it does when the controller dies, and the worker ends; or
/// SIGSTOP and SIGCONT come, so that system calls return EINTR and deadlines pass while nothing runs.</summary>
internal static class ProcessCases
{
    private const long LongNs = 60_000_000_000;
    private const int Stops = 3;

    private static async Task StdinIdleAsync(Bench bench)
    {
        foreach (var halfLine in new[] { "", "{\"id\":1,\"op\":" })
        {
            var worker = await bench.StartAsync();
            await worker.OkAsync("usage");
            await worker.WriteAsync(halfLine);
            await EndsAsync(worker);
        }
    }

    private static async Task StdinListeningAsync(Bench bench) => await EndsAsync((await bench.ListenAsync()).Worker);

    private static async Task StdinServingAsync(Bench bench)
    {
        var server = await bench.LastServerAsync();
        var client = await bench.GreetAsync(server);
        await client.EchoAsync();
        await EndsAsync(server.Worker);
        if (bench.Stack.IsReliable)
            await client.ExpectClosedAsync("the server's end");
    }

    private static async Task StdinWaitingAsync(Bench bench)
    {
        await EndsAsync(await ConnectingAsync(bench, LongNs));
        var connected = await bench.ConnectAsync(bench.Serve());
        await connected.RunAsync();
        await EndsAsync(connected.Worker);
        await EndsAsync((await UnansweredAsync(bench, LongNs)).Worker);
    }

    private static async Task StdinRunAsync(Bench bench) =>
        await EndsAsync((await MeasuringAsync(bench, bench.Serve(), ClientUnderTest.Endless())).Worker);

    public static async Task EndsAsync(WorkerUnderTest worker)
    {
        worker.CloseInput();
        await worker.ExitAsync("the end after stdin closed");
    }

    private static async Task StoppedIdleAsync(Bench bench)
    {
        var worker = await bench.StartAsync();
        await worker.OkAsync("usage");
        await StopAndContinueAsync(worker);
        await StopAndContinueAsync(worker, () => worker.SendAsync("usage"));
        for (var id = 2; id < 2 + Stops; id++)
            (await worker.AnswerAsync("usage, asked while it was stopped", id)).Ok();
    }

    private static async Task StoppedServingAsync(Bench bench)
    {
        var server = await bench.ServerAsync();
        await StopAndContinueAsync(server.Worker);
        var (idle, busy) = (await bench.GreetAsync(server), await bench.GreetAsync(server));
        var sent = new Queue<byte[]>();
        await StopAndContinueAsync(server.Worker);
        await StopAndContinueAsync(
            server.Worker,
            () =>
            {
                sent.Enqueue(RandomNumberGenerator.GetBytes(100));
                return busy.SendAsync(sent.Last());
            }
        );
        while (sent.TryDequeue(out var body))
            Expect.SameBytes("the echo of what was sent to a stopped server", body, await busy.ReceiveAsync());
        await idle.EchoAsync();
    }

    private static async Task StoppedConnectingAsync(Bench bench)
    {
        var worker = await ConnectingAsync(bench, 1_000_000_000);
        await StopAndContinueAsync(worker);
        // It waits on and fails for the right reason: its time is over.
        (await worker.AnswerAsync("a connect without an answer", Deadlines.Reply)).Is("error");
        await worker.OkAsync("usage");
    }

    private static async Task StoppedMeasuringAsync(Bench bench)
    {
        var server = bench.Serve();
        // By messages: a window of time could be over before a busy machine gave the client a core.
        var client = await MeasuringAsync(bench, server, ClientUnderTest.Messages(1_000));
        await StopAndContinueAsync(client.Worker);
        Expect.Right(await client.ResultAsync());
        Expect.Equal("messages by the client's usage", server.Messages, (await client.UsageAsync()).Messages);
        await StopAndContinueAsync(client.Worker);
        Expect.Right(await client.RunAsync());
        await client.DisconnectAsync();
        client = await UnansweredAsync(bench, 300_000_000);
        await StopAndContinueAsync(client.Worker);
        var result = await client.ResultAsync();
        Expect.Equal("sent, received and lost", (2L, 0L, 2L), (result.Sent, result.Received, result.Lost));
    }

    private static async Task StopAndContinueAsync(WorkerUnderTest worker, Func<Task>? meanwhile = null)
    {
        for (var n = 0; n < Stops; n++)
        {
            await worker.PauseAsync();
            if (meanwhile is not null)
                await meanwhile();
            worker.Resume();
        }
    }

    /// <summary>Starts a connect, and waits until its hello, which gets no answer, has come.</summary>
    private static async Task<WorkerUnderTest> ConnectingAsync(Bench bench, long timeoutNs)
    {
        var server = bench.Serve(new() { HellosIgnored = int.MaxValue });
        var worker = await bench.UnconnectedAsync();
        await worker.SendAsync("connect", bench.ConnectFields(server, new() { ["timeout_ns"] = timeoutNs }));
        await server.GreetedAsync();
        return worker;
    }

    private static async Task<ClientUnderTest> MeasuringAsync(Bench bench, RawServer server, JsonObject run)
    {
        var client = await bench.ConnectAsync(server, new() { ["in_flight"] = 2 });
        await client.BeginAsync(run);
        await server.ReachedAsync(4);
        return client;
    }

    /// <summary>Begins a run whose answers never come.</summary>
    private static async Task<ClientUnderTest> UnansweredAsync(Bench bench, long lostAfterNs)
    {
        var server = bench.Serve(Behaviour.Silent);
        var client = await bench.ConnectAsync(server, new() { ["in_flight"] = 2, ["lost_after_ns"] = lostAfterNs });
        await client.BeginAsync(ClientUnderTest.Messages(2));
        await server.ReachedAsync(1);
        return client;
    }
}
