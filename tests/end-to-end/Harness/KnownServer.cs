namespace Pingmark.EndToEndTests.Harness;

/// <summary>A server of tests/known-answers that anybody may use, and the delays that it logs.</summary>
internal sealed class KnownServer : IAsyncDisposable
{
    private static readonly string[] OfDatagrams = ["cpp/known-drops", "cpp/known-fixed-datagrams"];

    /// <summary>It spins, and clients find another core by themselves.</summary>
    private static readonly string[] OnLastCore = ["taskset", "-c", $"{Environment.ProcessorCount - 1}"];

    private readonly SpokenWorker _worker;
    private readonly string _logs;

    private KnownServer(SpokenWorker worker, string logs) => (_worker, _logs) = (worker, logs);

    public static string Workers => Path.Combine(Repository.Root, "tests", "known-answers");

    /// <summary>What `probe` is told of it.</summary>
    public IReadOnlyList<string> Target { get; private set; } = [];

    public int Port { get; private set; }

    /// <param name="stack">Such as <c>cpp/known-fixed</c>.</param>
    /// <param name="client">Who measures it. One that spins: who sleeps for as long as the delay also needs time to
    /// wake up.</param>
    public static async Task<KnownServer> StartAsync(TemporaryFolder folder, string stack, string? client = null)
    {
        var logs = folder[stack.Replace('/', '-')];
        Directory.CreateDirectory(logs);
        var manifest = Path.Combine(Workers, stack.Split('/')[0], "worker.json");
        var server = new KnownServer(SpokenWorker.Start(manifest, OnLastCore, ("KNOWN_ANSWERS_LOG", logs)), logs);
        try
        {
            var listening = await server._worker.OkAsync(
                "listen",
                new()
                {
                    ["stack"] = stack,
                    ["address"] = "127.0.0.1",
                    ["port"] = 0,
                    ["plain"] = true,
                }
            );
            server.Port = (int)listening.Number("port");
            server.Target = OfDatagrams.Contains(stack)
                ? [$"udp://127.0.0.1:{server.Port}", "--client", client ?? "cpp/udp-spin"]
                : [$"tcp://127.0.0.1:{server.Port}", "--framing", "none", "--client", client ?? "cpp/tcp-spin"];
            return server;
        }
        catch
        {
            await server.DisposeAsync();
            throw;
        }
    }

    /// <summary>What it delayed the last messages by, in ns and sorted, once their connection has ended.</summary>
    public async Task<IReadOnlyList<long>> LastDelaysAsync(long messages)
    {
        await Eventually.TrueAsync(() => Logs().Length == 1, Patience.For(5), () => $"{Logs().Length} logs in {_logs}");
        var delays = await File.ReadAllLinesAsync(Logs()[0]);
        Assert.True(delays.Length >= messages, $"{delays.Length} delays, {messages} messages");
        return [.. delays.TakeLast((int)messages).Select(long.Parse).Order()];
    }

    private string[] Logs() => Directory.GetFiles(_logs, "*.delays");

    public ValueTask DisposeAsync() => _worker.DisposeAsync();
}
