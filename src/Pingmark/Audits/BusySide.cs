using Pingmark.Evidence;
using Pingmark.Model;

namespace Pingmark.Audits;

/// <summary>
/// Says which side was at its limit: where it is the client, the figure is the client's, not the server's. All cores
/// may be used up, or, of several, the one that an event loop can use. Spinning sides are always busy and tell nothing.
/// </summary>
internal sealed class BusySide : IAudit
{
    private const double Full = 0.95;

    private enum Limit
    {
        None,
        Thread,
        Cores,
    }

    public Note? Judge(CellEvidence evidence)
    {
        if (evidence.Cell.Scenario.PairThreads is not null)
            return null;
        var client = evidence.Ok[0].ClientSpins
            ? Limit.None
            : Reached(evidence, r => r.Unbroken!.Client, r => r.ClientCpus);
        var server = evidence.Ok[0].ServerSpins
            ? Limit.None
            : Reached(evidence, r => r.Unbroken!.Server, r => r.ServerCpus);
        return (client, server) switch
        {
            (Limit.None, Limit.None) => null,
            (_, Limit.None) => new(
                "client-bound",
                AuditVerdict.Warning,
                $"{Text("client", client)} and the server does not: this is the client's limit; give it "
                    + $"more {(client == Limit.Cores ? "cores (pin)" : "threads (client_threads)")} or a "
                    + "cheaper client (client: reference)"
            ),
            (Limit.None, _) => new("server-bound", AuditVerdict.Note, $"{Text("server", server)}: this is its limit"),
            (Limit.Cores, Limit.Cores) => new(
                "both-bound",
                AuditVerdict.Note,
                "both sides use all of their cores: the slower one sets the rate"
            ),
            _ => new(
                "both-bound",
                AuditVerdict.Note,
                $"{Text("client", client)}, and {Text("server", server)}: the slower one sets the rate"
            ),
        };
    }

    private static string Text(string side, Limit limit) =>
        limit == Limit.Cores ? $"the {side} uses all of its cores" : $"one thread of the {side} uses all of a core";

    private static Limit Reached(CellEvidence evidence, Func<TrialRecord, Usage?> usage, Func<TrialRecord, string> cpus)
    {
        // Of a side on unknown cores (another machine's, or a third party's) it isn't known whether they are used up.
        if (evidence.Ok.Any(r => cpus(r).Length == 0))
            return Limit.None;
        if (
            evidence.Ok.Average(r => CoresUsed(usage(r), u => u.CpuNs, r.Unbroken!) / CoreList.Parse(cpus(r)).Count)
            >= Full
        )
            return Limit.Cores;
        return evidence.Ok.Average(r => CoresUsed(usage(r), u => u.BusiestThreadCpuNs ?? 0, r.Unbroken!)) >= Full
            ? Limit.Thread
            : Limit.None;
    }

    /// <summary>A side's usage reaches beyond the counted time, at both ends; so its cost a message, times the counted
    /// rate.</summary>
    private static double CoresUsed(Usage? usage, Func<Usage, long> cpuNs, Stretch counted) =>
        usage is { Messages: > 0 } ? (double)cpuNs(usage) / usage.Messages * counted.ThroughputPerS / 1e9 : 0;
}
