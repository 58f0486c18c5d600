namespace Pingmark.Model;

/// <summary>Reads from the scheduler's clocks who had a core.</summary>
internal static class RunQueue
{
    /// <summary>A side whose thread waits for other processes for more than this share of the time is
    /// crowded.</summary>
    public const double Felt = 0.1;

    /// <summary>How long a side's busiest thread was ready to run while processes outside of the run had its core, in
    /// ns. Threads of its own side, the other side's where they share cores, and the controller may have been in its
    /// way for as long as they ran; what is beyond that is due to outsiders.</summary>
    /// <param name="ownCpuNs">CPU time of all threads of its side.</param>
    /// <param name="othersCpuNs">CPU time of the run's other processes that may use the same cores.</param>
    public static long OutsidersNs(long busiestDelayNs, long busiestCpuNs, long ownCpuNs, long othersCpuNs) =>
        busiestDelayNs - (ownCpuNs - busiestCpuNs) - othersCpuNs;

    /// <summary>How much of a window outsiders had the core of a side whose thread was ready to run.</summary>
    /// <param name="shareCores">Whether the sides may run on the same cores.</param>
    /// <returns>The larger share of both sides; null where the scheduler's clocks are not known.</returns>
    public static double? OutsidersShare(CountedWindow window, bool shareCores)
    {
        return
            window is { UsedInNs: > 0, Server: { } server, Client: { } client }
            && OfSide(server, client) is { } ofServer
            && OfSide(client, server) is { } ofClient
            ? Math.Max(0, (double)Math.Max(ofServer, ofClient) / window.UsedInNs)
            : null;

        long? OfSide(Usage side, Usage other) =>
            side is { BusiestThreadRunQueueDelayNs: { } delay, BusiestThreadCpuNs: { } cpu }
                ? OutsidersNs(delay, cpu, side.CpuNs, (shareCores ? other.CpuNs : 0) + window.ControllerCpuNs)
                : null;
    }
}
