namespace Pingmark.Conformance.Cases;

/// <summary>Cases of datagrams that are repeated, doubled and overtaken; a client counts each of these for what it
/// is.</summary>
internal static class DatagramCases
{
    /// <summary>The message of a run's 200 up to which answers are disturbed: a client need not look at what comes
    /// after the last answer.</summary>
    private const int Half = 100;

    private static async Task DatagramRepeatedHelloAsync(Bench bench)
    {
        var server = await bench.ServerAsync();
        var before = await server.UsageAsync();
        var client = await bench.GreetAsync(server);
        for (var n = 0; n < 3; n++)
            await client.GreetAsync(server.Token);
        await client.EchoAsync([1, 2, 3, 4, 5]);
        await server.CountsAsync(before.Messages + 1, usage => usage.Messages);
        await server.HasAsync(before.Connections + 1, usage => usage.Connections);
    }

    private static async Task DatagramClientRepeatsHelloAsync(Bench bench)
    {
        var server = bench.Serve(new() { HellosIgnored = 2 });
        var client = await bench.ConnectAsync(server);
        Expect.That((await client.RunAsync()).Received > 0, "answers", "none");
    }

    private static async Task DatagramDuplicatedAsync(Bench bench)
    {
        var server = bench.Serve(
            new() { Answer = (number, body) => number <= Half && number % 10 == 0 ? [body, body] : [body] }
        );
        var client = await bench.ConnectAsync(server, new() { ["in_flight"] = 4 });
        var result = await client.RunAsync();
        Expect.Equal("duplicated", Half / 10, result.Duplicated);
        Expect.Right(result);
        Expect.Equal("late", 0, result.Late);
        Expect.Equal("messages by the client's usage", server.Messages, (await client.UsageAsync()).Messages);
    }

    /// <summary>Swaps answers: of two messages in flight the first is answered after the second.</summary>
    private static async Task DatagramReorderedAsync(Bench bench)
    {
        byte[]? kept = null;
        IReadOnlyList<byte[]> Swap(long number, byte[] body)
        {
            if (number > Half)
                return [body];
            if (number % 2 == 1)
            {
                kept = body;
                return [];
            }
            return [body, kept!];
        }
        var server = bench.Serve(new() { Answer = Swap });
        var client = await bench.ConnectAsync(server, new() { ["in_flight"] = 2 });
        var result = await client.RunAsync();
        Expect.Equal("reordered", Half / 2, result.Reordered);
        Expect.Equal("corrupt", 0, result.Corrupt);
    }
}
