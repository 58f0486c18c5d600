using Pingmark.Results;
using Pingmark.Trials;
using Pingmark.Workers;

namespace Pingmark.Audits;

/// <summary>Says which side's cores were used up: where it is the client's, the figure is the client's, not the server's. Spinning sides are always busy and tell nothing.</summary>
internal sealed class BusySide : IAudit
{
    private const double Full = 0.95;

    public Note? Judge(CellEvidence evidence)
    {
        var client = !evidence.Ok[0].ClientSpins && Load(evidence, r => r.Unbroken!.Client, r => r.ClientCpus) >= Full;
        var server = !evidence.Ok[0].ServerSpins && Load(evidence, r => r.Unbroken!.Server, r => r.ServerCpus) >= Full;
        return (client, server) switch
        {
            (true, true) => new("both-bound", "note", "both sides use all of their cores: the slower one sets the rate"),
            (true, false) => new("client-bound", "warning", "the client uses all of its cores and the server does not: this is the client's limit; give it more cores (pin) or a cheaper client (client: reference)"),
            (false, true) => new("server-bound", "note", "the server uses all of its cores: this is its limit"),
            _ => null,
        };
    }

    /// <summary>A side's usage reaches beyond the counted time, at both ends; so its cost a message, times the counted rate.</summary>
    /// <returns>Not a number where it isn't known which cores a side had.</returns>
    private static double Load(CellEvidence evidence, Func<TrialRecord, Usage?> usage, Func<TrialRecord, string> cpus) =>
        evidence.Ok.Any(r => cpus(r).Length == 0) ? double.NaN : evidence.Ok.Average(r => CoresUsed(usage(r), r.Unbroken!) / Pinning.Parse(cpus(r)).Count);

    private static double CoresUsed(Usage? usage, Stretch counted) =>
        usage is { Messages: > 0 } ? (double)usage.CpuNs / usage.Messages * counted.ThroughputPerS / 1e9 : 0;
}
