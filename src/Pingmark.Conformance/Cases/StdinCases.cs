namespace Pingmark.Conformance.Cases;

/// <summary>stdin closes, as it does when the controller dies: the worker ends, whatever it is doing.</summary>
internal static class StdinCases
{
    private const long LongNs = 60_000_000_000;

    public static IEnumerable<ConformanceCase> All =>
        [
            new("stdin.idle", "ends while it has no role", Subject.Worker, IdleAsync),
            new("stdin.half-line", "ends when stdin closes inside a line", Subject.Worker, HalfLineAsync),
            new(
                "stdin.listening",
                "a server without connections ends",
                Subject.Server,
                ListeningAsync,
                peer: Peer.Any,
                ofFraming: true
            ),
            new(
                "stdin.serving",
                "a server with connections ends, and they are closed",
                Subject.Server,
                ServingAsync,
                endsServer: true
            ),
            new(
                "stdin.connecting",
                "a client ends while it waits for a hello's answer",
                Subject.Client,
                ConnectingAsync,
                ofFraming: true
            ),
            new(
                "stdin.connected",
                "a client ends between measurements",
                Subject.Client,
                ConnectedAsync,
                ofFraming: true
            ),
            new("stdin.run", "a client ends inside a run that would take a minute", Subject.Client, MeasuringAsync),
            new(
                "stdin.unanswered",
                "a client ends while it waits for answers that never come",
                Subject.Client,
                UnansweredAsync,
                ofFraming: true
            ),
        ];

    private static async Task IdleAsync(Bench bench)
    {
        var worker = await bench.StartAsync();
        await worker.OkAsync("usage");
        await EndsAsync(worker, "idle");
    }

    private static async Task HalfLineAsync(Bench bench)
    {
        var worker = await bench.StartAsync();
        await worker.OkAsync("usage");
        await worker.WriteAsync("{\"id\":1,\"op\":");
        await EndsAsync(worker, "reading half a line");
    }

    private static async Task ListeningAsync(Bench bench) =>
        await EndsAsync((await bench.ListenAsync()).Worker, "listening");

    private static async Task ServingAsync(Bench bench)
    {
        var server = await bench.LastServerAsync();
        var client = await bench.GreetAsync(server);
        await client.EchoAsync([1, 2, 3, 4, 5]);
        await EndsAsync(server.Worker, "serving");
        if (client is Peers.RawStreamClient stream)
            await stream.ExpectClosedAsync("the server's end");
    }

    private static async Task ConnectingAsync(Bench bench)
    {
        var server = bench.Serve(new() { AnswersHello = false });
        var worker = await bench.StartAsync();
        await worker.SendAsync(
            "connect",
            ClientUnderTest.Request(bench.Stack, server.EndPoint, server.Token, new() { ["timeout_ns"] = LongNs })
        );
        await server.GreetedAsync();
        await EndsAsync(worker, "connecting");
    }

    private static async Task ConnectedAsync(Bench bench)
    {
        var client = await bench.ConnectAsync(bench.Serve());
        await client.RunAsync();
        await EndsAsync(client.Worker, "connected");
    }

    private static async Task MeasuringAsync(Bench bench)
    {
        var server = bench.Serve();
        var client = await bench.ConnectAsync(server);
        await client.Worker.SendAsync("run", ClientUnderTest.Window(LongNs));
        await server.ReachedAsync(20);
        await EndsAsync(client.Worker, "in a run");
    }

    private static async Task UnansweredAsync(Bench bench)
    {
        var server = bench.Serve(new() { Answer = (_, _) => [] });
        var client = await bench.ConnectAsync(server, new() { ["lost_after_ns"] = LongNs });
        await client.Worker.SendAsync("run", ClientUnderTest.Window());
        await server.ReachedAsync(1);
        await EndsAsync(client.Worker, "waiting for answers");
    }

    private static async Task EndsAsync(WorkerUnderTest worker, string what)
    {
        worker.CloseInput();
        await worker.ExitAsync(Deadlines.End, $"the end after stdin closed while {what}");
    }
}
