using Pingmark.Host;
using Pingmark.Model;
using Pingmark.Workers;

namespace Pingmark.Trials;

/// <summary>One run, with the CPU time of each side in its counted time.</summary>
/// <param name="Server">The server's cost; null where it is not known.</param>
/// <param name="Client">The client's cost; null where it is not known.</param>
public sealed record CountedRun(Measurement Measured, SideCost? Server, SideCost? Client)
{
    /// <summary>How long load must have begun before it counts, in ns: the request has arrived then, and what counts
    /// has its form.</summary>
    private const long MarginNs = 1_000_000;

    internal static async Task<CountedRun> MeasureAsync(Pair pair, RunRequest request, CancellationToken cancel)
    {
        // From before the first reading to after the last: what is on its way between may only make it longer.
        var sinceNs = Clock.NowNs;
        var before = await pair.CpuNsElsewhereAsync(cancel);
        var here = await MeasureHereAsync(pair, request, cancel);
        if (before is (null, null))
            return here;
        var after = await pair.CpuNsElsewhereAsync(cancel);
        var wallNs = Clock.NowNs - sinceNs;
        return here with
        {
            Server = here.Server ?? Elsewhere(pair.Server, after.Server - before.Server, here.Measured, wallNs),
            Client =
                here.Client
                ?? pair.OfClient(Elsewhere(pair.Client, after.Client - before.Client, here.Measured, wallNs)),
        };
    }

    /// <summary>The cost of a side that was asked before and after the run, over all that was answered in it: requests
    /// on their way cost it nothing, unless it spins while it waits. Then it is as if the run had gone on at the
    /// counted rate.</summary>
    private static SideCost? Elsewhere(Side? side, long? cpuNs, Measurement measured, long wallNs)
    {
        if (cpuNs is not { } used || measured.ThroughputPerS <= 0)
            return null;
        return side is { Stack.Spins: true }
            ? new(used, (long)Math.Round(measured.ThroughputPerS * wallNs / 1e9), wallNs)
            : new(used, measured.Answered, (long)(measured.Answered / measured.ThroughputPerS * 1e9));
    }

    private static async Task<CountedRun> MeasureHereAsync(Pair pair, RunRequest request, CancellationToken cancel)
    {
        var (beganNs, before) = (Clock.NowNs, pair.CpuNs());
        var fromNs = beganNs + pair.Client.LeadNs + request.SettleNs;
        var servers = pair.ServerProcess?.Pids ?? [];
        var window =
            request.CountedNs is { } length && pair.Client.Pids is { Count: > 0 } clients
                ? CpuWindow.Begin(fromNs + MarginNs, fromNs + length, [.. servers, .. clients])
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
        {
            var messages = (long)Math.Round(measured.ThroughputPerS * windowNs / 1e9);
            return new(
                measured,
                Cost(Sum(usedNs.Take(servers.Count)), messages, windowNs),
                pair.OfClient(Cost(Sum(usedNs.Skip(servers.Count)), messages, windowNs))
            );
        }
        // All of the run, as if it had gone on at the counted rate: a side can't be busier than its cores.
        var (after, wallNs) = (pair.CpuNs(), Clock.NowNs - beganNs);
        // Of a client whose clock isn't this machine's only its own counts are known.
        var all =
            wallNs < measured.DurationNs ? measured.Answered : (long)Math.Round(measured.ThroughputPerS * wallNs / 1e9);
        return new(
            measured,
            Cost(after.Server - before.Server, all, wallNs),
            pair.OfClient(Cost(after.Client - before.Client, all, wallNs))
        );
    }

    /// <summary>Adds up what all have used; null where that of one is not known, or there is none.</summary>
    private static long? Sum(IEnumerable<long?> usedNs) => usedNs.DefaultIfEmpty().Aggregate((all, one) => all + one);

    private static SideCost? Cost(long? cpuNs, long messages, long wallNs) =>
        cpuNs is { } used ? new(used, messages, wallNs) : null;

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
