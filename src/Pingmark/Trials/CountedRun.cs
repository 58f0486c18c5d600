using Pingmark.Host;
using Pingmark.Model;
using Pingmark.Workers;

namespace Pingmark.Trials;

/// <summary>One run, with the CPU time of each side in its counted time.</summary>
/// <param name="Server">The server's cost; null where it is not known.</param>
/// <param name="Client">The client's cost; null where it is not known.</param>
public sealed record CountedRun(Measurement Measured, SideCost? Server, SideCost? Client)
{
    /// <summary>The load before CPU time counts: the request has arrived by then.</summary>
    private const long CpuMarginNs = 1_000_000;

    internal static async Task<CountedRun> MeasureAsync(Pair pair, RunRequest request, CancellationToken cancel)
    {
        // From before the first reading to after the last, so that transit can only make it longer.
        var sinceNs = Clock.NowNs;
        var before = await pair.AskRemoteCpuNsAsync(cancel);
        var here = await MeasureHereAsync(pair, request, cancel);
        if (before is (null, null))
            return here;
        var after = await pair.AskRemoteCpuNsAsync(cancel);
        var wallNs = Clock.NowNs - sinceNs;
        return here with
        {
            Server = here.Server ?? RemoteCost(pair.Server, after.Server - before.Server, here.Measured, wallNs),
            Client =
                here.Client
                ?? pair.AttributeClientCost(
                    RemoteCost(pair.Client, after.Client - before.Client, here.Measured, wallNs)
                ),
        };
    }

    /// <summary>The cost of a side that was asked before and after the run, over all answers in it. A side that spins
    /// also works while it waits: its cost is taken as if the run had gone on at the counted rate.</summary>
    private static SideCost? RemoteCost(Side? side, long? cpuNs, Measurement measured, long wallNs)
    {
        if (cpuNs is not { } used || measured.ThroughputPerS <= 0)
            return null;
        return side is { Stack.Spins: true }
            ? new(used, MessagesIn(wallNs, measured), wallNs)
            : new(used, measured.Answered, (long)(measured.Answered / measured.ThroughputPerS * 1e9));
    }

    private static long MessagesIn(long ns, Measurement measured) =>
        (long)Math.Round(measured.ThroughputPerS * ns / 1e9);

    private static async Task<CountedRun> MeasureHereAsync(Pair pair, RunRequest request, CancellationToken cancel)
    {
        var (beganNs, before) = (Clock.NowNs, pair.CpuNs());
        var countedFromNs = beganNs + pair.Client.StartLeadNs + request.SettleNs;
        var servers = pair.ServerProcess?.Pids ?? [];
        var window =
            request.CountedNs is { } countedNs && pair.Client.Pids is { Count: > 0 } clients
                ? CpuWindow.Begin(countedFromNs + CpuMarginNs, countedFromNs + countedNs, [.. servers, .. clients])
                : null;
        Measurement measured;
        (IReadOnlyList<long?> UsedNs, long LengthNs)? used = null;
        try
        {
            measured = await pair.Client.RunAsync(request, cancel);
        }
        finally
        {
            used = window?.End();
        }
        if (used is var (usedNs, windowNs))
            return Create(
                Sum(usedNs.Take(servers.Count)),
                Sum(usedNs.Skip(servers.Count)),
                MessagesIn(windowNs, measured),
                windowNs
            );
        // The CPU time of all of the run, as if it had gone on at the counted rate.
        var (after, wallNs) = (pair.CpuNs(), Clock.NowNs - beganNs);
        // A client with another machine's clock may have counted for longer: only its own count is known.
        var messages = wallNs < measured.DurationNs ? measured.Answered : MessagesIn(wallNs, measured);
        return Create(after.Server - before.Server, after.Client - before.Client, messages, wallNs);

        CountedRun Create(long? serverNs, long? clientNs, long answered, long lengthNs) =>
            new(
                measured,
                serverNs is { } server ? new(server, answered, lengthNs) : null,
                pair.AttributeClientCost(clientNs is { } client ? new(client, answered, lengthNs) : null)
            );
    }

    /// <summary>The sum; null where a value is not known, or there is none.</summary>
    private static long? Sum(IEnumerable<long?> usedNs) => usedNs.DefaultIfEmpty().Aggregate((all, one) => all + one);

    /// <summary>Adds several runs up to one window.</summary>
    internal static CountedWindow Sum(IReadOnlyCollection<CountedRun> runs) =>
        CountedWindow.CombineWindows(runs.Select(run => run.Measured).ToList()) with
        {
            ServerCost = Sum(runs.Select(run => run.Server)),
            ClientCost = Sum(runs.Select(run => run.Client)),
        };

    private static SideCost? Sum(IEnumerable<SideCost?> costs) =>
        costs.Aggregate((a, b) => a is not null && b is not null ? a + b : null);
}
