using System.Globalization;
using System.Net;
using Pingmark.Model;
using Pingmark.Trials;
using Pingmark.Workers;

namespace Pingmark.Nbn;

/// <summary>A library's clients, connected to one server: one worker process, on this machine or any other.</summary>
public sealed class NbnClient : IAsyncDisposable
{
    internal static readonly IReadOnlyDictionary<string, IReadOnlyList<string>> NoRuntimeOptions =
        new Dictionary<string, IReadOnlyList<string>>();

    private const long SettleNs = 20_000_000,
        GraceNs = 2_000_000_000;
    private const long ShortestWarmUpNs = 1_500_000_000,
        LongestWarmUpNs = 5_000_000_000;

    private readonly Worker _worker;
    private readonly bool _compiles;

    private NbnClient(
        Worker worker,
        HelloReply hello,
        StackDescription stack,
        Scenario scenario,
        ConnectReply connected
    ) =>
        (_worker, _compiles, Stack, Scenario, ConnectTime, EffectiveOptions, Version) = (
            worker,
            hello.Gc is not null,
            stack,
            scenario,
            connected.ConnectTime,
            connected.EffectiveOptions,
            VersionOf(hello)
        );

    public StackDescription Stack { get; }
    public Scenario Scenario { get; }
    public Histogram ConnectTime { get; }
    public IReadOnlyDictionary<string, string> EffectiveOptions { get; }
    public string Version { get; }

    /// <param name="timeoutNs">For all connections together.</param>
    /// <param name="cpus">taskset's list; null = all.</param>
    /// <exception cref="UnsupportedException">The library can't do what is asked.</exception>
    /// <exception cref="PingmarkException">Not all clients could connect.</exception>
    public static async Task<NbnClient> StartAsync(
        IWorkerStarter starter,
        string stack,
        NbnOptions options,
        IPEndPoint server,
        string token,
        long timeoutNs,
        string? cpus,
        CancellationToken cancel
    )
    {
        var worker = await starter.StartAsync(stack, "client", NoRuntimeOptions, cpus, cancel);
        try
        {
            var hello = await worker.HelloAsync(cancel);
            var description = await worker.DescribeAsync(stack, cancel);
            NbnLimits.Check(description, options);
            var scenario = NbnLimits.ScenarioOf(description, options) with { Address = server.Address.ToString() };
            var request = new ConnectRequest(stack, scenario.Address, server.Port, token, scenario, timeoutNs);
            return new(worker, hello, description, scenario, await worker.ConnectAsync(request, cancel));
        }
        catch
        {
            await worker.DisposeAsync();
            throw;
        }
    }

    /// <summary>Until the rate has settled; nothing of it is counted.</summary>
    /// <param name="stop">Ctrl-C.</param>
    /// <exception cref="WorkerFault">No message came back.</exception>
    /// <exception cref="OperationCanceledException">Stopped before anything was counted.</exception>
    public async Task<WarmUpRecord> WarmUpAsync(long? durationNs, CancellationToken stop, CancellationToken cancel)
    {
        var warmUp = new WarmUp(
            _compiles,
            Math.Clamp(2 * (durationNs ?? LongestWarmUpNs), ShortestWarmUpNs, LongestWarmUpNs)
        );
        while (!warmUp.IsOver)
        {
            stop.ThrowIfCancellationRequested();
            warmUp.Add(await WindowAsync(0, WarmUp.WindowNs, cancel));
        }
        return warmUp.Record;
    }

    /// <summary>One measurement in parts: between two of them it can be ended, and another machine's server be
    /// missed.</summary>
    /// <param name="durationNs">Null: until <paramref name="stop"/>.</param>
    /// <param name="partNs">The longest part.</param>
    /// <param name="each">Told of every part.</param>
    /// <exception cref="WorkerFault">The server stopped answering, or this worker ended.</exception>
    public async Task<Stretch> MeasureAsync(
        long? durationNs,
        long partNs,
        Action<Measurement> each,
        CancellationToken stop,
        CancellationToken cancel
    )
    {
        var before = await _worker.UsageAsync(cancel);
        var parts = new List<Measurement>();
        for (long done = 0; durationNs is not { } all || done < all; done += parts[^1].DurationNs)
        {
            if (stop.IsCancellationRequested && parts.Count > 0)
                break;
            var left = durationNs - done ?? long.MaxValue;
            parts.Add(await WindowAsync(SettleNs, Math.Min(partNs, left), cancel));
            each(parts[^1]);
        }
        return Stretch.Of(parts) with
        {
            SilentConnections = parts.Max(p => p.SilentConnections),
            Client = await _worker.UsageAsync(cancel) - before,
        };
    }

    /// <summary>So many messages, for tests by hand; a server that stopped answering ends it early.</summary>
    public async Task<Stretch> SendAsync(long messages, CancellationToken cancel)
    {
        // Each message may be lost, and each loss takes its time: few at once, so that a silent server is noticed
        // within seconds.
        var most = 5 * Scenario.TotalInFlight;
        var parts = new List<Measurement>();
        for (var left = messages; left > 0; left -= parts[^1].Sent)
        {
            parts.Add(
                await _worker.RunMessagesAsync(
                    0,
                    Math.Min(left, most),
                    null,
                    most * Scenario.LostAfterNs + GraceNs,
                    cancel
                )
            );
            if (parts[^1].Received == 0)
                break;
        }
        return Stretch.Of(parts);
    }

    private async Task<Measurement> WindowAsync(long settleNs, long lengthNs, CancellationToken cancel)
    {
        var window = await _worker.RunAsync(settleNs, lengthNs, null, Scenario.LostAfterNs + GraceNs, cancel);
        return window.Received > 0
            ? window
            : throw _worker.Fault(
                "run",
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"the server does not answer (any more): no message came back in {(window.DurationNs + Scenario.LostAfterNs) / 1e9:0.###} s"
                )
            );
    }

    public Task StopAsync() => _worker.StopAsync(CancellationToken.None);

    internal static string VersionOf(HelloReply hello) => string.Join(", ", hello.Libraries.Prepend(hello.Runtime));

    public ValueTask DisposeAsync() => _worker.DisposeAsync();
}
