namespace Pingmark.Model;

/// <summary>What the scheduler's clocks tell of who had a core.</summary>
internal static class RunQueue
{
    /// <summary>Of the time: a side's thread that waits longer for others is crowded.</summary>
    public const double Felt = 0.1;

    /// <summary>How long a side's busiest thread was ready to run while neither side had its core. Threads of its own
    /// side, and of the other where they share cores, may have been in its way for as long as they ran; what is beyond
    /// that was somebody else's.</summary>
    /// <param name="ownCpuNs">Of all threads of its side.</param>
    /// <param name="othersCpuNs">Of the other side, where it may run on the same cores.</param>
    public static long OutsidersNs(long busiestDelayNs, long busiestCpuNs, long ownCpuNs, long othersCpuNs) =>
        busiestDelayNs - (ownCpuNs - busiestCpuNs) - othersCpuNs;
}
