using System.Text.Json.Nodes;

namespace Pingmark.Conformance.Cases;

/// <summary>Transports within the machine: what there is in a folder, and what is left there.</summary>
internal static class LocalCases
{
    private const long LongNs = 60_000_000_000;
    private const int NameLength = 16;

    public static IEnumerable<ConformanceCase> All =>
        [
            new(
                "local.paths",
                "a number that is taken, and a path that is too long, are refused with what is wrong",
                Subject.Pair,
                PathsAsync,
                peer: Peer.Library,
                transports: ["unix"]
            ),
            new(
                "local.gone",
                "a side whose other side dies notices it within 2 s, and no memory has a name that is left",
                Subject.Pair,
                GoneAsync,
                peer: Peer.Library,
                endsServer: true,
                transports: ["shm"]
            ),
        ];

    private static async Task PathsAsync(Bench bench)
    {
        var server = await bench.ServerAsync();
        var worker = await bench.IdleAsync();
        var taken = Request(bench, new() { ["port"] = server.EndPoint.Port });
        Expect.Contains((await worker.AskAsync("listen", taken)).Error(), $"{server.EndPoint}", "a reason");
        var tooLong = Request(bench, new() { ["address"] = "/" + new string('x', 120), ["port"] = 9 });
        Expect.Contains((await worker.AskAsync("listen", tooLong)).Unsupported(), "107", "a reason");
        Expect.Contains((await worker.AskAsync("connect", tooLong)).Unsupported(), "107", "a reason");
    }

    private static JsonObject Request(Bench bench, JsonObject options) =>
        ServerUnderTest.Request(bench.Stack, Bench.NewToken(), options);

    private static async Task GoneAsync(Bench bench)
    {
        var server = await bench.LastServerAsync();
        var first = await bench.ConnectAsync(server.EndPoint, server.Token, new() { ["connections"] = 2 });
        await first.Worker.KillAsync();
        await server.CountsAsync("open connections", 0, usage => usage.Connections);
        var second = await bench.ConnectAsync(server.EndPoint, server.Token);
        await second.Worker.SendAsync("run", ClientUnderTest.Window(LongNs));
        await server.Worker.KillAsync();
        (await second.Worker.AnswerAsync("a run whose server died", Deadlines.End)).Error();
        // Stacks that are looked at side by side share the folder, and have one there while they connect.
        await Expect.EventuallyAsync("segments that have a name", 0, () => Task.FromResult(Segments(bench)));
    }

    /// <summary>What has a longer name than the number of a socket.</summary>
    private static int Segments(Bench bench) =>
        Directory.EnumerateFiles(bench.Stack.Address).Count(path => Path.GetFileName(path).Length == NameLength);
}
