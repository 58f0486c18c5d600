using Pingmark.Evidence;
using Pingmark.Model;

namespace Pingmark.Checks.Cells;

/// <summary>The limit that a side has reached.</summary>
internal enum SideLimit
{
    None,

    /// <summary>One thread uses a whole core, of several that the side may use.</summary>
    Thread,
    Cores,
}

/// <summary>Which sides of a cell were at their limit. Spinning sides are always busy and tell nothing.</summary>
internal sealed record BusySides(SideLimit Client, SideLimit Server)
{
    private const double Full = 0.95;

    public static BusySides From(CellEvidence evidence) =>
        evidence.Cell.Scenario.PairThreads is not null
            ? new(SideLimit.None, SideLimit.None)
            : new(
                evidence.Ok[0].ClientSpins
                    ? SideLimit.None
                    : Reached(evidence, r => r.Unbroken!.Client, r => r.ClientCpus),
                evidence.Ok[0].ServerSpins
                    ? SideLimit.None
                    : Reached(evidence, r => r.Unbroken!.Server, r => r.ServerCpus)
            );

    public static string Words(string side, SideLimit limit) =>
        limit == SideLimit.Cores ? $"the {side} uses all of its cores" : $"one thread of the {side} uses all of a core";

    private static SideLimit Reached(
        CellEvidence evidence,
        Func<TrialRecord, Usage?> usage,
        Func<TrialRecord, string> cpus
    )
    {
        // Of a side on unknown cores (another machine's, or a third party's) it isn't known whether they are used up.
        if (evidence.Ok.Any(r => cpus(r).Length == 0))
            return SideLimit.None;
        if (
            evidence.Ok.Average(r => CoresUsed(usage(r), u => u.CpuNs, r.Unbroken!) / CoreList.Parse(cpus(r)).Count)
            >= Full
        )
            return SideLimit.Cores;
        return evidence.Ok.Average(r => CoresUsed(usage(r), u => u.BusiestThreadCpuNs ?? 0, r.Unbroken!)) >= Full
            ? SideLimit.Thread
            : SideLimit.None;
    }

    /// <summary>A side's usage reaches beyond the counted time, at both ends; so its cost a message, times the counted
    /// rate.</summary>
    private static double CoresUsed(Usage? usage, Func<Usage, long> cpuNs, CountedWindow counted) =>
        usage is { Messages: > 0 } ? (double)cpuNs(usage) / usage.Messages * counted.ThroughputPerS / 1e9 : 0;
}
