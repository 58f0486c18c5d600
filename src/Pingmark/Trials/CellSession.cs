using System.Globalization;
using Pingmark.Host;
using Pingmark.Model;
using Pingmark.Sampling;
using Pingmark.Workers;

namespace Pingmark.Trials;

/// <summary>One cell's server and client, running: fresh processes, connected, quiet between measurements.</summary>
public sealed class CellSession : IAsyncDisposable
{
    private const long ConnectTimeoutNs = 5_000_000_000;
    private const long GraceNs = 2_000_000_000;
    private const long LongestStretchNs = 24 * 3_600_000_000_000;

    private readonly Worker _server;
    private readonly Worker _client;

    private CellSession(Cell cell, Worker server, Worker client)
    {
        Cell = cell;
        _server = server;
        _client = client;
    }

    public Cell Cell { get; }
    public bool ServerSpins { get; private set; }
    public bool ClientSpins { get; private set; }

    /// <summary>How the messages travel.</summary>
    public Transmission Transmission { get; private set; }

    /// <summary>True for runtimes with a JIT and a collector; decides how long a warm-up must be at least.</summary>
    public bool CompilesAsItRuns { get; private set; }
    public IReadOnlyDictionary<string, string> EffectiveOptions { get; private set; } =
        new Dictionary<string, string>();
    public IReadOnlyDictionary<string, string> Versions { get; private set; } = new Dictionary<string, string>();

    /// <exception cref="WorkerFault">A side could not start, listen or connect; both have ended.</exception>
    /// <exception cref="UnsupportedException">The stack can't do what the scenario asks.</exception>
    public static async Task<CellSession> StartAsync(
        Cell cell,
        IWorkerStarter starter,
        Pinning pinning,
        string token,
        CancellationToken cancel
    )
    {
        var server = await starter.StartAsync(cell.Stack, "server", cell.RuntimeOptions, pinning.Server, cancel);
        Worker? client = null;
        try
        {
            client = await starter.StartAsync(cell.Client, "client", cell.RuntimeOptions, pinning.Client, cancel);
            var session = new CellSession(cell, server, client);
            await session.PrepareAsync(token, cancel);
            return session;
        }
        catch
        {
            await Task.WhenAll(server.DisposeAsync().AsTask(), client?.DisposeAsync().AsTask() ?? Task.CompletedTask);
            throw;
        }
    }

    private async Task PrepareAsync(string token, CancellationToken cancel)
    {
        var scenario = Cell.Scenario;
        var hellos = await Task.WhenAll(_server.HelloAsync(cancel), _client.HelloAsync(cancel));
        var (serverStack, clientStack) = (
            await _server.DescribeAsync(Cell.Stack, cancel),
            await _client.DescribeAsync(Cell.Client, cancel)
        );
        if (serverStack.Transport != clientStack.Transport)
            throw new UnsupportedException(
                _client.Name,
                $"a {clientStack.Transport} client can't drive the {serverStack.Transport} server {Cell.Stack}"
            );
        (ServerSpins, ClientSpins) = (serverStack.Spins, clientStack.Spins);
        Transmission = clientStack.TransmissionFor(scenario.Transmission);
        CompilesAsItRuns = hellos.Any(h => h.Gc is not null);
        var listening = await _server.ListenAsync(
            Cell.Stack,
            scenario.Address,
            port: 0,
            token,
            allowWildcard: false,
            scenario,
            cancel
        );
        var connected = await _client.ConnectAsync(
            new(Cell.Client, listening.Address, listening.Port, token, scenario, ConnectTimeoutNs),
            cancel
        );
        EffectiveOptions = listening
            .EffectiveOptions.Select(o => KeyValuePair.Create("server." + o.Key, o.Value))
            .Concat(connected.EffectiveOptions.Select(o => KeyValuePair.Create("client." + o.Key, o.Value)))
            .ToDictionary();
        Versions = new Dictionary<string, string> { ["server"] = Version(hellos[0]), ["client"] = Version(hellos[1]) };
        Rest();
    }

