using System.Net;
using Pingmark.Impairment;
using Pingmark.Model;
using Pingmark.Workers;

namespace Pingmark.Trials;

/// <summary>Measures an echo server that nobody started for it: no hello, no server figures, one unbroken
/// stretch.</summary>
public sealed class Probe(IWorkerStarter starter)
{
    private const long ConnectTimeoutNs = 3_000_000_000;
    private const long SettleNs = 20_000_000;

    /// <summary>A probe is repeated to be compared with itself.</summary>
    private const int ArrivalsSeed = 1;

    /// <param name="framing"><c>length-le</c> or <c>none</c>; null: datagrams.</param>
    /// <param name="link">The impaired network before it; null: there is none.</param>
    /// <param name="logged">Given what each counted message met; null: nothing is logged.</param>
    /// <exception cref="WorkerFault">Unreachable, closed the connection, or answered nothing.</exception>
    public async Task<TrialRecord> MeasureAsync(
        Cell cell,
        IPEndPoint target,
        string? framing,
        long durationNs,
        CancellationToken cancel,
        ILink? link = null,
        Action<MessageLog>? logged = null
    )
    {
        await using var client = await ClientCrew.StartAsync(starter, cell, cpus: null, cancel);
        if (client.Stack.Transport != (framing is null ? "udp" : "tcp"))
            throw new BadInputException(
                $"client {cell.Client} speaks {client.Stack.Transport}, which {cell.Stack} does not; "
                    + "choose another --client"
            );
        try
        {
            link?.Shape(cell.Scenario.Network!, ArrivalsSeed);
            await client.ConnectAsync(
                new(cell.Scenario, link?.Behind(target) ?? target, Token: null, ConnectTimeoutNs)
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
        var pair = new Pair(server: null, client)
        {
            Link = link,
            SilenceHint = ": is it an echo server, and is --framing right?",
        };
        var warmUp = await pair.WarmUpAsync(WarmUpLimits.Of(askedNs: null, durationNs), cancel);
        if (logged is not null)
            client.LogMessages(LogRoom.For(pair.RatePerS, durationNs));
        var stretch = await pair.StretchAsync(new(SettleNs, durationNs), cancel);
        if (logged is not null)
            logged(await client.LoggedAsync(cancel));
        await pair.StopAsync(cancel);
        return pair.Describe(
            new()
            {
                Round = 1,
                Block = 1,
                Cell = cell.Id,
                Status = CellStatus.Ok,
                WarmUp = warmUp,
                ArrivalsSeed = cell.Scenario.RatePerS is null ? null : ArrivalsSeed,
                Unbroken = stretch,
            }
        );
    }
}
