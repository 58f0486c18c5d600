using Pingmark.Evidence;
using Pingmark.Model;

namespace Pingmark.Checks;

/// <summary>Finds cells whose server and client share cores and so take time from each other. Hyper-threads of one core
/// are found by <see cref="SiblingThreads"/>, while the machine can be asked.</summary>
internal sealed class SharedCores()
    : CellCheck(
        "shared-cores",
        "Server and client share cores, so each one's cost is in the other's figures. In one process by design it is "
            + "a note.",
        "Pin them to separate cores (pin.server, pin.client).",
        inAnswer: "server and client share cores: with cores of their own ratios may differ"
    )
{
    protected override Finding? FindOne(CellEvidence evidence) =>
        evidence.Cell.Scenario.PairThreads is { } threads
            ? Note(
                $"both sides are one process with {threads} {(threads == 1 ? "thread" : "threads")}: CPU time, memory "
                    + "and collections are of both sides, in the client's columns"
            )
        : evidence.Ok[0] is { SharesCores: true } trial
            ? Warning(
                "server ({server}) and client ({client}) share cores: each one's cost is in the other's figures; pin "
                    + "them to cores of their own (pin.server, pin.client)",
                Named("server", trial.ServerCpus),
                Named("client", trial.ClientCpus)
            )
        : null;
}

internal sealed class Limit()
    : CellCheck(
        "limit",
        "A side used up its cores, or one of its threads a core. Of the client alone it is a warning: the figure is "
            + "the client's limit.",
        "Give the client more cores (pin) or threads (client_threads), or use client: reference."
    )
{
    protected override Finding? FindOne(CellEvidence evidence) =>
        BusySides.From(evidence) switch
        {
            (SideLimit.None, SideLimit.None) => null,
            (SideLimit.None, var server) => Note($"{BusySides.Words("server", server)}: this is its limit"),
            (var client, SideLimit.None) => Warning(
                $"{BusySides.Words("client", client)} and the server does not: this is the client's limit; give it "
                    + $"more {(client == SideLimit.Cores ? "cores (pin)" : "threads (client_threads)")} or a "
                    + "cheaper client (client: reference)"
            ),
            var (client, server) => Note(
                (
                    client == SideLimit.Cores && server == SideLimit.Cores
                        ? "both sides use all of their cores"
                        : $"{BusySides.Words("client", client)}, and {BusySides.Words("server", server)}"
                ) + ": the slower one sets the rate; more cores for the client (pin) show the server's own limit"
            ),
        };
}

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
    private const double FullyUsed = 0.95;

    public static BusySides From(CellEvidence evidence)
    {
        var (first, isOneProcess) = (evidence.Ok[0], evidence.Cell.Scenario.PairThreads is not null);
        return new(
            isOneProcess || first.ClientSpins
                ? SideLimit.None
                : FindLimit(evidence, r => r.Unbroken!.Client, r => r.ClientCpus),
            isOneProcess || first.ServerSpins
                ? SideLimit.None
                : FindLimit(evidence, r => r.Unbroken!.Server, r => r.ServerCpus)
        );
    }

    public static string Words(string side, SideLimit limit) =>
        limit == SideLimit.Cores ? $"the {side} uses all of its cores" : $"one thread of the {side} uses all of a core";

    private static SideLimit FindLimit(
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
            >= FullyUsed
        )
            return SideLimit.Cores;
        return evidence.Ok.Average(r => CoresUsed(usage(r), u => u.BusiestThreadCpuNs ?? 0, r.Unbroken!)) >= FullyUsed
            ? SideLimit.Thread
            : SideLimit.None;
    }

    /// <summary>A side's usage reaches beyond the counted time, at both ends; so its cost a message, times the counted
    /// rate.</summary>
    private static double CoresUsed(Usage? usage, Func<Usage, long> cpuNs, CountedWindow counted) =>
        usage is { Messages: > 0 } ? (double)cpuNs(usage) / usage.Messages * counted.ThroughputPerS / 1e9 : 0;
}
