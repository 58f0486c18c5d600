namespace Pingmark.Conformance.Cases;

/// <summary>Cases of transports within the machine: what is in their folder, and what is left there.</summary>
internal static class LocalCases
{
    private const long LongNs = 60_000_000_000;
    private const int NameLength = 16;

    private static async Task LocalGoneAsync(Bench bench)
    {
        var server = await bench.LastServerAsync();
        var first = await bench.ConnectAsync(server, new() { ["connections"] = 2 });
        await first.Worker.KillAsync();
        await server.CountsAsync(0, usage => usage.Connections);
        var second = await bench.ConnectAsync(server);
        await second.Worker.SendAsync("run", ClientUnderTest.Window(LongNs));
        await server.Worker.KillAsync();
        (await second.Worker.AnswerAsync("a run whose server died", Deadlines.End)).Error();
        // Stacks that are looked at side by side share the folder, and have one there while they connect.
        await Expect.EventuallyAsync("segments that have a name", 0, () => Segments(bench));
    }

    /// <summary>The number of files with a longer name than a socket's number, which are segments of shared
    /// memory.</summary>
    private static int Segments(Bench bench) =>
        Directory.EnumerateFiles(bench.Stack.Address).Count(path => Path.GetFileName(path).Length == NameLength);
}