    private static string Version(HelloReply hello) =>
        string.Join(", ", hello.Libraries.Prepend(hello.Runtime + (hello.Gc is null ? "" : $" ({hello.Gc})")));

    /// <summary>Waiting cells idle. Only a server that spins is frozen, since it would take the core from the one being
    /// measured; clients park by themselves.</summary>
    public void Rest()
    {
        if (ServerSpins)
            _server.Freeze();
    }

    public void Wake() => _server.Thaw();

    /// <summary>
    /// One slice: starts counting after <paramref name="settleNs"/> of load, for <paramref name="lengthNs"/>. The cell
    /// must be awake. The window is relative: a worker that
    /// reads the clock when the request reaches it can't be late for it, however busy the machine.
    /// </summary>
    public Task<Measurement> SliceAsync(long settleNs, long lengthNs, CancellationToken cancel) =>
        _client.RunAsync(settleNs, lengthNs, Cell.Scenario.LapMessages, Grace, cancel);

    public async Task<WarmUpRecord> WarmUpAsync(long? fixedNs, long longestNs, CancellationToken cancel)
    {
        if (fixedNs is { } length)
        {
            var whole = await _client.RunAsync(0, length, null, Cell.Scenario.LostAfterNs + GraceNs, cancel);
            RequireAnswers("warm-up", whole);
            RatePerS = whole.ThroughputPerS;
            return new(length, whole.Received, Steady: true);
        }
        var warmUp = new WarmUp(CompilesAsItRuns, longestNs);
        do
        {
            var window = await _client.RunAsync(
                WarmUp.SettleNs,
                WarmUp.WindowNs - WarmUp.SettleNs,
                null,
                Cell.Scenario.LostAfterNs + GraceNs,
                cancel
            );
            RequireAnswers("warm-up", window);
            warmUp.Add(window);
        } while (!warmUp.IsOver || warmUp.MayGoOn && await IsCompilingAsync(cancel));
        RatePerS = warmUp.RatePerS;
        return warmUp.Record;
    }

    /// <summary>
    /// Whether a side works although no messages flow: its compiler or collector, which would take the core from
    /// whatever is measured next. A server that
    /// spins can't be asked, for it always works.
    /// </summary>
    private async Task<bool> IsCompilingAsync(CancellationToken cancel)
    {
        if (!CompilesAsItRuns)
            return false;
        var before = await UsageAsync(cancel);
        await Task.Delay(WarmUp.Pause, cancel);
        var after = await UsageAsync(cancel);
        return WarmUp.IsWork(after.Client - before.Client)
            || !ServerSpins && WarmUp.IsWork(after.Server - before.Server);
    }

