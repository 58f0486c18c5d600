namespace Pingmark.Conformance.Cases;

/// <summary>stdin and stdout as streams of lines: what is no request, what comes in pieces, what is on stdout besides
/// replies.</summary>
internal static class LineCases
{
    private const int LongLineBytes = 3 << 20;

    public static IEnumerable<ConformanceCase> All =>
        [
            new(
                "lines.malformed",
                "a line that is no request gets an error without id, and the worker goes on",
                Subject.Worker,
                MalformedAsync
            ),
            new("lines.split", "a request that arrives in pieces is one request", Subject.Worker, SplitAsync),
            new(
                "lines.coalesced",
                "requests that arrive together are answered one after the other, in order",
                Subject.Worker,
                CoalescedAsync
            ),
            new("lines.long", "a line of 3 MiB is read whole", Subject.Worker, LongAsync),
            new(
                "lines.quiet-stdout",
                "stdout holds replies and nothing else, also while it measures",
                Subject.Client,
                QuietAsync,
                ofFraming: true
            ),
        ];

    private static async Task MalformedAsync(Bench bench)
    {
        var worker = await bench.IdleAsync();
        foreach (
            var line in new[]
            {
                "hello",
                "[1,2]",
                "42",
                "",
                "{\"id\":1",
                "{\"op\":\"usage\"}",
                "{\"id\":7}",
                "{\"id\":\"7\",\"op\":\"usage\"}",
                "{\"id\":7,\"op\":5}",
                "{\"id\":7,\"op\":\"usage\"} x",
            }
        )
        {
            await worker.WriteAsync(line + "\n");
            (await worker.AnswerAsync($"the line '{line}'", id: null)).Error();
        }
        await worker.OkAsync("usage");
    }

    private static async Task SplitAsync(Bench bench)
    {
        var worker = await bench.IdleAsync();
        var line = worker.Line("usage");
        foreach (var piece in line.Chunk(5))
        {
            await worker.WriteAsync(new(piece));
            // Aims at separate reads; nothing depends on it.
            await Task.Delay(1);
        }
        (await worker.AnswerAsync("a request in pieces")).Ok();
    }

    private static async Task CoalescedAsync(Bench bench)
    {
        var worker = await bench.IdleAsync();
        const int Requests = 20;
        await worker.WriteAsync(string.Concat(Enumerable.Range(0, Requests).Select(_ => worker.Line("usage"))));
        for (var id = worker.LastId - Requests + 1; id <= worker.LastId; id++)
            (await worker.AnswerAsync("requests in one piece", id)).Ok();
    }

    private static async Task LongAsync(Bench bench)
    {
        var worker = await bench.IdleAsync();
        (await worker.AskAsync("usage", new() { ["padding"] = new string('x', LongLineBytes) })).Unsupported();
        await worker.OkAsync("usage");
    }

    private static async Task QuietAsync(Bench bench)
    {
        var client = await bench.ConnectAsync(bench.Serve());
        await client.RunAsync();
        await client.UsageAsync();
    }
}
