namespace Pingmark.Checks;

/// <summary>Whether cores that sleep while they wait are most of a round trip: the median of one message at a time in
/// slices that alternate, between two cores that block.</summary>
internal static class SleepingCores
{
    /// <summary>The round trips between which sleep is suspected, in ns: 14 to 24 µs are usual of cores that are awake,
    /// and beyond the second it is not sleep alone.</summary>
    private const double FromNs = 30_000,
        ToNs = 150_000;

    /// <summary>How many times longer than with cores that are kept awake it must be, where that was measured; less is
    /// lost in the noise.</summary>
    private const double Felt = 1.25;

    /// <param name="blockingNs">The round trip.</param>
    /// <param name="awakeNs">The same with cores that are kept awake; null where nobody knows it.</param>
    public static bool AreFelt(double blockingNs, double? awakeNs = null) =>
        blockingNs is >= FromNs and <= ToNs && !(blockingNs <= Felt * awakeNs);
}
