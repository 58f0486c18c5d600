using Pingmark.Model;

namespace Pingmark.Capacity;

/// <summary>How much of a window processes outside of the search had the core of a side whose thread was ready to
/// run.</summary>
internal static class Others
{
    /// <param name="shareCores">Whether the sides may run on the same cores.</param>
    /// <returns>The larger share of both sides; null where the scheduler's clocks are not known.</returns>
    public static double? ShareOf(CountedWindow window, bool shareCores) =>
        window is { AccountedNs: > 0, Server: { } server, Client: { } client }
        && Ns(server, shareCores ? client.CpuNs : 0) is { } ofServer
        && Ns(client, shareCores ? server.CpuNs : 0) is { } ofClient
            ? Math.Max(0, (double)Math.Max(ofServer, ofClient) / window.AccountedNs)
            : null;

    private static long? Ns(Usage side, long otherCpuNs) =>
        side is { BusiestThreadRunQueueDelayNs: { } delay, BusiestThreadCpuNs: { } cpu }
            ? RunQueue.OutsidersNs(delay, cpu, side.CpuNs, otherCpuNs)
            : null;
}
