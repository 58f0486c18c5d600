using Pingmark.Model;
using Pingmark.Workers;

namespace Pingmark.Trials;

/// <summary>Measures an echo server that nobody started for it: no hello, no server figures, one unbroken
/// stretch.</summary>
public sealed class Probe(IWorkerStarter starter)
{
    private const long ConnectTimeoutNs = 3_000_000_000;
    private const long SettleNs = 200_000_000;
    private const long GraceNs = 2_000_000_000;

    /// <param name="framing"><c>length-le</c> or <c>none</c>; ignored for datagrams.</param>
    /// <exception cref="WorkerFault">Unreachable, closed the connection, or answered nothing.</exception>
    public async Task<TrialRecord> MeasureAsync(
        Cell cell,
        int port,
        string? framing,
        long durationNs,
        CancellationToken cancel
    )
    {
        await using var client = await starter.StartAsync(
            cell.Client,
            "client",
            cell.RuntimeOptions,
            cpus: null,
            cancel
        );
        var hello = await client.HelloAsync(cancel);
        var description = await client.DescribeAsync(cell.Client, cancel);
        if (description.Transport != (framing is null ? "udp" : "tcp"))
            throw new BadInputException(
                $"client {cell.Client} speaks {description.Transport}, which {cell.Stack} does not; choose another --client"
            );
        var connected = await client.ConnectAsync(
            new(cell.Client, cell.Scenario.Address, port, Token: null, cell.Scenario, ConnectTimeoutNs, framing),
            cancel
        );
        var before = await client.UsageAsync(cancel);
        var measurement = await client.RunAsync(
            SettleNs,
            durationNs,
            null,
            cell.Scenario.LostAfterNs + GraceNs,
            cancel
        );
        var stretch = Stretch.Of([measurement]) with { Client = await client.UsageAsync(cancel) - before };
        if (stretch.Received == 0)
            throw client.Fault(
                "probe",
                $"none of its messages was answered within {cell.Scenario.LostAfterNs / 1e9:0.###} s: is it an echo server, and is --framing right?"
            );
        return new()
        {
            Round = 1,
            Block = 1,
            Cell = cell.Id,
            Status = CellStatus.Ok,
            Unbroken = stretch,
            ClientSpins = description.Spins,
            Transmission = description.TransmissionFor(null),
            EffectiveOptions = connected.EffectiveOptions.ToDictionary(o => "client." + o.Key, o => o.Value),
            Versions = new Dictionary<string, string> { ["client"] = hello.Runtime },
        };
    }
}
