namespace Pingmark.Conformance.Cases;

/// <summary>Cases in which stdin closes, as it does when the controller dies: the worker ends, whatever it is
/// doing.</summary>
internal static class StdinCases
{
    private const long LongNs = 60_000_000_000;

    private static async Task StdinIdleAsync(Bench bench) => await EndsAsync((await Situation.IdleAsync(bench)).Worker);

    private static async Task StdinListeningAsync(Bench bench) => await EndsAsync((await bench.ListenAsync()).Worker);

    private static async Task StdinConnectingAsync(Bench bench) =>
        await EndsAsync((await Situation.ConnectingAsync(bench, LongNs)).Worker);

    private static async Task StdinConnectedAsync(Bench bench) =>
        await EndsAsync((await Situation.ConnectedAsync(bench)).Worker);

    private static async Task StdinRunAsync(Bench bench) =>
        await EndsAsync((await Situation.MeasuringAsync(bench, ClientUnderTest.Endless())).Worker);

    private static async Task StdinUnansweredAsync(Bench bench) =>
        await EndsAsync((await Situation.UnansweredAsync(bench, LongNs)).Worker);

    private static async Task StdinHalfLineAsync(Bench bench)
    {
        var (worker, _, _) = await Situation.IdleAsync(bench);
        await worker.WriteAsync("{\"id\":1,\"op\":");
        await EndsAsync(worker);
    }

    private static async Task StdinServingAsync(Bench bench)
    {
        var server = await bench.LastServerAsync();
        var client = await bench.GreetAsync(server);
        await client.EchoAsync([1, 2, 3, 4, 5]);
        await EndsAsync(server.Worker);
        if (bench.Stack.IsReliable)
            await client.ExpectClosedAsync("the server's end");
    }

    public static async Task EndsAsync(WorkerUnderTest worker)
    {
        worker.CloseInput();
        await worker.ExitAsync("the end after stdin closed");
    }
}
