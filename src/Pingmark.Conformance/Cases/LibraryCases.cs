using System.Text.Json.Nodes;
using Pingmark.Model;

namespace Pingmark.Conformance.Cases;

/// <summary>Cases of libraries with a protocol of their own, whose server and client are each other's only peer, and of
/// what transports within the machine leave in their folder.</summary>
internal static class LibraryCases
{
    private static async Task LibrarySizesAsync(Bench bench)
    {
        var server = await bench.EmptyServerAsync();
        foreach (var (transmission, largest) in bench.Stack.Transmissions)
        foreach (
            var (wanted, payload) in new[]
            {
                (bench.Stack.MinMessageBytes, "ones"),
                (501, "zeros"),
                (largest, "random"),
            }
        )
        {
            var bytes = Math.Min(wanted, largest);
            var options = Fields.Create(("transmission", transmission), ("message_bytes", bytes), ("payload", payload));
            var client = await bench.ConnectAsync(server, options);
            Expect.Right(await client.RunAsync(50), 50);
            await client.DisconnectAsync();
        }
    }

    private static async Task LibraryOptionsAsync(Bench bench)
    {
        var has = Fields.Create(OptionCases.ListOtherOptions().Where(one => bench.Stack.Options.Contains(one.Name)));
        var ofBoth = new JsonObject().With(has);
        ofBoth.Remove("client_threads");
        var server = await bench.ListenAsync(ofBoth);
        var client = await bench.ConnectAsync(server, has);
        OptionCases.ExpectEffective(has, client.Connected);
        Expect.That((await client.RunAsync()).Received > 0, "answers", "none");
        await OptionCases.RefusesOthersAsync(bench, await bench.IdleAsync(), "connect", bench.ConnectFields(server));
    }

    private static async Task LibraryRunAsync(Bench bench)
    {
        var options = new JsonObject { ["connections"] = 3, ["in_flight"] = 2 };
        var client = await bench.ConnectAsync(await bench.EmptyServerAsync(), options);
        for (var n = 0; n < 2; n++)
            Expect.Right(await WindowAsync(client));
    }

    /// <summary>Measures a window. A client that had no core for a whole window has sent nothing in it, and gets
    /// another window.</summary>
    private static async Task<Measurement> WindowAsync(ClientUnderTest client)
    {
        const int mostWindows = 5;
        for (var n = 1; ; n++)
        {
            var result = await client.RunAsync(ClientUnderTest.Window(settleNs: 20_000_000));
            Expect.Equal("the counted time", ClientUnderTest.WindowNs, result.ToNs - result.FromNs);
            if (result.Sent > 0 || n == mostWindows)
                return result;
        }
    }

    private static async Task LibraryWrongTokenAsync(Bench bench)
    {
        var server = await bench.EmptyServerAsync();
        await ExpectRejectedAsync(bench, server, Fields.Create(("token", Bench.NewToken())));
        await (await bench.ConnectAsync(server)).RunAsync();
    }

    /// <summary>Expects that a client with these options can't connect, and is counted as rejected.</summary>
    public static async Task ExpectRejectedAsync(Bench bench, ServerUnderTest server, JsonObject options)
    {
        var before = await server.UsageAsync();
        var request = bench.ConnectFields(server, options.With(("timeout_ns", 5_000_000_000)));
        await (await bench.IdleAsync()).RefusesAsync("connect", request, "refused");
        Expect.That((await server.UsageAsync()).Rejected > before.Rejected, "at least 1 more rejected", "none");
    }

    /// <summary>Ends the server: the client fails with an error, where the library notices it, or counts what was sent
    /// as lost.</summary>
    private static async Task LibraryServerDiesAsync(Bench bench)
    {
        var server = await bench.LastServerAsync();
        var client = await bench.ConnectAsync(server, new() { ["lost_after_ns"] = 300_000_000 });
        await client.RunAsync();
        var run = ClientUnderTest.Window(400_000_000);
        await client.BeginAsync(run);
        await server.Worker.KillAsync();
        await client.Worker.AnswerAsync("a run whose server died", client.LongestAnswer(run));
    }

    private static async Task LibraryClientDiesAsync(Bench bench)
    {
        var server = await bench.EmptyServerAsync();
        var client = await bench.ConnectAsync(server, new() { ["connections"] = 5 });
        await client.BeginAsync(ClientUnderTest.Endless());
        var before = (await server.UsageAsync()).Messages;
        await Expect.EventuallyAsync(
            "whether the server has messages",
            true,
            async () => (await server.UsageAsync()).Messages > before
        );
        await client.Worker.KillAsync();
        await (await bench.ConnectAsync(server)).RunAsync();
    }

    private static async Task LibraryStoppedAsync(Bench bench)
    {
        var server = await bench.EmptyServerAsync();
        var client = await bench.ConnectAsync(server, new() { ["connections"] = 2 });
        foreach (var worker in new[] { server.Worker, client.Worker })
        {
            await client.BeginAsync(ClientUnderTest.Window(150_000_000));
            await worker.PauseAsync();
            worker.Resume();
            var result = await client.ResultAsync();
            Expect.AtLeast("answers", 1, result.Received);
            Expect.Equal("corrupt", 0, result.Corrupt);
        }
    }

    private static async Task LibraryStdinAsync(Bench bench)
    {
        var server = await bench.LastServerAsync();
        var client = await bench.ConnectAsync(server);
        await client.BeginAsync(ClientUnderTest.Endless());
        foreach (var worker in new[] { client.Worker, server.Worker })
            await ProcessCases.EndsAsync(worker);
    }

    private static async Task LocalGoneAsync(Bench bench)
    {
        // Longer than a socket's number: a segment of shared memory.
        const int NameLength = 16;
        var server = await bench.LastServerAsync();
        var first = await bench.ConnectAsync(server, new() { ["connections"] = 2 });
        await first.Worker.KillAsync();
        await server.CountsAsync(0, usage => usage.Connections);
        var second = await bench.ConnectAsync(server);
        await second.BeginAsync(ClientUnderTest.Endless());
        await server.Worker.KillAsync();
        (await second.Worker.AnswerAsync("a run whose server died", Deadlines.End)).Is("error");
        // Stacks that are looked at side by side share the folder, and have one there while they connect.
        await Expect.EventuallyAsync(
            "segments that have a name",
            0,
            () =>
                Directory.EnumerateFiles(bench.Stack.Address).Count(path => Path.GetFileName(path).Length == NameLength)
        );
    }
}