    private void RequireAnswers(string phase, Measurement measurement)
    {
        if (measurement is { Sent: > 0, Received: 0 })
            throw ServerFault(
                phase,
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"none of {measurement.Sent} messages was answered within {Cell.Scenario.LostAfterNs / 1e9:0.###} s"
                )
            );
    }

    /// <summary>A measurement ends with the answers of its last messages, and with laps not before its last
    /// lap.</summary>
    private long Grace =>
        Cell.Scenario.LostAfterNs + GraceNs + (Cell.Scenario.LapMessages is { } lap ? TimeFor(lap) : 0);

    /// <summary>More than so many messages can need, also where the rate breaks down.</summary>
    private long TimeFor(long messages) => (long)Math.Min(20 * messages / RatePerS * 1e9, LongestStretchNs);

    /// <summary>Messages per second when the warm-up ended.</summary>
    public double RatePerS { get; private set; }

    /// <summary>One unbroken stretch with the usage of both sides and of the machine. By message count where the
    /// scenario asks for one.</summary>
    public async Task<Stretch> StretchAsync(long settleNs, long lengthNs, long? messages, CancellationToken cancel)
    {
        var (server, client) = await UsageAsync(cancel);
        var (host, drops, controller) = (HostCpuReader.Read(), UdpDrops.Read(), Environment.CpuUsage.TotalTime);
        var measurement = messages is { } count
            ? await _client.RunMessagesAsync(
                settleNs,
                count,
                Cell.Scenario.LapMessages,
                TimeFor(count) + Cell.Scenario.LostAfterNs + GraceNs,
                cancel
            )
            : await _client.RunAsync(settleNs, lengthNs, Cell.Scenario.LapMessages, Grace, cancel);
        var (hostAfter, dropsAfter, controllerAfter) = (
            HostCpuReader.Read(),
            UdpDrops.Read(),
            Environment.CpuUsage.TotalTime
        );
        var (serverAfter, clientAfter) = await UsageAsync(cancel);
        return Checked(
            Stretch.Of([measurement]) with
            {
                Server = serverAfter - server,
                Client = clientAfter - client,
                Host = hostAfter - host,
                UdpReceiveDrops = dropsAfter - drops,
                ControllerCpuNs = (long)(controllerAfter - controller).TotalNanoseconds,
            }
        );
    }

    /// <summary>A stretch under the profilers of both runtimes: recording begins before it and ends right after
    /// it.</summary>
    /// <param name="path">Where the recordings go, without <c>-server</c>, <c>-client</c> and extension.</param>
    public async Task<IReadOnlyList<SideSamples>> SampleAsync(
        string path,
        long settleNs,
        long lengthNs,
        CancellationToken cancel
    )
    {
        await using var ofServer = Samplers.For(
            RuntimeOf(Cell.Stack),
            _server.Pid,
            path + "-server",
            problem => _server.Fault("sampling", problem)
        );
        await using var ofClient = Samplers.For(
            RuntimeOf(Cell.Client),
            _client.Pid,
            path + "-client",
            problem => _client.Fault("sampling", problem)
        );
        await ofServer.StartAsync(cancel);
        await ofClient.StartAsync(cancel);
        var (serverBefore, clientBefore) = await UsageAsync(cancel);
        await _client.RunAsync(settleNs, lengthNs, null, Cell.Scenario.LostAfterNs + GraceNs, cancel);
        var (server, client) = await UsageAsync(cancel);
        var (samplesOfServer, samplesOfClient) = (await ofServer.StopAsync(cancel), await ofClient.StopAsync(cancel));
        return
        [
            new("server", Cell.Stack, (server - serverBefore).Messages, samplesOfServer),
            new("client", Cell.Client, (client - clientBefore).Messages, samplesOfClient),
        ];
    }

    /// <summary>A stack's id begins with it.</summary>
    private static string RuntimeOf(string stack) => stack.Split('/')[0];

    public async Task<(Usage Server, Usage Client)> UsageAsync(CancellationToken cancel)
    {
        var both = await Task.WhenAll(_server.UsageAsync(cancel), _client.UsageAsync(cancel));
        return (both[0], both[1]);
    }

    /// <summary>Compares the two sides' own counts: a server that answered fewer messages than the client got answers
    /// for, or a client that counted more than it received, is lying.</summary>
    public Stretch Checked(Stretch stretch)
    {
        if (stretch.Client!.Messages < stretch.Received)
            throw _client.Fault(
                "counts",
                $"reports {stretch.Received} answers counted and {stretch.Client.Messages} received in all"
            );
        if (stretch.Server!.Messages < stretch.Received)
            throw _server.Fault(
                "counts",
                $"answered {stretch.Server.Messages} messages by its own count, the client received {stretch.Received}"
            );
        return stretch;
    }

    /// <summary>A client tells what it saw of a server that died; that it died is the reason.</summary>
    public async Task<string> ReasonAsync(PingmarkException failure) =>
        failure is WorkerFault
        && !failure.Message.StartsWith(_server.Name, StringComparison.Ordinal)
        && await _server.EndAsync() is { } end
            ? $"{_server.Name} {end}; {failure.Message}"
            : failure.Message;

    public WorkerFault ServerFault(string phase, string problem) => _server.Fault(phase, problem);

    public Task StopAsync(CancellationToken cancel) =>
        Task.WhenAll(_client.StopAsync(cancel), _server.StopAsync(cancel));

    public async ValueTask DisposeAsync()
    {
        await _client.DisposeAsync();
        await _server.DisposeAsync();
    }
}
