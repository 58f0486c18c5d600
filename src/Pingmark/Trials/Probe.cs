using System.Net;
using Pingmark.Model;
using Pingmark.Workers;

namespace Pingmark.Trials;

/// <summary>Measures an echo server that is not ours in one continuous window; only its answers are known.</summary>
public sealed class Probe(IWorkerStarter starter)
{
    private const long ConnectTimeoutNs = 3_000_000_000;
    private const long SettleNs = 20_000_000;

    /// <summary>A longer closed loop is measured in parts, so that Ctrl-C keeps the figures up to then. Arrivals at a
    /// rate are one schedule.</summary>
    private const long MaxUnsplitNs = 1_000_000_000;
    private const long PartNs = 500_000_000;
    private const int MinMessagesPerPart = 10;

    /// <summary>How long the current part may still take after Ctrl-C.</summary>
    private static readonly TimeSpan MaxTimeAfterCancel = TimeSpan.FromSeconds(1.7);

    private const string Hint = ": is it an echo server, and is --framing right?";

    /// <summary>In a worker's error when its peer has ended connections, or speaks another protocol.</summary>
    private const string ConnectionsEnded = "connections ended: ";

    /// <summary>Always the same, so that repeated probes can be compared.</summary>
    private const int ArrivalsSeed = 1;

    /// <summary>Measures a server.</summary>
    /// <param name="framing">How messages of a stream are framed, <c>length-le</c> or <c>none</c>; null where they are
    /// datagrams.</param>
    /// <param name="network">The network before the server.</param>
    /// <returns>The trial; where <paramref name="cancel"/> ended it, the trial is of what had been counted by
    /// then.</returns>
    /// <exception cref="WorkerFault">The server can't be reached, closed the connection, or answered
    /// nothing.</exception>
    /// <exception cref="OperationCanceledException">Nothing had been counted.</exception>
    public async Task<TrialRecord> MeasureAsync(
        Cell cell,
        IPEndPoint target,
        string? framing,
        long durationNs,
        NetworkPath network,
        CancellationToken cancel
    )
    {
        await using var client = await ClientGroup.StartAsync(starter, cell, cpus: null, cancel);
        if (client.Stack.Transport != (framing is null ? "udp" : "tcp"))
            throw new BadInputException(
                $"client {cell.Client} speaks {client.Stack.Transport}, which {cell.Stack} does not; "
                    + "choose another --client"
            );
        try
        {
            network.Shape(cell.Scenario, ArrivalsSeed, client);
            await client.ConnectAsync(
                new(
                    cell.Scenario,
                    network.ToServer(ServerAddress.FromEndPoint(target), client),
                    Token: null,
                    ConnectTimeoutNs
                )
                {
                    Framing = framing,
                    ArrivalsSeed = ArrivalsSeed,
                },
                cancel
            );
        }
        catch (UnsupportedException e)
        {
            throw new BadInputException(e.Message);
        }
        var pair = new Pair(server: null, client) { Network = network, SilenceHint = Hint };
        var (warmUp, window) = await MeasureAsync(pair, cell, durationNs, cancel);
        await pair.StopAsync(CancellationToken.None);
        return pair.Describe(
            new()
            {
                Round = 1,
                Block = 1,
                Cell = cell.Id,
                Status = CellStatus.Ok,
                WarmUp = warmUp,
                ArrivalsSeed = cell.Scenario.RatePerS is null ? null : ArrivalsSeed,
                Unbroken = window,
            }
        );
    }

    private static async Task<(WarmUpRecord, CountedWindow)> MeasureAsync(
        Pair pair,
        Cell cell,
        long durationNs,
        CancellationToken cancel
    )
    {
        try
        {
            var warmUp = await pair.WarmUpAsync(WarmUpLimits.Create(askedNs: null, durationNs), cancel);
            using var late = new CancellationTokenSource();
            await using var asked = cancel.Register(() => late.CancelAfter(MaxTimeAfterCancel));
            var isInParts =
                durationNs > MaxUnsplitNs
                && pair.Client.Scenario.RatePerS is null
                && pair.RatePerS * PartNs > MinMessagesPerPart * 1e9;
            var plan = new WindowPlan(SettleNs, durationNs) { PartNs = isInParts ? PartNs : null, Stop = cancel };
            return (warmUp, await pair.MeasureContinuousWindowAsync(plan, late.Token));
        }
        catch (WorkerFault fault) when (fault.Problem.Contains(ConnectionsEnded, StringComparison.Ordinal))
        {
            throw pair.Client.Fault("run", fault.Problem + Hint);
        }
    }
}
