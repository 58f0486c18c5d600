namespace Pingmark.Model;

/// <summary>Reads from the scheduler's clocks who had a core.</summary>
internal static class RunQueue
{
    /// <summary>A side whose thread waits for other processes for more than this share of the time is
    /// crowded.</summary>
    public const double Felt = 0.1;

    /// <summary>How long a side's busiest thread was ready to run while processes outside of the run had its core, in
    /// ns. Threads of its own side, and of the other where they share cores, may have been in its way for as long as
    /// they ran; what is beyond that is due to outsiders.</summary>
    /// <param name="ownCpuNs">CPU time of all threads of its side.</param>
    /// <param name="othersCpuNs">CPU time of the other side, where it may run on the same cores.</param>
    public static long OutsidersNs(long busiestDelayNs, long busiestCpuNs, long ownCpuNs, long othersCpuNs) =>
        busiestDelayNs - (ownCpuNs - busiestCpuNs) - othersCpuNs;
}
