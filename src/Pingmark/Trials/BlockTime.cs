using System.Diagnostics;

namespace Pingmark.Trials;

/// <summary>Holds a block of a run with a budget to its time. Slices that are measured again, and stacks that come back
/// late, take time that no plan knows; it comes off the second half of the slices, and not off the rounds to
/// come.</summary>
/// <param name="plannedNs">The time that the block has from the moment at which this is made.</param>
internal sealed class BlockTime(long plannedNs)
{
    private readonly long _beganAt = Stopwatch.GetTimestamp();
    private double _sliceNs;

    /// <summary>Is told how many slices have been measured since the block began.</summary>
    public void RecordSlices(int slices) => _sliceNs = slices == 0 ? 0 : ElapsedNs / slices;

    /// <summary>Fits passes into the time that is left.</summary>
    /// <param name="asked">The number of passes that was planned, which is even.</param>
    /// <param name="slices">The slices of a pass.</param>
    /// <returns>As many of them as end in time at the pace of the slices before; an even number, 2 at least.</returns>
    public int Fitting(int asked, int slices) => Fitting(asked, slices * _sliceNs, plannedNs - ElapsedNs);

    internal static int Fitting(int asked, double passNs, double leftNs)
    {
        // Each has its mirror image.
        var pairs = passNs > 0 ? Math.Max(1, leftNs / (2 * passNs)) : asked;
        return Math.Min(asked, 2 * (int)Math.Min(asked, pairs));
    }

    private double ElapsedNs => Stopwatch.GetElapsedTime(_beganAt).TotalNanoseconds;
}
