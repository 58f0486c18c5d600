using System.Diagnostics;
using System.Globalization;
using System.Net;
using Pingmark.Host;
using Pingmark.Model;
using Pingmark.Trials;
using Pingmark.Wording;
using Pingmark.Workers;

namespace Pingmark.Nbn;

/// <summary>
/// One measurement of one library, as NBN's custom benchmark: start, connect and warm up, which is not counted; then
/// measure for the duration in one piece. Server and clients
/// are processes apart, so that neither's cost is booked on the other.
/// </summary>
public sealed class NbnRun(IWorkerStarter starter, IReadOnlyList<int> cores, ProgressLog progress)
{
    /// <summary>How soon a server on another machine is missed, and how soon Ctrl-C ends a measurement.</summary>
    private const long PartNs = 500_000_000;

    /// <summary>Between two parts the load ends and begins again: seldom, where the server is watched by its
    /// process.</summary>
    private const long LongPartNs = 2_000_000_000;

    /// <summary>For all connections. A server that may not be there must be told soon; one that was started here may
    /// take its time.</summary>
    private const long SoonNs = 2_500_000_000,
        PatientNs = 10_000_000_000,
        PerClientNs = 1_000_000;

    /// <param name="stop">Ctrl-C: the measurement ends, with the figures up to then. Without a duration that is how it
    /// is meant to end.</param>
    public async Task<NbnResult> CompleteAsync(string stack, NbnOptions options, CancellationToken stop)
    {
        var pinning = Pinning.Of(new Pin(), cores);
        var token = NbnToken.ForServer(options.Address);
        await using var server = await NbnServer.StartAsync(starter, stack, options, token, pinning.Server, stop);
        Say(stack, $"server listens on {server.EndPoint}, {Text(server.EffectiveOptions)}");
        await using var client = await NbnClient.StartAsync(
            starter,
            stack,
            options,
            server.EndPoint,
            token,
            PatientNs + options.Clients * PerClientNs,
            pinning.Client,
            stop
        );
        Connected(client);
        var partNs = options.DurationNs is null ? PartNs : LongPartNs;
        var record = await server.WhileServingAsync(
            cancel => MeasureAsync(client, server, options, partNs, stop, cancel),
            CancellationToken.None
        );
        await Task.WhenAll(client.StopAsync(), server.StopAsync());
        return NbnResult.Of(
            record with
            {
                ServerCpus = pinning.Server,
                ClientCpus = pinning.Client,
                ServerSpins = server.Stack.Spins,
                EffectiveOptions = record
                    .EffectiveOptions.Concat(
                        server.EffectiveOptions.Select(o => KeyValuePair.Create("server." + o.Key, o.Value))
                    )
                    .ToDictionary(),
                Versions = new Dictionary<string, string> { ["server"] = server.Version, ["client"] = client.Version },
            },
            NbnResult.CellOf(stack, client.Scenario),
            NbnLimits.Unused(client.Stack, options)
        );
    }

    /// <summary>Against a server that somebody else started.</summary>
    public async Task<NbnResult> ClientAsync(string stack, NbnOptions options, string token, CancellationToken stop)
    {
        await using var client = await ConnectAsync(stack, options, token, cpus: null, stop);
        Connected(client);
        var record = await MeasureAsync(client, server: null, options, PartNs, stop, CancellationToken.None);
        await client.StopAsync();
        return NbnResult.Of(record, NbnResult.CellOf(stack, client.Scenario), NbnLimits.Unused(client.Stack, options));
    }

    /// <exception cref="PingmarkException">Nobody answered; the message says what may be wrong.</exception>
    public async Task<NbnClient> ConnectAsync(
        string stack,
        NbnOptions options,
        string token,
        string? cpus,
        CancellationToken cancel
    )
    {
        var server = new IPEndPoint(IPAddress.Parse(options.Address), options.Port);
        try
        {
            return await NbnClient.StartAsync(
                starter,
                stack,
                options,
                server,
                token,
                SoonNs + options.Clients * PerClientNs,
                cpus,
                cancel
            );
        }
        catch (UnsupportedException e)
        {
            return options.OnIpv4 is { } other
                ? await ConnectAsync(stack, other, token, cpus, cancel)
                : throw new BadInputException(e.Message);
        }
        catch (WorkerFault e)
        {
            throw new PingmarkException(
                $"{e.Message}\n  Is a server of {stack} there? It is started by: ./pingmark nbn -m Server -d -1 -l {stack} --address {options.Address} --port {options.Port}\n"
                    + "  A server of another library, of another version or with another token gives no answer.",
                ExitCode.CellFailed,
                e
            );
        }
    }

    private async Task<TrialRecord> MeasureAsync(
        NbnClient client,
        NbnServer? server,
        NbnOptions options,
        long partNs,
        CancellationToken stop,
        CancellationToken cancel
    )
    {
        var stack = client.Stack;
        var warmUp = await client.WarmUpAsync(options.DurationNs, stop, cancel);
        Say(
            stack.Stack,
            string.Create(
                CultureInfo.InvariantCulture,
                $"warmed up in {warmUp.DurationNs / 1e9:0.0} s; measuring {(options.DurationNs is { } ns ? NumberText.Elapsed(ns / 1e9) : "until Ctrl-C")}"
            )
        );
        var watch = Stopwatch.StartNew();
        var serverBefore = server is null ? null : await server.UsageAsync(cancel);
        var (host, drops, controller) = (HostCpuReader.Read(), UdpDrops.Read(), Environment.CpuUsage.TotalTime);
        var stretch = await client.MeasureAsync(
            options.DurationNs,
            partNs,
            part =>
                progress.Detail(
                    $"{NumberText.Elapsed(watch.Elapsed.TotalSeconds)}: {NumberText.Rate(part.ThroughputPerS)}, {NumberText.Count(part.Lost)} lost"
                ),
            stop,
            cancel
        );
        stretch = stretch with
        {
            Host = HostCpuReader.Read() - host,
            UdpReceiveDrops = UdpDrops.Read() - drops,
            ControllerCpuNs = (long)(Environment.CpuUsage.TotalTime - controller).TotalNanoseconds,
            Server = server is null ? null : await server.UsageAsync(cancel) - serverBefore!,
        };
        progress.Clear();
        if (stretch.Server is { } usage && usage.Messages < stretch.Received)
            throw new PingmarkException(
                $"{stack.Stack}: the server answered {usage.Messages} messages by its own count, its clients received {stretch.Received}",
                ExitCode.CellFailed
            );
        return new()
        {
            Round = 1,
            Block = 1,
            Cell = NbnResult.CellOf(stack.Stack, client.Scenario).Id,
            Status = CellStatus.Ok,
            WarmUp = warmUp,
            Unbroken = stretch,
            ClientSpins = stack.Spins,
            Transmission = NbnLimits.TransmissionOf(stack, options),
            EffectiveOptions = client.EffectiveOptions.ToDictionary(o => "client." + o.Key, o => o.Value),
            Versions = new Dictionary<string, string> { ["client"] = client.Version },
        };
    }

    private void Connected(NbnClient client) =>
        Say(
            client.Stack.Stack,
            $"{NumberText.Count(client.Scenario.Connections)} clients connected, {NumberText.Duration(client.ConnectTime.MeanNs)} each, {Text(client.EffectiveOptions)}"
        );

    private void Say(string stack, string what) => progress.Step($"{stack}: {what}");

    private static string Text(IReadOnlyDictionary<string, string> options) =>
        string.Join(", ", options.Select(o => $"{o.Key} {o.Value}"));
}
